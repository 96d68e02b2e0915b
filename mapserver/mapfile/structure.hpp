// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Checks for required keywords of blocks.

#include "mapfile/problem_list.hpp"

namespace ms::mapfile {

/// Layers without TYPE, output formats without DRIVER, symbols without a shape, empty SCALETOKENs:
/// MapServer does not load such a map.
void check_structure(Map const& map, ProblemList& problems);

} // namespace ms::mapfile
