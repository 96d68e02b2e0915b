// SPDX-License-Identifier: MIT
#include "base/string.hpp"
#include "ows/wms/dispatch.hpp"
#include "ows/wmts/operations.hpp"
#include "ows/wmts/tileset.hpp"
#include "ows/wmts/wmts_exception.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ms::ows::wmts {

namespace {

/// What a tile is requested by, and what GetMap would read otherwise: a style sheet or a filter
/// would be another tile at the same place.
constexpr std::array<std::string_view, 41> dropped{"service",
                                                   "request",
                                                   "version",
                                                   "layer",
                                                   "style",
                                                   "format",
                                                   "tilematrixset",
                                                   "tilematrix",
                                                   "tilerow",
                                                   "tilecol",
                                                   "i",
                                                   "j",
                                                   "infoformat",
                                                   "layers",
                                                   "styles",
                                                   "srs",
                                                   "crs",
                                                   "bbox",
                                                   "width",
                                                   "height",
                                                   "exceptions",
                                                   "sld",
                                                   "sld_body",
                                                   "filter",
                                                   "bgcolor",
                                                   "transparent",
                                                   "tiled",
                                                   "angle",
                                                   "query_layers",
                                                   "x",
                                                   "y",
                                                   "info_format",
                                                   "feature_count",
                                                   "wmtver",
                                                   "time",
                                                   "elevation",
                                                   "bbox_pixel_is_point",
                                                   "map_resolution",
                                                   "map.resolution",
                                                   "dpi",
                                                   "format_options"};

bool is_dropped(std::string_view name)
{
    return std::ranges::any_of(
        dropped, [&](std::string_view other) { return equals_ignoring_case(name, other); });
}

/// WMS's parameters of the dimensions that the request gives values for. "default" is the value for
/// those that must have one, in paths.
void append_dimensions(http::Parameters& to, http::Parameters const& from,
                       std::vector<TileDimension> const& dimensions)
{
    for (auto const& dimension : dimensions) {
        auto const* const value = from.last(dimension.identifier);
        if (value != nullptr && !equals_ignoring_case(*value, "default")) {
            to.append(dimension.parameter, *value);
        }
    }
}

/// As WMS names it: the default is "", so that kept tiles are the same whatever a client writes.
std::string checked_style(mapfile::Map const& map, Tileset const& tileset, std::string const& style)
{
    if (style.empty() || equals_ignoring_case(style, "default")) {
        return {};
    }
    for (auto const& known : styles_of(map, tileset)) {
        if (equals_ignoring_case(known, style)) {
            return known;
        }
    }
    throw WmtsException{invalid_value, "STYLE",
                        "The layer has no style \"" + style.substr(0, 100) + '"'};
}

void check_limits(Call const& call, TileRequest const& tile, Tileset const& tileset)
{
    auto const box = limits_of(call, tileset, tile.set.system);
    if (!box) {
        return;
    }
    auto const range = tiles_in(tile.level(), *box);
    if (!range || !range->contains(tile.column, tile.row)) {
        bool const is_row_wrong =
            range && tile.column >= range->first_column && tile.column <= range->last_column;
        throw WmtsException{tile_out_of_range, is_row_wrong ? "TILEROW" : "TILECOL",
                            "The layer has no tile there."};
    }
}

/// A request to WMS for the box of a tile.
http::Request map_request(Call const& call, TileRequest const& tile, std::string_view operation)
{
    auto const& map = *call.map;
    auto const tileset = find_tileset(map, tile.layer);
    auto const style = checked_style(map, tileset, tile.style);
    if (!is_drawn_in(map, tileset, tile.set.system)) {
        throw WmtsException{invalid_value, "TILEMATRIXSET",
                            "The layer is not drawn in the CRS of this TILEMATRIXSET."};
    }
    check_limits(call, tile, tileset);
    auto request = call.request;
    http::Parameters parameters;
    auto const dimensions = dimensions_of(map, tileset);
    for (auto const& [name, value] : call.parameters().entries()) {
        bool const is_dimension = std::ranges::any_of(dimensions, [&](TileDimension const& other) {
            return equals_ignoring_case(other.identifier, name);
        });
        if (!is_dropped(name) && !is_dimension) {
            parameters.append(name, value);
        }
    }
    append_dimensions(parameters, call.parameters(), dimensions);
    auto const box = tile.level().extent_of(tile.column, tile.row);
    auto const size = std::to_string(tile.level().tile_px);
    for (auto& [name, value] : std::to_array<std::pair<std::string, std::string>>(
             {{"SERVICE", "WMS"},
              {"VERSION", "1.1.1"}, // x, y for every CRS
              {"REQUEST", std::string{operation}},
              {"LAYERS", tileset.name},
              {"STYLES", style},
              {"SRS", tile.set.system},
              {"BBOX", fmt::format("{},{},{},{}", box.min_x, box.min_y, box.max_x, box.max_y)},
              {"WIDTH", size},
              {"HEIGHT", size},
              {"FORMAT", tile.format}})) {
        parameters.append(std::move(name), std::move(value));
    }
    request.parameters = std::move(parameters);
    // That of the map: kept tiles and entity tags are WMS's.
    auto const steps = split(request.path_info, '/');
    if (steps.size() > 1) {
        request.path_info = '/' + std::string{steps[1]};
    }
    return request;
}

http::Response answer_by_wms(Call const& call, http::Request const& request)
{
    return wms::answer({request, call.map, call.services, call.settings, call.map_version,
                        call.open_stream, call.per_map});
}

} // namespace

http::Response get_tile(Call const& call)
{
    auto const tile = parse_tile(call, TileUse::Image);
    return answer_by_wms(call, map_request(call, tile, "GetMap"));
}

http::Response get_feature_info(Call const& call)
{
    auto const tile = parse_tile(call, TileUse::FeatureInfo);
    auto request = map_request(call, tile, "GetFeatureInfo");
    request.parameters.append("QUERY_LAYERS", tile.layer);
    request.parameters.append("INFO_FORMAT", tile.info_format);
    request.parameters.append("X", std::to_string(tile.pixel_x));
    request.parameters.append("Y", std::to_string(tile.pixel_y));
    return answer_by_wms(call, request);
}

} // namespace ms::ows::wmts
