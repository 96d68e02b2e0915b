// SPDX-License-Identifier: MIT
#include "geometry/geos_operations.hpp"

#include "geometry/geos_limit.hpp"
#include "geometry/geos_shape.hpp"
#include "geometry/longest_path.hpp"
#include "geometry/measure.hpp"
#include "geometry/simplify_cost.hpp"

#include <algorithm>
#include <cmath>
#include <new>
#include <numbers>
#include <utility>

namespace ms::geometry {

class FixedShape {
public:
    FixedShape(GEOSContextHandle_t context, GeosGeometry geometry)
        : m_geometry(std::move(geometry)), m_prepared{GEOSPrepare_r(context, m_geometry.get()),
                                                      {context}}
    {}
    [[nodiscard]] GEOSGeometry const* geometry() const noexcept { return m_geometry.get(); }
    [[nodiscard]] GEOSPreparedGeometry const* prepared() const noexcept { return m_prepared.get(); }
    Box box;

private:
    GeosGeometry m_geometry;
    GeosPrepared m_prepared; ///< refers to m_geometry
};

namespace {

constexpr std::size_t max_densified = 1'000'000;
constexpr std::size_t max_for_centerline = 100'000;

/// GEOS answers 0, 1, or 2 for an exception.
std::optional<bool> answer_of(char result)
{
    if (result == 2) {
        check_geos_limit();
        return std::nullopt;
    }
    return result == 1;
}

using Predicate = char (*)(GEOSContextHandle_t, GEOSGeometry const*, GEOSGeometry const*);
using PreparedPredicate = char (*)(GEOSContextHandle_t, GEOSPreparedGeometry const*,
                                   GEOSGeometry const*);

struct RelationRow {
    Predicate plain;
    PreparedPredicate fixed; ///< of the fixed shape to the other one: the inverse relation
};

constexpr RelationRow row_of(Relation relation)
{
    switch (relation) {
    case Relation::Intersects:
        return {GEOSIntersects_r, GEOSPreparedIntersects_r};
    case Relation::Disjoint:
        return {GEOSDisjoint_r, GEOSPreparedDisjoint_r};
    case Relation::Touches:
        return {GEOSTouches_r, GEOSPreparedTouches_r};
    case Relation::Overlaps:
        return {GEOSOverlaps_r, GEOSPreparedOverlaps_r};
    case Relation::Crosses:
        return {GEOSCrosses_r, GEOSPreparedCrosses_r};
    case Relation::Within:
        return {GEOSWithin_r, GEOSPreparedContains_r};
    case Relation::Contains:
        return {GEOSContains_r, GEOSPreparedWithin_r};
    case Relation::Equals:
        break;
    }
    return {GEOSEquals_r, nullptr};
}

/// The result if the boxes determine it: shapes with disjoint boxes are disjoint.
std::optional<bool> answer_of_boxes(Relation relation, Box const& a, Box const& b)
{
    return a.is_empty() || b.is_empty() || a.intersects(b)
               ? std::nullopt
               : std::optional{relation == Relation::Disjoint};
}

std::size_t point_count(Shape shape)
{
    return shape.column->points_of(shape.index).size();
}

/// The number of vertices if segments are at most `longest`.
double densified_count(Shape shape, double longest)
{
    double count = 0;
    auto const rings = shape.rings();
    for (auto ring = rings.first; ring < rings.last; ++ring) {
        auto const points = shape.column->ring(ring);
        count += length(points) / longest + static_cast<double>(points.size());
    }
    return count;
}

/// GEOS 3.11 makes the members of a collection valid one by one, which may then overlap: of 6,000
/// scribbles one does, and the second attempt ends it.
constexpr int max_attempts_at_valid = 4;

constexpr int quadrant_segments = 30; ///< of a buffer, as MapServer
/// Of the outlines that GEOS 3.11 makes before its first interruption check: measured 60 (zigzags
/// of 100,000 points).
constexpr double bytes_per_buffer_point = 64;

/// The change of direction at a point, 0..pi.
double turn_at(Point before, Point at, Point after)
{
    double const cross =
        (at.x - before.x) * (after.y - at.y) - (at.y - before.y) * (after.x - at.x);
    double const dot = (at.x - before.x) * (after.x - at.x) + (at.y - before.y) * (after.y - at.y);
    return std::abs(std::atan2(cross, dot));
}

/// Approximate number of points of the outlines around a shape, before they are joined: an arc at
/// each turn.
double buffer_points(Shape shape)
{
    constexpr double full_turn = 4 * quadrant_segments;
    double turns = 0; // in radians
    double count = 0;
    auto const rings = shape.rings();
    for (auto ring = rings.first; ring < rings.last; ++ring) {
        auto const points = shape.column->ring(ring);
        count += 2 * static_cast<double>(points.size());
        for (std::size_t i = 2; i < points.size(); ++i) {
            turns += turn_at(points[i - 2], points[i - 1], points[i]);
        }
        bool const has_ends = shape.kind() == Kind::Line;
        count += has_ends ? full_turn : 0;
    }
    if (shape.kind() == Kind::Point) {
        return full_turn * static_cast<double>(point_count(shape));
    }
    return count + full_turn * turns / (2 * std::numbers::pi);
}

/// Edges of the Voronoi diagram of a polygon's vertices that lie inside it.
std::vector<Edge> inner_voronoi_edges(GEOSContextHandle_t context, GEOSGeometry const* polygon)
{
    std::vector<Edge> edges;
    auto const diagram = own(context, GEOSVoronoiDiagram_r(context, polygon, nullptr, 0, 1));
    GeosPrepared const area{GEOSPrepare_r(context, polygon), {context}};
    if (!diagram || !area) {
        return edges;
    }
    int const count = GEOSGetNumGeometries_r(context, diagram.get());
    std::vector<Point> points;
    for (int i = 0; i < count; ++i) {
        auto const* const line = GEOSGetGeometryN_r(context, diagram.get(), i);
        if (GEOSPreparedContains_r(context, area.get(), line) != 1) {
            continue;
        }
        points.clear();
        append_coordinates(context, line, points);
        for (std::size_t j = 1; j < points.size(); ++j) {
            edges.push_back({points[j - 1], points[j]});
        }
    }
    return edges;
}

/// Joins outer rings, then cuts holes out. The other method of GEOS fills a hole that shares an
/// edge with the outer ring, as those that are clipped at the same side of a box do.
GEOSGeometry* make_valid(GEOSContextHandle_t context, GEOSGeometry const* geometry)
{
    auto* const parameters = GEOSMakeValidParams_create_r(context);
    if (parameters == nullptr) {
        throw std::bad_alloc();
    }
    GEOSMakeValidParams_setMethod_r(context, parameters, GEOS_MAKE_VALID_STRUCTURE);
    auto* const valid = GEOSMakeValidWithParams_r(context, geometry, parameters);
    GEOSMakeValidParams_destroy_r(context, parameters);
    return valid;
}

} // namespace

struct ShapeOperations::State {
    GeosContext context = make_geos_context();
    BlockSet allocated;

