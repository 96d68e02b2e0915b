// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Computes the parallel of a line, without removing self-intersections.

#include "geometry/types.hpp"

#include <span>
#include <vector>

namespace ms::geometry {

/// Moves every segment sideways and joins neighbours where they cross, at any distance; the ends of
/// the line are square. Loops in tight bends remain. This is MapServer's parallel of lines that
/// GEOS rejects.
///
/// \param distance to the right of the line as seen with y down; negative: to its left
/// \returns as many vertices as the line has without repeated ones; empty for less than two
[[nodiscard]] std::vector<Point> mitred_parallel(std::span<Point const> line, double distance);

} // namespace ms::geometry
