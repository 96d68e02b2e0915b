// SPDX-License-Identifier: MIT
#include "paint/marker_shape.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ms::paint {

namespace {

using geometry::Box;
using geometry::GeometryColumn;
using geometry::Kind;
using geometry::Point;

class ToPixels {
public:
    ToPixels(Placement const& placement, Box const& box)
        : m_placement(placement), m_origin{box.min_x + box.width() * placement.anchor.x,
                                           box.min_y + box.height() * placement.anchor.y},
          m_cos(std::cos(placement.angle_rad)), m_sin(std::sin(placement.angle_rad))
    {}

    Point operator()(Point p) const noexcept
    {
        double const x = (p.x - m_origin.x) * m_placement.scale;
        double const y = (p.y - m_origin.y) * m_placement.scale;
        // y points down, so that counter-clockwise has the sine's sign the other way round.
        return {m_placement.offset.x + x * m_cos + y * m_sin,
                m_placement.offset.y - x * m_sin + y * m_cos};
    }

private:
    Placement m_placement;
    Point m_origin;
    double m_cos;
    double m_sin;
};

/// Ends the ring begun at `first`, closed for a filled shape; forgets one without extent.
void end_stroke(GeometryColumn& out, std::size_t first, bool is_filled)
{
    std::size_t const count = out.points.size() - first;
    if (count < (is_filled ? 3U : 2U)) {
        out.points.resize(first);
        return;
    }
    if (is_filled && out.points.back() != out.points[first]) {
        out.points.push_back(Point{out.points[first]});
    }
    out.end_ring();
    if (!is_filled) {
        out.end_part();
    }
}

/// The bounds of a symbol as in MapServer: from (0, 0) on if the points are beyond it, unless an
/// ANCHORPOINT extends them; and at least to (0, 0) if they are before it.
Box box_of(std::span<Point const> points, Point anchor) noexcept
{
    Box box;
    if (anchor == Placement{}.anchor) {
        box = {0, 0, 0, 0};
    }
    for (Point const p : points) {
        if (p != pen_up) {
            box.extend(p);
        }
    }
    if (box.is_empty()) {
        return {0, 0, 0, 0};
    }
    box.max_x = std::max(box.max_x, 0.0);
    box.max_y = std::max(box.max_y, 0.0);
    return box;
}

/// A chord over the angle 2a stays r (1 - cos a) inside its circle: here 1/8 pixel.
int circle_steps(double radius_px) noexcept
{
    double const steps = std::numbers::pi / std::acos(radius_px / (radius_px + 0.125));
    return static_cast<int>(std::isfinite(steps) ? std::clamp(std::round(steps), 4.0, 10000.0) : 4);
}

} // namespace

Point symbol_size(std::span<Point const> points, Point anchor) noexcept
{
    if (points.size() == 1) {
        return points[0];
    }
    auto const box = box_of(points, anchor);
    return {box.width(), box.height()};
}

GeometryColumn vector_shape(std::span<Point const> points, bool is_filled,
                            Placement const& placement)
{
    ToPixels const to_pixels(placement, box_of(points, placement.anchor));
    GeometryColumn out;
    std::size_t first = 0;
    for (Point const p : points) {
        if (p != pen_up) {
            out.points.push_back(to_pixels(p));
            continue;
        }
        end_stroke(out, first, is_filled);
        first = out.points.size();
    }
    end_stroke(out, first, is_filled);
    if (out.ring_ends.empty()) {
        out.end_feature(Kind::None);
        return out;
    }
    if (is_filled) {
        out.end_part();
    }
    out.end_feature(is_filled ? Kind::Polygon : Kind::Line);
    return out;
}

GeometryColumn ellipse_shape(Point size, Placement const& placement)
{
    ToPixels const to_pixels(placement, {0, 0, size.x, size.y});
    int const steps = circle_steps((std::abs(size.x) + std::abs(size.y)) / 4 * placement.scale);
    GeometryColumn out;
    for (int i = 0; i <= steps; ++i) {
        double const angle = 2 * std::numbers::pi * (i % steps) / steps;
        out.points.push_back(
            to_pixels({size.x / 2 * (1 + std::cos(angle)), size.y / 2 * (1 + std::sin(angle))}));
    }
    out.end_ring();
    out.end_part();
    out.end_feature(Kind::Polygon);
    return out;
}

GeometryColumn scaled_ellipse(GeometryColumn const& ellipse, double scale)
{
    // Its points are middle + a cos t + b sin t at equal steps of t, the first of them the last.
    auto const count = ellipse.points.size() - 1;
    Point middle{0, 0};
    for (std::size_t i = 0; i < count; ++i) {
        middle.x += ellipse.points[i].x / static_cast<double>(count);
        middle.y += ellipse.points[i].y / static_cast<double>(count);
    }
    double const step = 2 * std::numbers::pi / static_cast<double>(count);
    Point const a{ellipse.points[0].x - middle.x, ellipse.points[0].y - middle.y};
    Point const b{(ellipse.points[1].x - middle.x - a.x * std::cos(step)) / std::sin(step),
                  (ellipse.points[1].y - middle.y - a.y * std::cos(step)) / std::sin(step)};
    int const steps = circle_steps((std::hypot(a.x, a.y) + std::hypot(b.x, b.y)) / 2 * scale);
    GeometryColumn out;
    for (int i = 0; i <= steps; ++i) {
        double const angle = 2 * std::numbers::pi * (i % steps) / steps;
        out.points.push_back({(middle.x + a.x * std::cos(angle) + b.x * std::sin(angle)) * scale,
                              (middle.y + a.y * std::cos(angle) + b.y * std::sin(angle)) * scale});
    }
    out.end_ring();
    out.end_part();
    out.end_feature(Kind::Polygon);
    return out;
}

Marker turned(Marker marker, double angle_rad)
{
    double const cosine = std::cos(angle_rad);
    double const sine = std::sin(angle_rad);
    for (auto* const column : {&marker.shape, &marker.area}) {
        for (auto& p : column->points) {
            p = {p.x * cosine + p.y * sine, p.y * cosine - p.x * sine};
        }
    }
    return marker;
}

} // namespace ms::paint
