// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads the extent of a layer's rows.

#include "geometry/types.hpp"
#include "source/postgis/link/connection.hpp"
#include "source/postgis/sql/fetch.hpp"

#include <optional>
#include <string_view>

namespace ms::source::postgis {

/// PostGIS's "BOX(1 2,3 4)". Not by scanf(): a script's program may have set a locale with decimal
/// commas.
[[nodiscard]] std::optional<geometry::Box> parse_box(std::string_view text);

/// Whether all rows can be read in some milliseconds: exact boxes are worth that. The database
/// counts the rows of a table that was analysed; of any other one the size tells.
[[nodiscard]] bool is_small(TableFacts const& facts) noexcept;

/// The box of all rows, which are read for it; nullopt: there are no rows. \throws as learn()
[[nodiscard]] std::optional<geometry::Box> read_extent(LayerSettings const& layer,
                                                       TableFacts const& facts,
                                                       Connection& connection,
                                                       Deadline const& deadline);

/// A box that no row leaves, at a price that does not grow with their number: that of the table's
/// spatial index, which also contains rows that are deleted or not yet committed; or that of all
/// rows of a small table. nullopt: there is neither. \throws as learn()
[[nodiscard]] std::optional<geometry::Box> read_bound(LayerSettings const& layer,
                                                      TableFacts const& facts,
                                                      Connection& connection,
                                                      Deadline const& deadline);

} // namespace ms::source::postgis
