// SPDX-License-Identifier: MIT
#include "geometry/label_point.hpp"

#include "geometry/measure.hpp"
#include "geometry/predicates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ms::geometry {
namespace {

/// The ring with the largest area, whether it bounds land or a hole.
std::optional<std::uint32_t> largest_ring(GeometryColumn const& column, std::size_t feature)
{
    std::optional<std::uint32_t> largest;
    double most = 0;
    auto const rings = column.rings_of(feature);
    for (auto ring = rings.first; ring < rings.last; ++ring) {
        auto const area = std::abs(signed_area(column.ring(ring)));
        if (area > most) {
            most = area;
            largest = ring;
        }
    }
    return largest;
}

/// The centre of gravity, from the coordinates as they are, as in MapServer: that of a symmetric
/// area lies within a rounding error of its axis, and the error decides for one side of it.
Point center_of(std::span<Point const> ring) noexcept
{
    double area = 0;
    Point sum;
    for (std::size_t i = 1; i < ring.size(); ++i) {
        auto const& a = ring[i - 1];
        auto const& b = ring[i];
        double const cross = a.x * b.y - a.y * b.x;
        area += cross;
        sum.x += (a.x + b.x) * cross;
        sum.y += (a.y + b.y) * cross;
    }
    return {sum.x / (3 * area), sum.y / (3 * area)};
}

/// Halfway between the coordinates of vertices next to `value`, so that the line hits no vertex.
double between_vertices(std::span<Point const> points, double Point::*axis, double value)
{
    double below = -std::numeric_limits<double>::infinity();
    double above = std::numeric_limits<double>::infinity();
    for (auto const& p : points) {
        if (p.*axis < value) {
            below = std::max(below, p.*axis);
        } else {
            above = std::min(above, p.*axis);
        }
    }
    return (below + above) / 2;
}

/// Appends where rings cross the line `fixed` == at, as coordinates on the other axis.
void find_crossings(GeometryColumn const& column, std::size_t feature, double Point::*fixed,
                    double Point::*along, double at, std::vector<double>& crossings)
{
    auto const rings = column.rings_of(feature);
    for (auto index = rings.first; index < rings.last; ++index) {
        auto const ring = column.ring(index);
        for (std::size_t i = 1; i < ring.size(); ++i) {
            auto const& a = ring[i - 1];
            auto const& b = ring[i];
            if ((a.*fixed > at) != (b.*fixed > at)) {
                double const t = (at - a.*fixed) / (b.*fixed - a.*fixed);
                crossings.push_back(a.*along + t * (b.*along - a.*along));
            }
        }
    }
}

/// Whether MapServer scans at a fixed y: it compares whole numbers, which also breaks near ties.
bool is_beside(Point center, Point middle) noexcept
{
    return std::abs(std::trunc(center.x) - std::trunc(middle.x)) >
           std::abs(std::trunc(center.y) - std::trunc(middle.y));
}

} // namespace

std::optional<Point> LabelPointFinder::find(GeometryColumn const& column, std::size_t feature)
{
    auto const ring =
        column.kinds[feature] == Kind::Polygon ? largest_ring(column, feature) : std::nullopt;
    if (!ring) {
        return std::nullopt;
    }
    auto const center = center_of(column.ring(*ring));
    auto const box = column.box_of(feature);
    constexpr double min_part_of_box = 0.1;
    if (contains(column, feature, center) &&
        distance_to_outline(column, feature, center) >
            min_part_of_box * std::max(box.width(), box.height())) {
        return center;
    }
    Point const middle{(box.min_x + box.max_x) / 2, (box.min_y + box.max_y) / 2};
    bool const is_horizontal = is_beside(center, middle);
    auto const fixed = is_horizontal ? &Point::y : &Point::x;
    auto const along = is_horizontal ? &Point::x : &Point::y;
    Point best;
    best.*fixed = between_vertices(column.points_of(feature), fixed, center.*fixed);
    m_crossings.clear();
    find_crossings(column, feature, fixed, along, best.*fixed, m_crossings);
    std::sort(m_crossings.begin(), m_crossings.end());
    double longest = 0;
    for (std::size_t i = 1; i < m_crossings.size(); i += 2) {
        auto const length = m_crossings[i] - m_crossings[i - 1];
        if (length > longest) {
            longest = length;
            best.*along = (m_crossings[i] + m_crossings[i - 1]) / 2;
        }
    }
    return longest > 0 ? std::optional{best} : std::nullopt;
}

} // namespace ms::geometry
