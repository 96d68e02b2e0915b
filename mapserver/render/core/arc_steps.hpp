// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Approximates arcs of circles with points.

#include "geometry/types.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ms::render {

/// Appends an arc, its ends included. Chords stay within 1/8 pixel of it.
/// \param from, to radians, clockwise as seen (y runs down)
inline void append_arc(geometry::Point middle, double radius, double from, double to,
                       std::vector<geometry::Point>& out)
{
    // A chord over the angle 2a stays r (1 - cos a) inside its circle.
    constexpr double tolerance = 0.125;
    constexpr double max_steps = 1000;
    double const half_angle = radius > tolerance ? std::acos(1 - tolerance / radius) : 1;
    double const requested = std::abs(to - from) / (2 * half_angle);
    int const steps = static_cast<int>(std::clamp(std::ceil(requested), 1.0, max_steps));
    for (int i = 0; i <= steps; ++i) {
        double const angle = from + (to - from) * i / steps;
        out.push_back({middle.x + radius * std::cos(angle), middle.y + radius * std::sin(angle)});
    }
}

} // namespace ms::render
