// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// What can be known to be wrong with a map before anything is drawn.

#include "mapfile/model/map.hpp"
#include "mapfile/problem.hpp"

namespace ms::mapfile {

/// Layers without a type, expressions that do not parse, unknown symbols and fonts, data sources
/// that lack their parts ... Looks at no file and no database.
[[nodiscard]] std::vector<Problem> check(Map const& map);

} // namespace ms::mapfile
