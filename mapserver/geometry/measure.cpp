// SPDX-License-Identifier: MIT
#include "geometry/measure.hpp"

#include <cmath>

namespace ms::geometry {
namespace {

/// Sum of points with weights, relative to an origin near them so that digits do not cancel.
struct Moment {
    Point origin;
    double weight = 0;
    double x = 0;
    double y = 0;

    void add(Point p, double w) noexcept
    {
        weight += w;
        x += (p.x - origin.x) * w;
        y += (p.y - origin.y) * w;
    }
    [[nodiscard]] Point mean() const noexcept
    {
        return {origin.x + x / weight, origin.y + y / weight};
    }
};

double distance(Point a, Point b) noexcept
{
    return std::hypot(b.x - a.x, b.y - a.y);
}

double cross(Point o, Point a, Point b) noexcept
{
    return (a.x - o.x) * (b.y - o.y) - (b.x - o.x) * (a.y - o.y);
}

void add_line(std::span<Point const> line, Moment& moment) noexcept
{
    for (std::size_t i = 1; i < line.size(); ++i) {
        auto const& a = line[i - 1];
        auto const& b = line[i];
        moment.add({(a.x + b.x) / 2, (a.y + b.y) / 2}, distance(a, b));
    }
}

/// Triangles between the origin and each edge.
/// \param sign of the whole ring's weight
void add_ring(std::span<Point const> ring, double sign, Moment& moment) noexcept
{
    double const direction = signed_area(ring) < 0 ? -sign : sign;
    auto const& o = moment.origin;
    for (std::size_t i = 1; i < ring.size(); ++i) {
        auto const& a = ring[i - 1];
        auto const& b = ring[i];
        moment.add({(o.x + a.x + b.x) / 3, (o.y + a.y + b.y) / 3}, direction * cross(o, a, b) / 2);
    }
}

} // namespace

double length(std::span<Point const> line) noexcept
{
    double sum = 0;
    for (std::size_t i = 1; i < line.size(); ++i) {
        sum += distance(line[i - 1], line[i]);
    }
    return sum;
}

double signed_area(std::span<Point const> ring) noexcept
{
    double sum = 0;
    for (std::size_t i = 2; i < ring.size(); ++i) {
        sum += cross(ring[0], ring[i - 1], ring[i]);
    }
    return sum / 2;
}

Point centroid_of_ring(std::span<Point const> ring) noexcept
{
    if (ring.empty()) {
        return {};
    }
    Moment moment{ring.front()};
    add_ring(ring, 1, moment);
    return moment.weight > 0 ? moment.mean() : ring.front();
}

std::optional<Point> centroid(GeometryColumn const& column, std::size_t feature) noexcept
{
    auto const points = column.points_of(feature);
    if (points.empty() || column.kinds[feature] != Kind::Polygon) {
        return centroid_of_outline(column, feature);
    }
    Moment area{points.front()};
    for (auto part = column.first_part(feature); part < column.feature_ends[feature]; ++part) {
        auto const outer = column.first_ring(part);
        for (auto ring = outer; ring < column.part_ends[part]; ++ring) {
            add_ring(column.ring(ring), ring == outer ? 1 : -1, area);
        }
    }
    return area.weight > 0 ? area.mean() : centroid_of_outline(column, feature);
}

std::optional<Point> centroid_of_outline(GeometryColumn const& column, std::size_t feature) noexcept
{
    auto const points = column.points_of(feature);
    if (points.empty()) {
        return std::nullopt;
    }
    Moment outline{points.front()};
    auto const rings = column.rings_of(feature);
    for (auto ring = rings.first; ring < rings.last && column.kinds[feature] != Kind::Point;
         ++ring) {
        add_line(column.ring(ring), outline);
    }
    if (outline.weight > 0) {
        return outline.mean();
    }
    Moment vertices{points.front()};
    for (auto const& p : points) {
        vertices.add(p, 1);
    }
    return vertices.mean();
}

} // namespace ms::geometry
