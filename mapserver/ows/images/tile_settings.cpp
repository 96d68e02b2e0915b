// SPDX-License-Identifier: MIT
#include "ows/images/tile_settings.hpp"

#include "base/string.hpp"
#include "mapfile/map_index.hpp"
#include "ows/common/metadata.hpp"

#include <algorithm>
#include <cmath>

namespace ms::ows {

namespace {

template <typename Number>
Number clamped(std::optional<Number> value, Number otherwise, Number least, Number most)
{
    return std::clamp(value.value_or(otherwise), least, most);
}

/// The layer's setting overrides the map's.
bool wants_tiles(mapfile::Map const& map, mapfile::Layer const& layer)
{
    return find_wms(layer.metadata, "tile_cache") == nullptr
               ? is_wms_set(map.web.metadata, "tile_cache")
               : is_wms_set(layer.metadata, "tile_cache");
}

} // namespace

std::optional<TileSettings> tile_settings(mapfile::Map const& map,
                                          std::vector<render::LayerChoice> const& layers)
{
    if (!std::ranges::all_of(layers, [&](render::LayerChoice const& choice) {
            return wants_tiles(map, map.layers[choice.layer]);
        })) {
        return std::nullopt;
    }
    auto const& metadata = map.web.metadata;
    TileSettings settings;
    settings.max_scaling = clamped(parse_double(wms_value(metadata, "tile_cache_max_scaling")),
                                   settings.max_scaling, 1.01, 4.0);
    settings.tile_px = clamped(parse_int(wms_value(metadata, "tile_cache_tile_size")),
                               settings.tile_px, 128, 1024);
    settings.gutter_px =
        clamped(parse_int(wms_value(metadata, "tile_cache_gutter")), settings.gutter_px, 0, 512);
    if (auto const age = parse_int(wms_value(metadata, "tile_cache_max_age")); age && *age > 0) {
        settings.max_age_s = age;
    }
    if (auto const cell = parse_double(wms_value(metadata, "tile_cache_resolution"));
        cell && std::isnormal(*cell) && *cell > 0) {
        settings.cell = cell;
    }
    settings.store = wms_value(metadata, "tile_cache_store");
    settings.assembly_threads = static_cast<std::size_t>(
        clamped(parse_int(wms_value(metadata, "tile_cache_assembly_threads")), 1, 1, 16));
    settings.assembly_max_zoom =
        clamped(parse_int(wms_value(metadata, "tile_cache_assembly_threads_maxzoom")),
                settings.assembly_max_zoom, 0, 30);
    return settings;
}

bool substitutes_any(mapfile::Map const& map, std::span<std::string_view const> names)
{
    auto const has_any = [&](mapfile::StringMap const& validation) {
        return std::ranges::any_of(names,
                                   [&](auto name) { return validation.find(name) != nullptr; });
    };
    return has_any(map.web.validation) ||
           std::ranges::any_of(mapfile::index_of(map)->validated, [&](std::size_t index) {
               auto const& layer = map.layers[index];
               return has_any(layer.validation) ||
                      std::ranges::any_of(layer.classes, [&](mapfile::Class const& drawn) {
                          return has_any(drawn.validation);
                      });
           });
}

render::ResolutionLevels resolution_levels_of(TileSettings const& settings,
                                              crs::Definition const& crs)
{
    // OGC 17-083r4, annexes D.1 and D.2: WebMercatorQuad has 156543.033928041 m, the levels of
    // WorldCRS84Quad are half of 360 degrees on 256 pixels and less.
    constexpr double of_meters = 156543.03392804097;
    constexpr double of_degrees = 360.0 / 256;
    bool const is_geographic = crs.is_defined() && crs.is_geographic();
    return {settings.cell.value_or(is_geographic ? of_degrees : of_meters), settings.max_scaling};
}

} // namespace ms::ows
