// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds the files of a raster layer.

#include "expr/expression.hpp"
#include "geometry/types.hpp"
#include "mapfile/model/map.hpp"
#include "source/raster/datasets.hpp"
#include "source/services.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ms::source::raster {

/// One file of a layer.
struct RasterPath {
    std::filesystem::path path; ///< absolute
    std::string crs;            ///< of TILESRS, or AUTO: that of the file; empty: the layer's
};

/// A file and where its pixels lie.
struct OpenedRaster {
    Lease file;
    ms::raster::GeoTransform to_world; ///< base pixels to the CRS of the file
};

/// DATA, or the files that TILEINDEX names, in its order: a layer of the map (a PostGIS table, say)
/// or a shapefile. TILEITEM holds names of files, below SHAPEPATH or beside the index or the
/// mapfile. Nothing is opened but the index. With ON_MISSING_DATA LOG or IGNORE, missing files are
/// left out with a line in the log.
/// \param box in the CRS of the index; nothing: all files
/// \param filter of rows of the index beside FILTER, the time of a request say
/// \throws LayerError{BadMapfile, Source}
[[nodiscard]] std::vector<RasterPath> files_of(mapfile::Map const& map, mapfile::Layer const& layer,
                                               std::optional<geometry::Box> const& box,
                                               Services const& services,
                                               expr::Expression const& filter = {});

/// The files that a VRT reads; null for other files.
/// \throws LayerError{Source} if it reads a forbidden file
[[nodiscard]] std::shared_ptr<Paths const> sources_of(mapfile::Map const& map,
                                                      mapfile::Layer const& layer,
                                                      std::filesystem::path const& path,
                                                      Services const& services);

/// Text that changes with the files of a layer and of their companions and sources. Not for
/// indexes. \throws LayerError
[[nodiscard]] std::string version_of_files(mapfile::Map const& map, mapfile::Layer const& layer,
                                           Services const& services);

/// Georeferenced by the file or its world file, else by EXTENT of the layer, else in pixels, with
/// the lower left corner at 0, 0. Uses the open files, unless PROCESSING is
/// "CLOSE_CONNECTION=NORMAL".
/// \throws LayerError{Source}, Error{Limit}
[[nodiscard]] OpenedRaster open_file(mapfile::Map const& map, mapfile::Layer const& layer,
                                     std::filesystem::path const& path, Services const& services);

} // namespace ms::source::raster
