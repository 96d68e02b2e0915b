// SPDX-License-Identifier: MIT
#include "source/raster/tile_index.hpp"

#include "source/data_crs.hpp"
#include "source/registry.hpp"

namespace ms::source::raster {

mapfile::Layer const& index_layer(mapfile::Map const& map, mapfile::Layer const& layer,
                                  mapfile::Layer& own)
{
    if (auto const* const named = map.find_layer(layer.tile_index)) {
        return *named;
    }
    own.name = layer.name;
    own.type = mapfile::LayerType::Polygon;
    own.data = layer.tile_index;
    own.data_at = layer.at;
    own.at = layer.at;
    return own;
}

std::optional<geometry::Box> extent_of_index(mapfile::Map const& map, mapfile::Layer const& layer,
                                             Services const& services)
{
    mapfile::Layer own;
    return open_source(map, index_layer(map, layer, own), services)->extent();
}

crs::Definition crs_of_index(mapfile::Map const& map, mapfile::Layer const& layer)
{
    mapfile::Layer own;
    auto const& index = index_layer(map, layer, own);
    return index.projection.is_set() ? written_crs(map, index) : data_crs(map, index);
}

} // namespace ms::source::raster
