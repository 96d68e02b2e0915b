// SPDX-License-Identifier: MIT
#include "source/registry.hpp"

#include "base/error.hpp"
#include "source/cluster/source.hpp"
#include "source/grid/source.hpp"
#include "source/inline_source.hpp"
#include "source/listed_items.hpp"
#include "source/ogr/sorted_shapefile.hpp"
#include "source/ogr/source.hpp"
#include "source/postgis/source.hpp"
#include "source/raster/computed.hpp"
#include "source/raster/source.hpp"
#include "source/recoded.hpp"
#include "source/shapefile/source.hpp"
#include "source/shapefile/tile_index.hpp"
#include "source/union/source.hpp"
#include "source/wfs/source.hpp"
#include "source/wms/server.hpp"
#include "source/wms/source.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace ms::source {

namespace {

/// One kind of data. The first row that matches a layer opens it.
struct Row {
    std::string_view name;
    bool (*serves)(mapfile::Layer const&);
    std::unique_ptr<FeatureSource> (*open)(mapfile::Map const&, mapfile::Layer const&,
                                           Services const&);
    bool has_raw_texts = false; ///< ENCODING applies to its texts
    bool has_items = false;     ///< PROCESSING "ITEMS" lists what it shows
};

bool is_grid(mapfile::Layer const& layer)
{
    return layer.grid.has_value(); // it decides the kind of layer in MapServer too
}

bool has_clusters(mapfile::Layer const& layer)
{
    return layer.has_clusters();
}

bool has_features(mapfile::Layer const& layer)
{
    return !layer.features.empty(); // has priority over other keywords, as in MapServer
}

bool has_tile_index(mapfile::Layer const& layer)
{
    return (layer.connection_type == mapfile::ConnectionType::Local ||
            layer.connection_type == mapfile::ConnectionType::Ogr) &&
           !layer.tile_index.empty() && layer.type != mapfile::LayerType::Raster;
}

bool has_shapefile(mapfile::Layer const& layer)
{
    return layer.connection_type == mapfile::ConnectionType::Local && !layer.data.empty() &&
           layer.type != mapfile::LayerType::Raster;
}

bool is_union(mapfile::Layer const& layer)
{
    return layer.connection_type == mapfile::ConnectionType::Union;
}

bool is_postgis(mapfile::Layer const& layer)
{
    return layer.connection_type == mapfile::ConnectionType::PostGis;
}

constexpr std::array rows{
    Row{"cluster", has_clusters, cluster::open}, // in front: it is over one of the others
    Row{"map server", wms::is_cascaded, wms::open},
    Row{"feature server", wfs::is_cascaded, wfs::open, true},
    Row{"computed", raster::is_computed, raster::open_computed},
    Row{"raster", raster::is_raster, raster::open},
    Row{"graticule", is_grid, grid::open},
    Row{"inline", has_features, open_inline, true},
    Row{"union", is_union, union_layer::open},
    Row{"PostGIS", is_postgis, postgis::open, true, true},
    Row{"tile index", has_tile_index, shapefile::open_tile_index, false, true},
    Row{"shapefile", has_shapefile, shapefile::open, false, true},
    Row{"shapefile of OGR", shapefile::is_shapefile_of_ogr, ogr::open_sorted_shapefile, false,
        true},
    Row{"file of GDAL's formats", ogr::is_file, ogr::open, true, true},
};

/// \param first the row to begin with
Row const& row_of(mapfile::Map const& map, mapfile::Layer const& layer, std::size_t first = 0)
{
    auto const* const row = std::ranges::find_if(
        rows.begin() + first, rows.end(), [&](Row const& each) { return each.serves(layer); });
    if (row == rows.end()) {
        auto const* const what =
            layer.type == mapfile::LayerType::Raster
                ? "a layer of TYPE RASTER needs DATA or TILEINDEX with files, and no CONNECTIONTYPE"
                : "this CONNECTIONTYPE is not supported";
        throw Error{ErrorKind::BadMapfile,
                    "layer \"" + layer.name + "\": " + what + " (" + map.where(layer.at) + ")"};
    }
    return *row;
}

std::unique_ptr<FeatureSource> open_by(Row const& row, mapfile::Map const& map,
                                       mapfile::Layer const& layer, Services const& services)
{
    auto source = row.open(map, layer, services);
    if (row.has_raw_texts) {
        source = recoded(std::move(source), map, layer);
    }
    return row.has_items ? with_listed_items(std::move(source), layer) : std::move(source);
}

} // namespace

void require_support(mapfile::Map const& map, mapfile::Layer const& layer)
{
    (void)row_of(map, layer);
}

std::unique_ptr<FeatureSource> open_source(mapfile::Map const& map, mapfile::Layer const& layer,
                                           Services const& services)
{
    return open_by(row_of(map, layer), map, layer, services);
}

std::unique_ptr<FeatureSource> open_ungrouped(mapfile::Map const& map, mapfile::Layer const& layer,
                                              Services const& services)
{
    constexpr std::size_t behind_cluster = 1;
    return open_by(row_of(map, layer, behind_cluster), map, layer, services);
}

} // namespace ms::source
