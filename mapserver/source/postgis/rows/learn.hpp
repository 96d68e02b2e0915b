// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Queries the database about the table or sub-select of a layer.

#include "source/postgis/link/connection.hpp"
#include "source/postgis/sql/fetch.hpp"

namespace ms::source::postgis {

/// One round trip for a table or view, two or three for a sub-select, one more if only the rows
/// contain the SRID. Reads the catalogue and the planner's statistics, never all rows.
/// \throws DatabaseFailure, also if the table or its geometry does not exist; Error{Limit}
[[nodiscard]] TableFacts learn(LayerSettings const& layer, Connection& connection,
                               Deadline const& deadline);

/// \throws as learn()
[[nodiscard]] std::int64_t count_rows(LayerSettings const& layer, Connection& connection,
                                      Deadline const& deadline);

/// The only value of the only row of an answer. \throws as learn()
[[nodiscard]] std::int64_t requested_count(Statement const& statement, Connection& connection,
                                           Deadline const& deadline);

} // namespace ms::source::postgis
