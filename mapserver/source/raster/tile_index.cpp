// SPDX-License-Identifier: MIT
#include "source/raster/tile_index.hpp"

#include "base/string.hpp"
#include "mapfile/text_file.hpp"
#include "source/registry.hpp"
#include "source/shapefile/source.hpp"

#include <filesystem>

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
    auto const& arguments = index.projection.arguments;
    bool const is_auto =
        arguments.size() == 1 && equals_ignoring_case(trim(arguments.front()), "AUTO");
    if (index.projection.is_set() && !is_auto) {
        return crs::parse(arguments);
    }
    if (index.connection_type != mapfile::ConnectionType::Local || index.data.empty()) {
        return {};
    }
    std::filesystem::path const path = shapefile::find_stem(map, index.data).string() + ".prj";
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored)
               ? crs::parse(mapfile::read_text_file(path))
               : crs::Definition{};
}

} // namespace ms::source::raster
