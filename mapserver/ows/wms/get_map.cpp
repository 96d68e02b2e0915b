// SPDX-License-Identifier: MIT
#include "ows/wms/get_map.hpp"

#include "base/string.hpp"
#include "base/trace.hpp"
#include "ows/common/metadata.hpp"
#include "ows/images/cached_tile.hpp"
#include "ows/images/grid_tile.hpp"
#include "ows/images/image_response.hpp"
#include "ows/images/image_tag.hpp"
#include "ows/images/map_errors.hpp"
#include "ows/images/tile_settings.hpp"
#include "ows/images/viewer.hpp"
#include "ows/wms/catalogue.hpp"
#include "ows/wms/drawing.hpp"
#include "ows/wms/first_mistake.hpp"
#include "ows/wms/tiled_map.hpp"
#include "ows/wms/unknown_properties.hpp"
#include "render/core/lone_image.hpp"
#include "render/core/output.hpp"
#include "render/run.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace ms::ows::wms {

namespace {

using render::LayerChoice;

/// The shortest wms_http_max_age of the map and the layers drawn.
std::optional<int> max_age(mapfile::Map const& map, std::vector<LayerChoice> const& layers)
{
    std::optional<int> shortest = parse_int(wms_value(map.web.metadata, "http_max_age"));
    for (auto const& choice : layers) {
        auto const& metadata = map.layers[choice.layer].metadata;
        if (auto const age = parse_int(wms_value(metadata, "http_max_age"))) {
            shortest = std::min(shortest.value_or(*age), *age);
        }
    }
    return shortest;
}

/// FORMAT=application/openlayers: a page that requests the same map as an image.
http::Response viewer(Call const& call, GetMap const& request)
{
    auto const shown = resolve_view(request, *call.map, "GetMap", call.services.budget);
    bool const is_new = request.version == Version::V130;
    Viewer page{.title = call.map->name,
                .extent_separator = ",",
                .system = *shown.view.crs,
                .extent = *shown.view.extent};
    page.is_northing_first = is_new && page.system.is_axis_inverted();
    page.parameters = {{"SERVICE", "WMS"},
                       {"VERSION", std::string{to_text(request.version)}},
                       {"REQUEST", "GetMap"},
                       {"LAYERS", std::string{call.parameters().value("LAYERS")}},
                       {"STYLES", std::string{call.parameters().value("STYLES")}},
                       {is_new ? "CRS" : "SRS", request.system},
                       {"BBOX", "{extent}"},
                       {"WIDTH", "{width}"},
                       {"HEIGHT", "{height}"},
                       {"FORMAT", "image/png"}};
    return viewer_page(call, page);
}

/// What is drawn, and how.
struct Planned {
    Drawing drawing;
    render::Viewport view;
    std::optional<TiledMap> tiled;
    std::optional<render::Plan> plan;    ///< of the image itself, unless it is made of tiles
    std::optional<GridTile> grid_tile{}; ///< which the image is as a whole
    std::vector<std::string> listed{};   ///< TileRequest::listed
};

render::MapImage draw_image(Call const& call, Planned const& planned)
{
    auto const& drawing = planned.drawing;
    std::optional<Timed> timed; // once: it is also the stage of a grid's tile
    if (planned.tiled && !planned.grid_tile) {
        timed.emplace(call.services.trace, Stage::Tiles);
    }
    auto image = planned.tiled ? draw_tiles(call, *planned.tiled)
                               : render::run(*planned.plan, call.services);
    if (image.is_incomplete && planned.tiled) {
        image = render::run(
            render::make_plan(call.map, planned.view, drawing.overrides, drawing.format),
            call.services);
    }
    return image;
}

/// With the header that forbids storing it if a layer is missing.
http::Response image_of(Call const& call, Planned const& planned)
{
    auto const image = draw_image(call, planned);
    auto response = map_response(call, image, planned.drawing.format, planned.view.resolution);
    set_validator(response, std::nullopt, image.is_incomplete);
    return response;
}

bool is_incomplete(http::Response const& response)
{
    return std::ranges::any_of(response.headers, [](auto const& header) {
        return header.first == "Cache-Control" && header.second == "no-store";
    });
}

/// Parameters of GetMap that say where an image lies.
constexpr std::array<std::string_view, 5> place_of_image{"bbox", "width", "height", "service",
                                                         "request"};

/// A tile of the map's grids is kept as it is sent.
http::Response image_or_tile(Call const& call, Planned const& planned,
                             std::optional<ImageState> const& state)
{
    auto const& tile = planned.grid_tile;
    auto const draw = [&](Call const& drawn) { return image_of(drawn, planned); };
    return tile ? cached_tile(call,
                              {tile->zoom, tile->index, *planned.drawing.overrides.layers,
                               planned.drawing.format, tile->grid, place_of_image, planned.listed},
                              state, draw)
                : draw(call);
}

/// The state of the image, if that may be a tile in memory or on disk.
std::optional<ImageState> state_of(Call const& call, Planned const& planned,
                                   std::optional<ImageState> const& known)
{
    bool const is_kept = call.settings.tiles != nullptr || call.settings.stores != nullptr;
    return known || !planned.plan || !is_kept ? known : image_state(call, *planned.plan);
}

http::Response draw(Call const& call)
{
    auto const& map = *call.map;
    std::optional<Timed> planning{std::in_place, call.services.trace, Stage::Plan};
    auto const in_order = [&call](auto const& read) {
        return with_first_mistake(call, MapUse::Image, "GetMap", read);
    };
    auto const request = in_order([&] { return parse_get_map(call.parameters(), map); });
    if (equals_ignoring_case(request.format, "application/openlayers")) {
        return viewer(call, request);
    }
    Planned planned{.drawing = in_order([&] {
                        return resolve(request, call.parameters(), map, call.services.budget);
                    })};
    auto const& drawing = planned.drawing;
    check_filters(call, *drawing.overrides.layers);
    auto const age = max_age(map, *drawing.overrides.layers);
    planned.view = render::make_viewport(map, drawing.view);
    planned.drawing.overrides.nearest_rule = render::rule_of_wms_image(planned.view);
    auto tiles = plan_tiles(call, planned.drawing, planned.view);
    planned.tiled = std::move(tiles.map);
    if (!planned.tiled) {
        choose_entries(call, planned.view,
                       render::writes_features(drawing.format) ? EntryUse::Together
                                                               : EntryUse::OneByOne,
                       *planned.drawing.overrides.layers, planned.drawing.by_catalogue);
        planned.plan = render::make_plan(call.map, planned.view, drawing.overrides, drawing.format);
    }
    auto const state = state_of(call, planned, tiles.state);
    auto const tag = planned.tiled ? planned.tiled->tag
                     : state       ? tag_of(call, *state)
                                   : image_tag(call, *planned.plan);
    planning.reset();
    auto response = not_modified(call, tag, drawing.format.mime_type).value_or(http::Response{});
    if (response.status == 200) {
        bool const is_kept = state && tile_settings(map, *drawing.overrides.layers);
        planned.grid_tile =
            is_kept ? find_grid_tile(call, request.system, planned.view) : std::nullopt;
        if (planned.grid_tile) {
            planned.listed = listed_parameters(map, *drawing.overrides.layers, call.parameters());
        }
        response = image_or_tile(call, planned, state);
    }
    bool const is_whole = !is_incomplete(response);
    if (response.status == 200 && is_whole) {
        set_validator(response, tag, false);
    }
    for (auto const& warning : drawing.warnings) {
        response.headers.emplace_back("Warning", warning);
    }
    if (age && is_whole) {
        response.headers.emplace_back("Cache-Control", "max-age=" + std::to_string(*age));
    }
    return response;
}

} // namespace

http::Response get_map(Call const& call)
{
    return with_map_errors([&] { return draw(call); });
}

} // namespace ms::ows::wms
