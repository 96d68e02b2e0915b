// SPDX-License-Identifier: MIT
#include "geometry/relate.hpp"

#include "geometry/geos_limit.hpp"
#include "geometry/predicates.hpp"
#include "geometry/shape.hpp"

#include <algorithm>
#include <cmath>

namespace ms::geometry {

namespace {

struct Edge {
    Point a, b;

    [[nodiscard]] Box box() const noexcept
    {
        return {std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x), std::max(a.y, b.y)};
    }
};

/// Edges of lines and rings that meet a box; of points, themselves as edges without length.
std::vector<Edge> edges_near(FeatureRef shape, Box const& box)
{
    std::vector<Edge> edges;
    auto const& column = shape.column;
    auto const rings = column.rings_of(shape.feature);
    bool const are_points = column.kinds[shape.feature] == Kind::Point;
    for (auto number = rings.first; number < rings.last; ++number) {
        auto const ring = column.ring(number);
        bool const has_edges = !are_points && ring.size() > 1;
        for (std::size_t i = has_edges ? 1 : 0; i < ring.size(); ++i) {
            Edge const edge{ring[has_edges ? i - 1 : i], ring[i]};
            if (edge.box().intersects(box)) {
                edges.push_back(edge);
            }
        }
    }
    return edges;
}

/// The side of the line through an edge on which a point is: the sign.
double side_of(Edge const& edge, Point p) noexcept
{
    return (edge.b.x - edge.a.x) * (p.y - edge.a.y) - (edge.b.y - edge.a.y) * (p.x - edge.a.x);
}

bool cross(Edge const& e, Edge const& f) noexcept
{
    if (!e.box().intersects(f.box())) {
        return false;
    }
    auto const are_apart = [](double s, double t) { return (s > 0 && t > 0) || (s < 0 && t < 0); };
    return !are_apart(side_of(e, f.a), side_of(e, f.b)) &&
           !are_apart(side_of(f, e.a), side_of(f, e.b));
}

/// For edges that do not cross.
double squared_distance(Edge const& e, Edge const& f) noexcept
{
    return std::min(
        {squared_distance_to_segment(e.a, e.b, f.a), squared_distance_to_segment(e.a, e.b, f.b),
         squared_distance_to_segment(f.a, f.b, e.a), squared_distance_to_segment(f.a, f.b, e.b)});
}

/// Tests one point of every ring: if no edges cross, a ring is completely inside or outside.
bool holds_a_ring(FeatureRef area, FeatureRef other)
{
    if (area.column.kinds[area.feature] != Kind::Polygon) {
        return false;
    }
    auto const rings = other.column.rings_of(other.feature);
    bool const are_points = other.column.kinds[other.feature] == Kind::Point;
    for (auto number = rings.first; number < rings.last; ++number) {
        auto const ring = other.column.ring(number);
        auto const tried = are_points ? ring.size() : std::min<std::size_t>(ring.size(), 1);
        for (std::size_t i = 0; i < tried; ++i) {
            look_at_geos_time();
            if (contains(area.column, area.feature, ring[i])) {
                return true;
            }
        }
    }
    return false;
}

} // namespace

bool intersect(FeatureRef a, FeatureRef b)
{
    auto const box_a = a.column.box_of(a.feature);
    auto const box_b = b.column.box_of(b.feature);
    if (!box_a.intersects(box_b)) {
        return false;
    }
    auto const edges_b = edges_near(b, box_a);
    for (auto const& edge : edges_near(a, box_b)) {
        look_at_geos_time();
        if (std::ranges::any_of(edges_b, [&](Edge const& other) { return cross(edge, other); })) {
            return true;
        }
    }
    return holds_a_ring(a, b) || holds_a_ring(b, a);
}

bool are_within(FeatureRef a, FeatureRef b, double distance)
{
    auto const near_a = a.column.box_of(a.feature).grown(distance);
    auto const near_b = b.column.box_of(b.feature).grown(distance);
    if (intersect(a, b)) {
        return true;
    }
    auto const edges_b = edges_near(b, near_a);
    for (auto const& edge : edges_near(a, near_b)) {
        look_at_geos_time();
        auto const near_edge = edge.box().grown(distance);
        if (std::ranges::any_of(edges_b, [&](Edge const& other) {
                return near_edge.intersects(other.box()) &&
                       std::sqrt(squared_distance(edge, other)) <= distance;
            })) {
            return true;
        }
    }
    return false;
}

GeometryColumn polygon_of(Box const& box)
{
    GeometryColumn column;
    column.points = {{box.min_x, box.min_y},
                     {box.min_x, box.max_y},
                     {box.max_x, box.max_y},
                     {box.max_x, box.min_y},
                     {box.min_x, box.min_y}};
    column.end_ring();
    column.end_part();
    column.end_feature(Kind::Polygon);
    return column;
}

void append_feature(FeatureRef from, GeometryColumn& out)
{
    append_shape({&from.column, from.feature}, out);
}

} // namespace ms::geometry
