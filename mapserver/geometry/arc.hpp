// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Approximates circular arcs with segments.

#include "geometry/types.hpp"

#include <vector>

namespace ms::geometry {

/// Appends the arc from `start` (which is in `out` already) through `middle` to `end`, with `end`
/// as its last vertex: at most 10 degrees per segment and at least 10 segments, as MapServer does.
/// Three points on a line give their two segments; start == end is the circle with the diameter
/// start-middle (ISO 13249-3, ST_CircularString), counterclockwise.
void append_arc(Point start, Point middle, Point end, std::vector<Point>& out);

} // namespace ms::geometry
