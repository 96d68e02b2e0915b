// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Tiles in one SQLite file, which may be a GeoPackage.

#include "store/tile_store.hpp"

#include <cstddef>
#include <filesystem>
#include <memory>

namespace ms::store {

/// Opens a file, or makes it. Equal tiles, as those of the sea, take their bytes once; a tile is
/// found by the unique index "xyz". The file is in WAL mode: readers do not wait for writers, and
/// it must not lie on a network file system.
/// \param max_bytes of the file's pages in use; beside it there is a log of some megabytes
/// \throws Error{Source} if it is not a file of ours, or cannot be opened or made
[[nodiscard]] std::unique_ptr<TileStore> open_sqlite_store(std::filesystem::path const& file,
                                                           std::size_t max_bytes);

/// The same with the tables that make it a GeoPackage: GDAL, QGIS and others open it, and show the
/// tilesets of PNG, JPEG and WebP. A tileset appears in it with its first tile that has a
/// matrix_set.
[[nodiscard]] std::unique_ptr<TileStore> open_geopackage_store(std::filesystem::path const& file,
                                                               std::size_t max_bytes);

} // namespace ms::store
