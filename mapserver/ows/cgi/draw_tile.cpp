// SPDX-License-Identifier: MIT
#include "ows/cgi/draw_tile.hpp"

#include "base/string.hpp"
#include "base/trace.hpp"
#include "ows/cgi/form.hpp"
#include "ows/cgi/image_answer.hpp"
#include "ows/cgi/request_view.hpp"
#include "ows/common/service_exception.hpp"
#include "ows/common/substitutions.hpp"
#include "ows/images/cached_tile.hpp"
#include "ows/images/image_response.hpp"
#include "ows/images/image_tag.hpp"
#include "ows/images/map_errors.hpp"
#include "render/core/gdal_output.hpp"
#include "render/core/mvt_output.hpp"
#include "render/core/output.hpp"
#include "render/core/utf_grid_output.hpp"
#include "render/run.hpp"

#include <algorithm>
#include <array>
#include <numbers>
#include <optional>

namespace ms::ows::cgi {

namespace {

constexpr int tile_size = 256;                            // pixels
constexpr double half_world = 6378137 * std::numbers::pi; // metres
/// The parameters that name a tile.
constexpr std::array<std::string_view, 2> place_of_tile{"tile", "tilemode"};

[[noreturn]] void refuse_tile(std::string_view why)
{
    throw ServiceException{"", "msTileSetup(): CGI error. " + std::string{why}};
}

/// "x y z"; MapServer takes commas, too.
Tile parse_numbers(std::string_view text)
{
    std::string spaced{text};
    std::ranges::replace(spaced, ',', ' ');
    auto const words = split_words(spaced);
    if (words.size() != 3) {
        refuse("msTileSetup", "Invalid number of tile coordinates (should be three).");
    }
    std::array<std::optional<int>, 3> const numbers{parse_int(words[0]), parse_int(words[1]),
                                                    parse_int(words[2])};
    if (!std::ranges::all_of(numbers, [](auto const& number) { return number && *number >= 0; }) ||
        *numbers[2] > deepest_zoom) {
        refuse_tile("Tile coordinates must be whole numbers from 0 on, with a zoom up to 30.");
    }
    Tile const tile{*numbers[0], *numbers[1], *numbers[2]};
    if (tile.column >> tile.zoom != 0 || tile.row >> tile.zoom != 0) {
        refuse_tile("GMap tile coordinates are too large for supplied zoom.");
    }
    return tile;
}

/// Every digit halves the square: its bits choose right and lower.
Tile parse_quadkey(std::string_view text)
{
    if (text.empty() || text.size() > deepest_zoom) {
        refuse_tile("VE tile name must have from 1 to 30 characters.");
    }
    Tile tile{.zoom = static_cast<int>(text.size())};
    for (char const digit : text) {
        if (digit < '0' || digit > '3') {
            refuse_tile("VE tile name should only include characters 0, 1, 2 and 3.");
        }
        tile.column = 2 * tile.column + ((digit - '0') & 1);
        tile.row = 2 * tile.row + ((digit - '0') >> 1);
    }
    return tile;
}

int metadata_number(mapfile::Map const& map, std::string_view key, int most)
{
    auto const* const text = map.web.metadata.find(key);
    return std::clamp(text == nullptr ? 0 : parse_int(*text).value_or(0), 0, most);
}

/// The image a tile is cut from.
struct MetaTile {
    Tile upper_left;
    int tiles = 1;  ///< to a side
    int buffer = 0; ///< pixels around them

