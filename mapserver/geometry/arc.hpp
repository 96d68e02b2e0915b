// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Approximates circular arcs with segments.

#include "geometry/types.hpp"

#include <vector>

namespace ms::geometry {

/// Appends the arc from `start` (which is in `out` already) through `middle` to `end`, with `end`
/// as its last vertex, with MapServer's vertices: each 10 degrees, the last segment up to 20; 11
/// equal segments for less than 100 degrees.
/// Three points on a line give one segment; start == end is the circle with the diameter
/// start-middle (ISO 13249-3, ST_CircularString), counterclockwise.
void append_arc(Point start, Point middle, Point end, std::vector<Point>& out);

} // namespace ms::geometry
