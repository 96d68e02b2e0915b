// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Rotated rectangles.

#include "geometry/types.hpp"

#include <array>

namespace ms::label {

/// A convex quadrangle in pixels and the box around it.
struct Quad {
    std::array<geometry::Point, 4> corners;
    geometry::Box box;
};

/// The rectangle turned about a point. \param angle_rad counter-clockwise as seen
[[nodiscard]] Quad turned(geometry::Box const& box, geometry::Point about,
                          double angle_rad) noexcept;

[[nodiscard]] inline Quad upright(geometry::Box const& box) noexcept
{
    return {{geometry::Point{box.min_x, box.min_y},
             {box.max_x, box.min_y},
             {box.max_x, box.max_y},
             {box.min_x, box.max_y}},
            box};
}

/// Whether they share a point; touching counts (as in MapServer), up to a rounding error.
[[nodiscard]] bool overlap(Quad const& a, Quad const& b) noexcept;

/// p turned about another point, counter-clockwise as seen.
[[nodiscard]] geometry::Point turned(geometry::Point p, geometry::Point about,
                                     double angle_rad) noexcept;

} // namespace ms::label