    [[nodiscard]] GEOSContextHandle_t get() const noexcept { return context.get(); }
    [[nodiscard]] GeosGeometry geos(Shape shape) const { return to_geos(get(), shape); }

    /// Appends the result of an operation on one shape.
    template <typename Operation>
    bool append(Shape shape, GeometryColumn& out, Operation const& operation)
    {
        GeosLeaks const leaks{allocated};
        auto const geometry = geos(shape);
        auto const result = own(get(), geometry ? operation(geometry.get()) : nullptr);
        GeosLeaks::end();
        return append_geos(get(), result.get(), out);
    }
    template <typename Operation>
    bool append(Shape a, Shape b, GeometryColumn& out, Operation operation)
    {
        if (!a.exists() || !b.exists()) {
            return false;
        }
        GeosLeaks const leaks{allocated};
        auto const left = geos(a);
        auto const right = geos(b);
        auto const result =
            own(get(), left && right ? operation(get(), left.get(), right.get()) : nullptr);
        GeosLeaks::end();
        return append_geos(get(), result.get(), out);
    }
};

ShapeOperations::ShapeOperations() : m_state(std::make_unique<State>()) {}
ShapeOperations::~ShapeOperations() = default;

std::optional<bool> ShapeOperations::relate(Relation relation, Shape a, Shape b)
{
    if (!a.exists() || !b.exists()) {
        return std::nullopt;
    }
    if (auto const answer = answer_of_boxes(relation, a.box(), b.box())) {
        return answer;
    }
    GeosLeaks const leaks{m_state->allocated};
    auto const left = m_state->geos(a);
    auto const right = m_state->geos(b);
    return left && right
               ? answer_of(row_of(relation).plain(m_state->get(), left.get(), right.get()))
               : std::nullopt;
}

bool ShapeOperations::is_valid(Shape shape)
{
    GeosLeaks const leaks{m_state->allocated};
    auto const geometry = shape.exists() ? m_state->geos(shape) : nullptr;
    return geometry && GEOSisValid_r(m_state->get(), geometry.get()) == 1;
}

std::optional<bool> ShapeOperations::relate(Relation relation, Shape a, FixedShape const& fixed)
{
    if (!a.exists()) {
        return std::nullopt;
    }
    if (auto const answer = answer_of_boxes(relation, a.box(), fixed.box)) {
        return answer;
    }
    auto const left = m_state->geos(a);
    auto const row = row_of(relation);
    if (!left) {
        return std::nullopt;
    }
    return answer_of(row.fixed != nullptr && fixed.prepared() != nullptr
                         ? row.fixed(m_state->get(), fixed.prepared(), left.get())
                         : row.plain(m_state->get(), left.get(), fixed.geometry()));
}

std::shared_ptr<FixedShape const> ShapeOperations::fix(Shape shape)
{
    auto geometry = m_state->geos(shape);
    if (!geometry) {
        return nullptr;
    }
    auto fixed = std::make_shared<FixedShape>(m_state->get(), std::move(geometry));
    fixed->box = shape.box();
    return fixed;
}

std::optional<double> ShapeOperations::distance(Shape a, Shape b)
{
    GeosLeaks const leaks{m_state->allocated};
    auto const left = m_state->geos(a);
    auto const right = m_state->geos(b);
    double distance = 0;
    bool const is_known = left && right &&
                          GEOSDistance_r(m_state->get(), left.get(), right.get(), &distance) == 1 &&
                          std::isfinite(distance);
    if (!is_known) {
        check_geos_limit();
    }
    return is_known ? std::optional{distance} : std::nullopt;
}

bool ShapeOperations::append_buffer(Shape shape, double distance, GeometryColumn& out)
{
    expect_geos_memory(shape.exists() ? buffer_points(shape) * bytes_per_buffer_point : 0);
    return std::isfinite(distance) &&
           m_state->append(shape, out, [&](GEOSGeometry const* geometry) {
               return GEOSBuffer_r(m_state->get(), geometry, distance, quadrant_segments);
           });
}

bool ShapeOperations::append_difference(Shape a, Shape b, GeometryColumn& out)
{
    // Nothing, as what is left of a small area within its edge, takes nothing away.
    if (a.exists() && !b.exists()) {
        append_shape(a, out);
        return true;
    }
    return m_state->append(a, b, out, GEOSDifference_r);
}

bool ShapeOperations::append_intersection(Shape a, Shape b, GeometryColumn& out)
{
    return m_state->append(a, b, out, GEOSIntersection_r);
}

bool ShapeOperations::append_symmetric_difference(Shape a, Shape b, GeometryColumn& out)
{
    return m_state->append(a, b, out, GEOSSymDifference_r);
}

bool ShapeOperations::append_convex_hull(Shape shape, GeometryColumn& out)
{
    return m_state->append(shape, out, [&](GEOSGeometry const* geometry) {
        return GEOSConvexHull_r(m_state->get(), geometry);
    });
}

bool ShapeOperations::append_boundary(Shape shape, GeometryColumn& out)
{
    return m_state->append(shape, out, [&](GEOSGeometry const* geometry) {
        return GEOSBoundary_r(m_state->get(), geometry);
    });
}

bool ShapeOperations::append_union(Shape a, Shape b, GeometryColumn& out)
{
    return m_state->append(a, b, out, GEOSUnion_r);
}

bool ShapeOperations::append_simplified(Shape shape, double tolerance, GeometryColumn& out)
{
    expect_geos_time(simplify_time(shape, tolerance));
    return m_state->append(shape, out, [&](GEOSGeometry const* geometry) {
        return GEOSSimplify_r(m_state->get(), geometry, tolerance);
    });
}

bool ShapeOperations::append_simplified_validly(Shape shape, double tolerance, GeometryColumn& out)
{
    expect_geos_time(simplify_validly_time(shape, tolerance));
    return m_state->append(shape, out, [&](GEOSGeometry const* geometry) {
        return GEOSTopologyPreserveSimplify_r(m_state->get(), geometry, tolerance);
    });
}

bool ShapeOperations::append_valid_in_units(Shape shape, GeometryColumn& out)
{
    auto* const context = m_state->get();
    GeometryColumn before;
    GeometryColumn units;
    for (int attempt = 0; attempt < max_attempts_at_valid; ++attempt) {
        units.clear();
        auto const from = attempt == 0 ? shape : Shape{&before, 0};
        bool const is_found = m_state->append(from, units, [&](GEOSGeometry const* geometry) {
            auto const valid = own(context, make_valid(context, geometry));
            return valid ? GEOSGeom_setPrecision_r(context, valid.get(), 1, 0) : nullptr;
        });
        if (!is_found || units.kinds.front() != Kind::Polygon) {
            return false;
        }
        if (is_valid({&units, 0})) {
            append_shape({&units, 0}, out);
            return true;
        }
        std::swap(units, before);
    }
    return false;
}

bool ShapeOperations::append_densified(Shape shape, double longest, GeometryColumn& out)
{
    bool const is_bounded = shape.exists() && longest > 0 && std::isfinite(longest) &&
                            densified_count(shape, longest) <= static_cast<double>(max_densified);
    return is_bounded && m_state->append(shape, out, [&](GEOSGeometry const* geometry) {
        return GEOSDensify_r(m_state->get(), geometry, longest);
    });
}

bool ShapeOperations::append_centerline(Shape shape, GeometryColumn& out)
{
    if (!shape.exists() || shape.kind() != Kind::Polygon ||
        point_count(shape) > max_for_centerline) {
        return false;
    }
    GeosLeaks const leaks{m_state->allocated};
    auto const polygon = m_state->geos(shape);
    auto path = polygon ? longest_path(inner_voronoi_edges(m_state->get(), polygon.get()))
                        : std::vector<Point>{};
    GeosLeaks::end();
    if (path.size() < 2) {
        check_geos_limit();
        return false;
    }
    if (path.back().x < path.front().x) {
        std::ranges::reverse(path); // from west to east, in reading direction
    }
    out.points.insert(out.points.end(), path.begin(), path.end());
    out.end_ring();
    out.end_part();
    out.end_feature(Kind::Line);
    return true;
}

} // namespace ms::geometry
