// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Estimates how long GEOS will take to simplify a shape, which cannot be interrupted.

#include "geometry/shape.hpp"

#include <chrono>

namespace ms::geometry {

/// The time of GEOSSimplify: Douglas & Peucker measure each vertex against a chord once per level
/// of their recursion, n log n times for most lines and n^2 / 2 times for a comb. Counts exactly
/// that, which takes about as long, but stops when the thread's GeosLimit does.
/// \param tolerance 0 or more \throws Error{ErrorKind::Limit}
[[nodiscard]] std::chrono::nanoseconds simplify_time(Shape shape, double tolerance);

/// The time of GEOSTopologyPreserveSimplify, which also compares each chord with the segments whose
/// boxes intersect its own: estimated for segments spread evenly over the shape's box.
[[nodiscard]] std::chrono::nanoseconds simplify_validly_time(Shape shape, double tolerance);

} // namespace ms::geometry
