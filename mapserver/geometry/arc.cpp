// SPDX-License-Identifier: MIT
#include "geometry/arc.hpp"

#include "geometry/finite.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ms::geometry {
namespace {

constexpr double full_turn = 2 * std::numbers::pi;

struct Arc {
    Point center;
    double radius = 0;
    double start_angle = 0;
    double sweep = 0; ///< signed, counterclockwise positive
};

double angle_around(Point center, Point p)
{
    return std::atan2(p.y - center.y, p.x - center.x);
}

Arc circle(Point start, Point opposite)
{
    Point const center{(start.x + opposite.x) / 2, (start.y + opposite.y) / 2};
    return {center, std::hypot(start.x - center.x, start.y - center.y), angle_around(center, start),
            full_turn};
}

/// Radius 0 when the points lie on a line.
Arc arc_through(Point start, Point middle, Point end)
{
    if (start == end) {
        return circle(start, middle);
    }
    // Circumcentre, relative to the start so that large coordinates do not cancel.
    double const bx = middle.x - start.x;
    double const by = middle.y - start.y;
    double const cx = end.x - start.x;
    double const cy = end.y - start.y;
    double const cross = bx * cy - by * cx;
    double const b2 = bx * bx + by * by;
    double const c2 = cx * cx + cy * cy;
    if (std::abs(cross) <= 1e-12 * (b2 + c2)) {
        return {};
    }
    double const ux = (cy * b2 - by * c2) / (2 * cross);
    double const uy = (bx * c2 - cx * b2) / (2 * cross);
    Arc arc{{start.x + ux, start.y + uy}, std::hypot(ux, uy), std::atan2(-uy, -ux), 0};
    arc.sweep = angle_around(arc.center, end) - arc.start_angle;
    // The middle point is left of the chord for a clockwise arc.
    bool const is_counterclockwise = cross > 0;
    if (is_counterclockwise && arc.sweep <= 0) {
        arc.sweep += full_turn;
    } else if (!is_counterclockwise && arc.sweep >= 0) {
        arc.sweep -= full_turn;
    }
    return arc;
}

struct Steps {
    int count = 0; ///< segments; the last one takes what is left of the sweep
    double angle = 0;
};

/// MapServer's vertices, so that coordinates of both are the same: ten degrees each, and what is
/// left belongs to the last segment; eleven equal ones below a hundred degrees.
Steps steps_of(double sweep)
{
    constexpr double usual = 10 * std::numbers::pi / 180;
    constexpr int fewest = 10;
    constexpr double hair = 1e-9; // or 180 degrees would now and then become 17 segments
    double const tens = std::abs(sweep) / usual + hair;
    if (tens < fewest) {
        return {fewest + 1, sweep / (fewest + 1)};
    }
    return {static_cast<int>(tens), std::copysign(usual, sweep)};
}

} // namespace

void append_arc(Point start, Point middle, Point end, std::vector<Point>& out)
{
    Arc const arc = arc_through(start, middle, end);
    // Coordinates near the end of the number range have no centre; NaN is the builder's to find.
    bool const is_curved = arc.radius > 0 && std::isfinite(arc.radius) && is_finite(arc.center);
    if (!is_curved) {
        out.push_back(end); // straight: without the middle, as in MapServer
        return;
    }
    auto const steps = steps_of(arc.sweep);
    for (int i = 1; i < steps.count; ++i) {
        double const angle = arc.start_angle + steps.angle * i;
        out.push_back({arc.center.x + arc.radius * std::cos(angle),
                       arc.center.y + arc.radius * std::sin(angle)});
    }
    out.push_back(end);
}

} // namespace ms::geometry
