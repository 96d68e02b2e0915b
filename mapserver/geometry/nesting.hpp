// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds which rings are holes of which.

#include "geometry/shape.hpp"

#include <vector>

namespace ms::geometry {

/// An outer ring and its holes: numbers of rings in the column.
struct NestedRings {
    std::uint32_t outer = 0;
    std::vector<std::uint32_t> holes;
};

/// The polygons of a shape, from where their rings lie and not from their direction or order:
/// shapefiles put all rings into one part. A ring inside an even number of others is an outer one.
/// Rings of fewer than four points are left out. Takes time with the rings of a part and those that
/// are beside each of them, under the limit of GeosLimit.
[[nodiscard]] std::vector<NestedRings> nested_rings(Shape shape);

/// Appends them as one feature, of Kind::None without polygons.
void append_nested(Shape shape, GeometryColumn& out);

/// Copies features, areas as polygons with their holes: files do not store which rings are holes.
/// `to` is cleared.
void nest(GeometryColumn const& from, GeometryColumn& to);

/// Area of a polygon, 0 of anything else.
[[nodiscard]] double area(Shape shape);

/// Appends the outer rings, each as a polygon without holes.
/// \return false, and nothing appended, when the shape has no area
[[nodiscard]] bool append_outer_rings(Shape shape, GeometryColumn& out);
/// Appends the holes, each as a polygon.
/// \return false, and nothing appended, if there are no holes
[[nodiscard]] bool append_inner_rings(Shape shape, GeometryColumn& out);

} // namespace ms::geometry
