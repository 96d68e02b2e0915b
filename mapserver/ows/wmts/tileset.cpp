// SPDX-License-Identifier: MIT
#include "ows/wmts/tileset.hpp"

#include "base/string.hpp"
#include "ows/common/access.hpp"
#include "ows/common/metadata.hpp"
#include "ows/common/offered_systems.hpp"
#include "ows/common/per_map_cache.hpp"
#include "ows/wms/dimensions.hpp"
#include "ows/wms/formats.hpp"
#include "ows/wmts/wmts_exception.hpp"
#include "render/core/gdal_output.hpp"
#include "render/core/mvt_output.hpp"
#include "render/core/output.hpp"

#include <algorithm>

namespace ms::ows::wmts {

namespace {

bool is_offered(mapfile::Map const& map, mapfile::Layer const& layer)
{
    return is_enabled(map, layer, "GetTile", Service::Wmts) && is_enabled(map, layer, "GetMap");
}

bool has_name(std::vector<std::string> const& names, std::string_view name)
{
    return std::ranges::any_of(
        names, [&](std::string const& other) { return equals_ignoring_case(other, name); });
}

void add(std::vector<TileDimension>& all, TileDimension dimension)
{
    bool const is_known = std::ranges::any_of(all, [&](TileDimension const& other) {
        return equals_ignoring_case(other.identifier, dimension.identifier);
    });
    if (!is_known && !dimension.values.empty()) {
        all.push_back(std::move(dimension));
    }
}

bool is_of_tiles(mapfile::OutputFormat const& format)
{
    bool const is_image = render::document_of(format).empty() && !render::is_gdal_format(format) &&
                          !render::writes_features(format);
    return is_image || render::is_mvt_format(format);
}

} // namespace

bool is_offered(Call const& call)
{
    auto const& map = *call.map;
    return is_address_allowed(map, call.request.remote_address, Service::Wmts) &&
           is_address_allowed(map, call.request.remote_address) &&
           std::ranges::any_of(map.layers,
                               [&](auto const& layer) { return is_offered(map, layer); });
}

bool is_offered(mapfile::Map const& map, std::vector<std::size_t> const& layers)
{
    return !layers.empty() && std::ranges::all_of(layers, [&](std::size_t index) {
        return is_offered(map, map.layers[index]);
    });
}

Tileset find_tileset(mapfile::Map const& map, std::string_view name)
{
    Tileset tileset{std::string{name}, wms::find_layers(map, name, "GetMap")};
    if (!is_offered(map, tileset.layers)) {
        throw WmtsException{invalid_value, "LAYER",
                            "There is no layer \"" + std::string{name.substr(0, 100)} +
                                "\" with tiles."};
    }
    return tileset;
}

bool is_drawn_in(mapfile::Map const& map, Tileset const& tileset, std::string_view system)
{
    if (has_name(offered_systems(map, map.web.metadata, map.projection), system)) {
        return true;
    }
    return std::ranges::all_of(tileset.layers, [&](std::size_t index) {
        auto const& layer = map.layers[index];
        return has_name(offered_systems(map, layer.metadata, layer.projection), system);
    });
}

std::vector<std::string> styles_of(mapfile::Map const& map, Tileset const& tileset)
{
    std::vector<std::string> styles{"default"};
    if (tileset.layers.size() != 1) {
        return styles;
    }
    for (auto const& class_ : map.layers[tileset.layers.front()].classes) {
        if (!class_.group.empty() && !has_name(styles, class_.group)) {
            styles.push_back(class_.group);
        }
    }
    return styles;
}

std::vector<TileDimension> dimensions_of(mapfile::Map const& map, Tileset const& tileset)
{
    std::vector<TileDimension> all;
    for (auto const index : tileset.layers) {
        auto const& layer = map.layers[index];
        add(all, {"time", "TIME", "ISO8601", std::string{wms_value(layer.metadata, "timedefault")},
                  split_list(wms_value(layer.metadata, "timeextent"))});
        for (auto const& dimension : wms::dimensions_of(layer)) {
            bool const is_elevation = equals_ignoring_case(dimension.name, "elevation");
            add(all,
                {dimension.name, is_elevation ? "ELEVATION" : "DIM_" + to_upper(dimension.name),
                 std::string{dimension.units}, std::string{dimension.default_value},
                 split_list(dimension.extent)});
        }
    }
    return all;
}

std::vector<mapfile::OutputFormat> formats_of(mapfile::Map const& map)
{
    std::vector<mapfile::OutputFormat> formats;
    for (auto& format : wms::map_formats(map)) {
        bool const is_new = std::ranges::find(formats, format.mime_type,
                                              &mapfile::OutputFormat::mime_type) == formats.end();
        if (is_new && is_of_tiles(format)) {
            formats.push_back(std::move(format));
        }
    }
    auto const first = std::ranges::find(formats, render::find_output_format(map, "").mime_type,
                                         &mapfile::OutputFormat::mime_type);
    if (first != formats.end()) {
        std::rotate(formats.begin(), first, first + 1);
    }
    return formats;
}

std::shared_ptr<std::vector<mapfile::OutputFormat> const> formats_of(Call const& call)
{
    auto const make = [&] {
        return std::make_shared<std::vector<mapfile::OutputFormat> const>(formats_of(*call.map));
    };
    return call.per_map ? call.per_map->tile_formats(make) : make();
}

std::optional<geometry::Box> limits_of(mapfile::Map const& map, Tileset const& tileset,
                                       std::string const& system)
{
    BoxTransformer transformer{{map.proj_data()}};
    auto const& target = transformer.system(system);
    geometry::Box all;
    for (auto const index : tileset.layers) {
        auto const place = written_extent_of(map, map.layers[index]);
        auto const box = place ? transformer.transform(*place, target) : std::nullopt;
        if (!box) {
            return std::nullopt;
        }
        all.extend({box->min_x, box->min_y});
        all.extend({box->max_x, box->max_y});
    }
    return all.is_empty() ? std::nullopt : std::optional{all};
}

std::optional<geometry::Box> limits_of(Call const& call, Tileset const& tileset,
                                       std::string const& system)
{
    auto const compute = [&] { return limits_of(*call.map, tileset, system); };
    return call.per_map ? call.per_map->limits({system, tileset.layers}, compute) : compute();
}

} // namespace ms::ows::wmts
