// SPDX-License-Identifier: MIT
// Shapes from shapes and how they lie to each other.
#include "script/shape_operations.hpp"

#include "geometry/predicates.hpp"
#include "script/constants.hpp"
#include "script/error.hpp"

#include <algorithm>
#include <cmath>

namespace ms::script {

namespace {

using geometry::GeometryColumn;
using geometry::Shape;
using geometry::ShapeOperations;

/// The shape that an operation appends to a column; NULL without a result.
template <typename Append, typename... Arguments>
std::shared_ptr<shapeObj> made_of(shapeObj const& shape, Append append, Arguments... arguments)
{
    ShapeOperations operations;
    auto const column = shape.column();
    GeometryColumn out;
    return (operations.*append)({&column, 0}, arguments..., out) ? shapeObj::from(out, 0) : nullptr;
}

} // namespace

std::shared_ptr<shapeObj> shape_of(shapeObj const& shape, MakeOfOne append)
{
    return made_of(shape, append);
}

std::shared_ptr<shapeObj> shape_of_length(shapeObj const& shape, MakeOfLength append, double length,
                                          char const* routine)
{
    fail_if(!std::isfinite(length), MS_GEOSERR, routine, "The distance must be a finite number.");
    return made_of(shape, append, length);
}

std::shared_ptr<shapeObj> shape_of_two(shapeObj const& a, shapeObj const& b, MakeOfTwo append)
{
    auto const right = b.column();
    auto shape = made_of(a, append, Shape{&right, 0});
    // Disjoint shapes give an empty shape: scripts use its area.
    return shape ? shape : std::make_shared<shapeObj>(std::min(a.type, b.type));
}

int relates(geometry::Relation relation, shapeObj const& a, shapeObj const& b)
{
    ShapeOperations operations;
    auto const left = a.column();
    auto const right = b.column();
    auto const answer = operations.relate(relation, {&left, 0}, {&right, 0});
    return !answer ? MS_UNKNOWN : *answer ? MS_TRUE : MS_FALSE;
}

int contains(shapeObj const& shape, pointObj const& point)
{
    if (shape.type != MS_SHAPE_POLYGON) {
        return MS_UNKNOWN;
    }
    return geometry::contains(shape.column(), 0, {point.x, point.y}) ? MS_TRUE : MS_FALSE;
}

double shapeObj::distanceToShape(shapeObj const& shape) const
{
    ShapeOperations operations;
    auto const left = column();
    auto const right = shape.column();
    return operations.distance({&left, 0}, {&right, 0}).value_or(-1);
}

} // namespace ms::script
