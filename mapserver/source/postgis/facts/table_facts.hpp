// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Facts about the table or sub-select of a layer. Learned once per process, immutable.

#include "feature/schema.hpp"
#include "geometry/types.hpp"
#include "source/postgis/facts/types.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace ms::source::postgis {

/// A table with the same rows and columns whose geometries omit details below this pixel size.
struct DetailLevel {
    double pixel_size = 0; ///< in units of the geometry
    std::string table;     ///< as written after FROM
};

struct TableFacts {
    feature::Schema schema;         ///< all columns but the layer's geometry
    std::vector<std::string> types; ///< pg_type.typname of schema.fields

    std::string geometry; ///< the geometry column as the database spells it
    bool is_geography = false;
    int srid = 0;          ///< `using srid=`, else that of the column or its first row
    int declared_srid = 0; ///< of the column; 0: not declared
    int shape = 0;         ///< 1 point ... 7 collection, 0: any
    bool flat = false;     ///< known to have no Z and M
    std::string key;       ///< primary key or unique column; "": unknown

    /// A row's place and writer can be read, and validate the row: a plain table, not a union of
    /// several tables.
    bool has_row_versions = false;

    bool is_near = false; ///< bytes reach us without a network: the database is on this machine

    // Estimates of the planner, -1 and nullopt if the table was never analysed; and its size.
    double rows = -1;
    double vertices_per_row = -1;
    std::optional<geometry::Box> extent;
    std::optional<std::chrono::steady_clock::time_point> extent_failed_at; ///< it was too slow
    double bytes = -1; ///< of all rows, with what is stored out of line; -1: a view, or partitioned
    bool may_have_large_rows = false; ///< large values are stored out of line

    double thinned_for = 0;          ///< pixel size of a level of detail; 0: not a level of detail
    std::vector<DetailLevel> levels; ///< the coarsest first; only if the layer enables them
};

} // namespace ms::source::postgis