    [[nodiscard]] int side() const noexcept { return tiles * tile_size + 2 * buffer; }
};

MetaTile metatile_of(mapfile::Map const& map, Tile const& tile)
{
    int const level = std::min(metadata_number(map, "tile_metatile_level", 2), tile.zoom);
    MetaTile meta;
    meta.tiles = 1 << level;
    meta.upper_left = {(tile.column >> level) << level, (tile.row >> level) << level, tile.zoom};
    meta.buffer = metadata_number(map, "tile_map_edge_buffer", 1024);
    return meta;
}

render::Viewport view_of(mapfile::Map const& map, MetaTile const& meta)
{
    auto const extent = tile_extent(meta.upper_left, meta.tiles);
    double const pixel = extent.width() / (meta.tiles * tile_size);
    render::ViewportRequest request;
    request.extent = extent.grown((meta.buffer - 0.5) * pixel); // from pixel centre to pixel centre
    request.size = mapfile::Size{meta.side(), meta.side()};
    request.crs = crs::parse("EPSG:3857");
    return render::make_viewport(map, request);
}

image::Bitmap cut(image::BitmapView const& image, int left, int top)
{
    image::Bitmap tile{tile_size, tile_size};
    auto const row_bytes = std::size_t{4} * tile_size;
    for (int row = 0; row < tile_size; ++row) {
        auto const from =
            (static_cast<std::size_t>(top + row) * static_cast<std::size_t>(image.width) +
             static_cast<std::size_t>(left)) *
            4;
        std::ranges::copy(image.pixels.subspan(from, row_bytes),
                          tile.pixels().subspan(static_cast<std::size_t>(row) * row_bytes).begin());
    }
    return tile;
}

} // namespace

Tile parse_tile(http::Parameters const& parameters)
{
    auto const mode = parameters.value("tilemode");
    bool const is_quadkey = equals_ignoring_case(mode, "ve");
    auto const* const text = parameters.last("tile");
    if (text == nullptr) {
        refuse("msTileSetup", "Tile parameter not set.");
    }
    return is_quadkey ? parse_quadkey(*text) : parse_numbers(*text);
}

geometry::Box tile_extent(Tile const& upper_left, int count) noexcept
{
    double const side = 2 * half_world / (1 << upper_left.zoom);
    double const left = -half_world + upper_left.column * side;
    double const top = half_world - upper_left.row * side;
    return {left, top - count * side, left + count * side, top};
}

namespace {

image::Bitmap cut_tile(image::BitmapView const& image, MetaTile const& meta, Tile const& tile)
{
    return cut(image, meta.buffer + (tile.column - meta.upper_left.column) * tile_size,
               meta.buffer + (tile.row - meta.upper_left.row) * tile_size);
}

/// Documents of features are of one tile.
bool is_of_one_tile(mapfile::OutputFormat const& format)
{
    return render::is_utf_grid_format(format) || render::is_mvt_format(format);
}

http::Response draw_metatile(Call const& call)
{
    std::optional<Timed> planning{std::in_place, call.services.trace, Stage::Plan};
    auto const& map = *call.map;
    auto const tile = parse_tile(call.parameters());
    auto const format = tile_format(call);
    bool const is_whole = is_of_one_tile(format);
    auto const meta = is_whole ? MetaTile{.upper_left = tile} : metatile_of(map, tile);
    render::Overrides overrides;
    overrides.layers = layers_of(call.parameters(), map);
    overrides.substitutions = substitutions(call.parameters());
    overrides.embeds_furniture = false;
    auto const view = view_of(map, meta);
    auto const plan = render::make_plan(call.map, view, overrides, format);
    planning.reset();
    auto const state = image_state(call, plan);
    auto const tag = state ? tag_of(call, *state) : std::nullopt;
    if (auto unchanged = not_modified(call, tag, format.mime_type)) {
        return std::move(*unchanged);
    }
    bool is_incomplete = false;
    auto const draw = [&](Call const& drawn_for) {
        auto image = render::run(plan, drawn_for.services);
        if (!is_whole) {
            image.bitmap = cut_tile(image.bitmap.view(), meta, tile);
        }
        auto drawn = image_response(drawn_for, image, format, view.resolution);
        is_incomplete = image.is_incomplete;
        set_validator(drawn, std::nullopt, is_incomplete);
        return drawn;
    };
    auto response = cached_tile(
        call,
        {tile.zoom, {tile.row, tile.column}, *overrides.layers, format, "mode=tile", place_of_tile},
        state, draw);
    if (!is_incomplete) {
        set_validator(response, tag, false);
    }
    return response;
}

} // namespace

render::Viewport view_of_tile(mapfile::Map const& map, Tile const& tile)
{
    return view_of(map, MetaTile{.upper_left = tile});
}

mapfile::OutputFormat tile_format(Call const& call)
{
    auto format = image_format(call);
    if (!render::document_of(format).empty() || render::is_gdal_format(format) ||
        (render::writes_features(format) && !is_of_one_tile(format))) {
        refuse_tile("Tiles are images of pixels, UTFGrids or vector tiles: imagetype cannot be "
                    "another document or of GDAL.");
    }
    return format;
}

http::Response draw_tile(Call const& call)
{
    return with_map_errors([&] { return draw_metatile(call); });
}

} // namespace ms::ows::cgi
