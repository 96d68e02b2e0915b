// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Spatial predicates and operations on shapes, with GEOS.

#include "geometry/shape.hpp"

#include <memory>
#include <optional>

namespace ms::geometry {

/// OGC 06-103r4, 6.1.2.3: spatial relations.
enum class Relation : std::uint8_t {
    Intersects,
    Disjoint,
    Touches,
    Overlaps,
    Crosses,
    Within,
    Contains,
    Equals
};

/// A shape that is compared with many others: its index is built once.
class FixedShape;

/// Runs GEOS; for one thread at a time. Operations that GEOS cannot compute (an invalid polygon, an
/// empty shape) give nothing.
///
/// The append functions append one feature of the result's kind; false: no result.
class ShapeOperations {
public:
    ShapeOperations();
    ~ShapeOperations();
    ShapeOperations(ShapeOperations const&) = delete;
    ShapeOperations& operator=(ShapeOperations const&) = delete;

    [[nodiscard]] std::optional<bool> relate(Relation relation, Shape a, Shape b);
    /// Relates `a` to the fixed shape. \param fixed made by this object
    [[nodiscard]] std::optional<bool> relate(Relation relation, Shape a, FixedShape const& fixed);
    /// \returns null when GEOS cannot take the shape. Must not outlive this object.
    [[nodiscard]] std::shared_ptr<FixedShape const> fix(Shape shape);
    /// As in OGC 06-103r4, with rings nested by position; other programs with GEOS may fail for
    /// invalid ones.
    [[nodiscard]] bool is_valid(Shape shape);
    /// Between the nearest points.
    [[nodiscard]] std::optional<double> distance(Shape a, Shape b);

    /// Circles have 30 segments a quarter, as MapServer has them.
    [[nodiscard]] bool append_buffer(Shape shape, double distance, GeometryColumn& out);
    [[nodiscard]] bool append_difference(Shape a, Shape b, GeometryColumn& out);
    [[nodiscard]] bool append_intersection(Shape a, Shape b, GeometryColumn& out);
    [[nodiscard]] bool append_symmetric_difference(Shape a, Shape b, GeometryColumn& out);
    [[nodiscard]] bool append_union(Shape a, Shape b, GeometryColumn& out);
    [[nodiscard]] bool append_convex_hull(Shape shape, GeometryColumn& out);
    [[nodiscard]] bool append_boundary(Shape shape, GeometryColumn& out);
    /// Douglas & Peucker.
    [[nodiscard]] bool append_simplified(Shape shape, double tolerance, GeometryColumn& out);
    /// The same without making polygons invalid.
    [[nodiscard]] bool append_simplified_validly(Shape shape, double tolerance,
                                                 GeometryColumn& out);
    /// The area of a polygon, valid and with whole coordinates: what covers less than a unit is
    /// left out, crossings become vertices. Outer rings that overlap are joined.
    /// \return false as well if GEOS finds no valid one
    [[nodiscard]] bool append_valid_in_units(Shape shape, GeometryColumn& out);
    /// No segment is longer than `longest`; no result beyond a million vertices.
    [[nodiscard]] bool append_densified(Shape shape, double longest, GeometryColumn& out);
    /// The longest path through the Voronoi edges inside a polygon of at most 100,000 vertices.
    [[nodiscard]] bool append_centerline(Shape shape, GeometryColumn& out);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace ms::geometry
