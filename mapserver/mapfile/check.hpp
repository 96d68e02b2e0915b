// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// What can be known to be wrong with a map before anything is drawn.

#include "mapfile/problem_list.hpp"

namespace ms::mapfile {

/// Expressions that do not parse, unknown symbols, fonts and masks, data sources that lack their
/// parts, limits that exclude each other ... Errors spoil at least a layer; warnings are doubts.
/// Looks at no file and no database. For people who write maps: costs more than reading them.
[[nodiscard]] std::vector<Problem> check(Map const& map);

// Its parts.
void check_expressions(Map const& map, ProblemList& problems);
void check_references(Map const& map, ProblemList& problems);
void check_sources(Map const& map, ProblemList& problems);
void check_validation(Map const& map, ProblemList& problems);

} // namespace ms::mapfile
