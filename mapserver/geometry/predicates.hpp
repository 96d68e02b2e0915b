// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Tests where a point lies relative to a feature.

#include "geometry/column.hpp"

#include <cstddef>

namespace ms::geometry {

/// The square of the distance of a point from the segment between a and b.
[[nodiscard]] double squared_distance_to_segment(Point a, Point b, Point p) noexcept;

/// Whether a point is in a polygon's area: an odd number of its rings' edges is to the left. Needs
/// no nesting of rings; which side an edge belongs to is as it comes. Lines and points contain
/// nothing.
[[nodiscard]] bool contains(GeometryColumn const& column, std::size_t feature,
                            Point point) noexcept;

/// To the nearest point, segment or edge, also from inside a polygon; infinite for an empty
/// feature.
[[nodiscard]] double distance_to_outline(GeometryColumn const& column, std::size_t feature,
                                         Point point) noexcept;

/// 0 in a polygon, else distance_to_outline().
[[nodiscard]] double distance(GeometryColumn const& column, std::size_t feature,
                              Point point) noexcept;

} // namespace ms::geometry
