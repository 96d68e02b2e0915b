// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds errors of a map before anything is drawn.

#include "mapfile/problem_list.hpp"

namespace ms::mapfile {

/// Finds expressions that do not parse, unknown symbols, fonts and masks, incomplete data sources,
/// contradictory limits ... Errors affect at least a layer; warnings are doubtful. Reads no files
/// and no database. For authors of maps: costs more than loading them.
[[nodiscard]] std::vector<Problem> check(Map const& map);

// Its parts.
void check_expressions(Map const& map, ProblemList& problems);
void check_references(Map const& map, ProblemList& problems);
void check_sources(Map const& map, ProblemList& problems);
void check_validation(Map const& map, ProblemList& problems);

} // namespace ms::mapfile
