// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// What makes a tile store a GeoPackage (OGC 12-128r17, 1.3): tables that describe each tileset,
/// and a view of its tiles as the standard's programs look for them.

#include "store/sqlite_database.hpp"
#include "store/tile_matrix_set.hpp"

#include <cstdint>
#include <string>

namespace ms::store {

/// "GPKG" in ASCII.
constexpr std::int64_t geopackage_application_id = 0x47504B47;

/// For a file without tables, in a transaction.
void make_geopackage_tables(SqliteDatabase& database);

/// Describes the tileset of an id, whose tiles become the view "tileset_<id>".
/// \param name in full, which becomes the description
void add_to_geopackage(SqliteDatabase& database, std::int64_t id, std::string const& name,
                       TileMatrixSet const& matrix_set);
/// After its tiles have gone.
void remove_from_geopackage(SqliteDatabase& database, std::int64_t id);

} // namespace ms::store
