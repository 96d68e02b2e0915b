// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Selects levels of detail: generalised copies of a layer's table for small scales. The database's
/// owner makes them (scripts/mapserver_lod.sql); a layer uses them with PROCESSING "LOD=AUTO".

#include "source/postgis/rows/table.hpp"
#include "source/postgis/sql/fetch.hpp"

#include <span>

namespace ms::source::postgis {

/// The coarsest level whose pixels are no larger than the query's; nullptr selects the table
/// itself: for full precision, and for points, whose vertices are visible.
/// \param levels the coarsest first
[[nodiscard]] DetailLevel const* choose_level(std::span<DetailLevel const> levels,
                                              Query const& query) noexcept;

/// The table of a layer, or the level of detail that is enough for this query. A level that is
/// gone, or lacks a column of the query, is not used. \throws Error naming the layer
[[nodiscard]] Table table_for(LayerSettings const& layer, Query const& query,
                              Services const& services);

} // namespace ms::source::postgis
