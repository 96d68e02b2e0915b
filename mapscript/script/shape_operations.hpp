// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Operations on shapes, of which the interface for scripts makes methods by name.

#include "geometry/geos_operations.hpp"
#include "script/geometry.hpp"

namespace ms::script {

/// -1 for shapes that cannot be compared.
[[nodiscard]] int relates(geometry::Relation relation, shapeObj const& a, shapeObj const& b);

/// -1 for anything but a polygon.
[[nodiscard]] int contains(shapeObj const& shape, pointObj const& point);

// Operations that append a shape; NULL without a result.
using MakeOfOne = bool (geometry::ShapeOperations::*)(geometry::Shape, geometry::GeometryColumn&);
using MakeOfLength = bool (geometry::ShapeOperations::*)(geometry::Shape, double,
                                                         geometry::GeometryColumn&);
using MakeOfTwo = bool (geometry::ShapeOperations::*)(geometry::Shape, geometry::Shape,
                                                      geometry::GeometryColumn&);
[[nodiscard]] std::shared_ptr<shapeObj> shape_of(shapeObj const& shape, MakeOfOne append);
/// \param length must be finite. \param routine of the failure
[[nodiscard]] std::shared_ptr<shapeObj> shape_of_length(shapeObj const& shape, MakeOfLength append,
                                                        double length, char const* routine);
/// Never NULL.
[[nodiscard]] std::shared_ptr<shapeObj> shape_of_two(shapeObj const& a, shapeObj const& b,
                                                     MakeOfTwo append);

} // namespace ms::script
