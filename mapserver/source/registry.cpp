// SPDX-License-Identifier: MIT
#include "source/registry.hpp"

#include "base/error.hpp"
#include "source/inline_source.hpp"
#include "source/postgis/source.hpp"
#include "source/shapefile/source.hpp"
#include "source/shapefile/tile_index.hpp"

#include <array>
#include <string_view>

namespace ms::source {

namespace {

/// One kind of data. The first row that serves a layer opens it.
struct Row {
    std::string_view name;
    bool (*serves)(mapfile::Layer const&);
    std::unique_ptr<FeatureSource> (*open)(mapfile::Map const&, mapfile::Layer const&,
                                           Services const&);
};

bool has_features(mapfile::Layer const& layer)
{
    return !layer.features.empty(); // whatever else the layer says, as in MapServer
}

bool has_tile_index(mapfile::Layer const& layer)
{
    return layer.connection_type == mapfile::ConnectionType::Local && !layer.tile_index.empty() &&
           layer.type != mapfile::LayerType::Raster;
}

bool has_shapefile(mapfile::Layer const& layer)
{
    return layer.connection_type == mapfile::ConnectionType::Local && !layer.data.empty() &&
           layer.type != mapfile::LayerType::Raster;
}

bool is_postgis(mapfile::Layer const& layer)
{
    return layer.connection_type == mapfile::ConnectionType::PostGis;
}

constexpr std::array rows{
    Row{"inline", has_features, open_inline},
    Row{"PostGIS", is_postgis, postgis::open},
    Row{"tile index", has_tile_index, shapefile::open_tile_index},
    Row{"shapefile", has_shapefile, shapefile::open},
};

} // namespace

std::unique_ptr<FeatureSource> open_source(mapfile::Map const& map, mapfile::Layer const& layer,
                                           Services const& services)
{
    for (auto const& row : rows) {
        if (row.serves(layer)) {
            return row.open(map, layer, services);
        }
    }
    throw Error{ErrorKind::BadMapfile, "layer \"" + layer.name +
                                           "\": this CONNECTIONTYPE is not supported (" +
                                           map.where(layer.at) + ")"};
}

} // namespace ms::source
