// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A line beside a line, without a look at where it crosses itself.

#include "geometry/types.hpp"

#include <span>
#include <vector>

namespace ms::geometry {

/// Moves every segment sideways and lets neighbours meet where they cross, however far that is; at
/// the ends of the line it stops square. Loops in tight bends stay. MapServer's parallel of lines
/// that GEOS does not take.
///
/// \param distance to the right of the line as seen with y down; negative: to its left
/// \returns as many vertices as the line has without repeated ones; none for less than two
[[nodiscard]] std::vector<Point> mitred_parallel(std::span<Point const> line, double distance);

} // namespace ms::geometry
