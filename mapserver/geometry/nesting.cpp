// SPDX-License-Identifier: MIT
#include "geometry/nesting.hpp"

#include "geometry/geos_limit.hpp"
#include "geometry/measure.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace ms::geometry {

namespace {

using Ring = std::span<Point const>;

bool is_inside(Point p, Ring ring)
{
    bool inside = false;
    for (std::size_t i = 1; i < ring.size(); ++i) {
        auto const a = ring[i - 1];
        auto const b = ring[i];
        if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) {
            inside = !inside;
        }
    }
    return inside;
}

bool is_on(Point p, Ring ring)
{
    for (std::size_t i = 1; i < ring.size(); ++i) {
        auto const a = ring[i - 1];
        auto const b = ring[i];
        double const cross = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
        if (cross == 0 && p.x >= std::min(a.x, b.x) && p.x <= std::max(a.x, b.x) &&
            p.y >= std::min(a.y, b.y) && p.y <= std::max(a.y, b.y)) {
            return true;
        }
    }
    return false;
}

Box box_of(Ring ring)
{
    Box box;
    for (auto const& point : ring) {
        box.extend(point);
    }
    return box;
}

struct BoxedRing {
    std::uint32_t number = 0;
    Ring points;
    Box box;
    int depth = 0; ///< rings around it
    std::size_t parent = 0;
};

/// Tests the first vertex that is not on the outer ring: rings may touch in a point.
bool surrounds(BoxedRing const& outer, BoxedRing const& inner)
{
    if (!outer.box.contains(inner.box)) {
        return false;
    }
    for (auto const& point : inner.points) {
        look_at_geos_time(); // rings may have all points in common
        if (!is_on(point, outer.points)) {
            return is_inside(point, outer.points);
        }
    }
    return false;
}

std::vector<BoxedRing> rings_of_part(GeometryColumn const& column, std::uint32_t part)
{
    std::vector<BoxedRing> rings;
    for (auto ring = column.first_ring(part); ring < column.part_ends[part]; ++ring) {
        auto const points = column.ring(ring);
        if (points.size() >= 4) {
            rings.push_back({ring, points, box_of(points)});
        }
    }
    return rings;
}

/// Of the rings around one the smallest is its parent, of equally large ones the first.
void note_around(std::vector<BoxedRing>& rings, std::size_t outer, std::size_t inner)
{
    if (!surrounds(rings[outer], rings[inner])) {
        return;
    }
    auto const size_of = [&](std::size_t ring) {
        return rings[ring].box.width() * rings[ring].box.height();
    };
    auto& ring = rings[inner];
    if (ring.depth++ == 0 ||
        std::pair{size_of(outer), outer} < std::pair{size_of(ring.parent), ring.parent}) {
        ring.parent = outer;
    }
}

/// Sweeps from left to right: only rings that are not passed yet can be around another.
void find_parents(std::vector<BoxedRing>& rings)
{
    std::vector<std::size_t> from_left(rings.size());
    std::iota(from_left.begin(), from_left.end(), 0);
    std::ranges::sort(from_left, {}, [&](std::size_t i) {
        return std::pair{rings[i].box.min_x, -rings[i].box.max_x};
    });
    std::vector<std::size_t> open;
    for (auto const ring : from_left) {
        look_at_geos_time();
        auto const& box = rings[ring].box;
        std::erase_if(open, [&](std::size_t other) { return rings[other].box.max_x < box.min_x; });
        for (auto const other : open) {
            note_around(rings, other, ring);
            if (rings[other].box.min_x == box.min_x && rings[other].box.max_x == box.max_x) {
                note_around(rings, ring, other);
            }
        }
        open.push_back(ring);
    }
}

void append_ring(Ring ring, GeometryColumn& out)
{
    out.points.insert(out.points.end(), ring.begin(), ring.end());
    out.end_ring();
    out.end_part();
}

} // namespace

std::vector<NestedRings> nested_rings(Shape shape)
{
    std::vector<NestedRings> polygons;
    if (!shape.exists() || shape.kind() != Kind::Polygon) {
        return polygons;
    }
    auto const& column = *shape.column;
    for (auto part = column.first_part(shape.index); part < column.feature_ends[shape.index];
         ++part) {
        auto rings = rings_of_part(column, part);
        find_parents(rings);
        std::vector<std::size_t> places(rings.size());
        for (std::size_t i = 0; i < rings.size(); ++i) {
            if (rings[i].depth % 2 == 0) {
                places[i] = polygons.size();
                polygons.push_back({rings[i].number, {}});
            }
        }
        for (auto const& ring : rings) {
            if (ring.depth % 2 != 0) {
                polygons[places[ring.parent]].holes.push_back(ring.number);
            }
        }
    }
    return polygons;
}

void nest(GeometryColumn const& from, GeometryColumn& to)
{
    to.clear();
    to.has_z = from.has_z;
    for (std::size_t feature = 0; feature < from.size(); ++feature) {
        auto const rings = from.rings_of(feature);
        if (from.kinds[feature] != Kind::Polygon || rings.last - rings.first < 2) {
            append_shape({&from, feature}, to);
        } else {
            append_nested({&from, feature}, to);
        }
    }
}

double area(Shape shape)
{
    auto const size = [&](std::uint32_t ring) {
        return std::abs(signed_area(shape.column->ring(ring)));
    };
    if (shape.exists() && shape.kind() == Kind::Polygon) {
        auto const rings = shape.rings();
        if (rings.last == rings.first + 1) { // true for most
            return size(rings.first);
        }
    }
    double sum = 0;
    for (auto const& polygon : nested_rings(shape)) {
        sum += size(polygon.outer);
        for (auto const hole : polygon.holes) {
            sum -= size(hole);
        }
    }
    return sum;
}

void append_nested(Shape shape, GeometryColumn& out)
{
    auto const polygons = nested_rings(shape);
    for (auto const& polygon : polygons) {
        append_ring(*shape.column, polygon.outer, out);
        for (auto const hole : polygon.holes) {
            append_ring(*shape.column, hole, out);
        }
        out.end_part();
    }
    out.end_feature(polygons.empty() ? Kind::None : Kind::Polygon);
}

bool append_outer_rings(Shape shape, GeometryColumn& out)
{
    auto const polygons = nested_rings(shape);
    for (auto const& polygon : polygons) {
        append_ring(shape.column->ring(polygon.outer), out);
    }
    if (!polygons.empty()) {
        out.end_feature(Kind::Polygon);
    }
    return !polygons.empty();
}

bool append_inner_rings(Shape shape, GeometryColumn& out)
{
    bool has_any = false;
    for (auto const& polygon : nested_rings(shape)) {
        for (auto const hole : polygon.holes) {
            append_ring(shape.column->ring(hole), out);
            has_any = true;
        }
    }
    if (has_any) {
        out.end_feature(Kind::Polygon);
    }
    return has_any;
}

} // namespace ms::geometry
