// SPDX-License-Identifier: MIT
#include "geometry/predicates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ms::geometry {
namespace {

double square(double value) noexcept
{
    return value * value;
}

double squared_distance(Point a, Point b) noexcept
{
    return square(b.x - a.x) + square(b.y - a.y);
}

} // namespace

double squared_distance_to_segment(Point a, Point b, Point p) noexcept
{
    double const length2 = squared_distance(a, b);
    if (length2 == 0) {
        return squared_distance(a, p);
    }
    double const along = ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / length2;
    double const t = std::clamp(along, 0.0, 1.0);
    return squared_distance({a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)}, p);
}

bool contains(GeometryColumn const& column, std::size_t feature, Point point) noexcept
{
    if (column.kinds[feature] != Kind::Polygon) {
        return false;
    }
    bool is_inside = false;
    auto const rings = column.rings_of(feature);
    for (auto index = rings.first; index < rings.last; ++index) {
        auto const ring = column.ring(index);
        for (std::size_t i = 1; i < ring.size(); ++i) {
            auto const& a = ring[i - 1];
            auto const& b = ring[i];
            bool const crosses_row = (a.y > point.y) != (b.y > point.y);
            if (crosses_row && point.x < a.x + (b.x - a.x) * ((point.y - a.y) / (b.y - a.y))) {
                is_inside = !is_inside;
            }
        }
    }
    return is_inside;
}

double distance_to_outline(GeometryColumn const& column, std::size_t feature, Point point) noexcept
{
    double least = std::numeric_limits<double>::infinity();
    if (column.kinds[feature] == Kind::Point) {
        for (auto const& p : column.points_of(feature)) {
            least = std::min(least, squared_distance(p, point));
        }
        return std::sqrt(least);
    }
    auto const rings = column.rings_of(feature);
    for (auto index = rings.first; index < rings.last; ++index) {
        auto const ring = column.ring(index);
        for (std::size_t i = 1; i < ring.size(); ++i) {
            least = std::min(least, squared_distance_to_segment(ring[i - 1], ring[i], point));
        }
    }
    return std::sqrt(least);
}

double distance(GeometryColumn const& column, std::size_t feature, Point point) noexcept
{
    return contains(column, feature, point) ? 0 : distance_to_outline(column, feature, point);
}

} // namespace ms::geometry
