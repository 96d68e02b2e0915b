// SPDX-License-Identifier: MIT
// Shapes from shapes and how they lie to each other.
#include "geometry/geos_operations.hpp"
#include "script/constants.hpp"
#include "script/error.hpp"
#include "script/geometry.hpp"

#include <algorithm>
#include <cmath>

namespace ms::script {

namespace {

using geometry::GeometryColumn;
using geometry::Relation;
using geometry::Shape;
using geometry::ShapeOperations;

/// The shape that an operation appends to a column; NULL without a result.
template <typename Append>
std::shared_ptr<shapeObj> made(Append append)
{
    ShapeOperations operations;
    GeometryColumn out;
    return append(operations, out) ? shapeObj::from(out, 0) : nullptr;
}

template <typename Append>
std::shared_ptr<shapeObj> made_of_two(shapeObj const& a, shapeObj const& b, Append append)
{
    auto const left = a.column();
    auto const right = b.column();
    auto shape = made([&](ShapeOperations& operations, GeometryColumn& out) {
        return (operations.*append)(Shape{&left, 0}, Shape{&right, 0}, out);
    });
    // Disjoint shapes give an empty shape: scripts use its area.
    return shape ? shape : std::make_shared<shapeObj>(std::min(a.type, b.type));
}

/// A length for GEOS: must be finite.
double length(double value, char const* routine)
{
    if (!std::isfinite(value)) {
        throw Failure{MS_GEOSERR, routine, "The distance must be a finite number."};
    }
    return value;
}

/// -1 for shapes that cannot be compared.
int relates(Relation relation, shapeObj const& a, shapeObj const& b)
{
    ShapeOperations operations;
    auto const left = a.column();
    auto const right = b.column();
    auto const answer = operations.relate(relation, {&left, 0}, {&right, 0});
    return !answer ? MS_UNKNOWN : *answer ? MS_TRUE : MS_FALSE;
}

} // namespace

std::shared_ptr<shapeObj> shapeObj::buffer(double width) const
{
    auto const all = column();
    return made([&](ShapeOperations& operations, GeometryColumn& out) {
        return operations.append_buffer({&all, 0}, length(width, "msGEOSBuffer()"), out);
    });
}

std::shared_ptr<shapeObj> shapeObj::simplify(double tolerance) const
{
    auto const all = column();
    return made([&](ShapeOperations& operations, GeometryColumn& out) {
        return operations.append_simplified({&all, 0}, length(tolerance, "msGEOSSimplify()"), out);
    });
}

std::shared_ptr<shapeObj> shapeObj::topologyPreservingSimplify(double tolerance) const
{
    auto const all = column();
    return made([&](ShapeOperations& operations, GeometryColumn& out) {
        return operations.append_simplified_validly(
            {&all, 0}, length(tolerance, "msGEOSTopologyPreservingSimplify()"), out);
    });
}

std::shared_ptr<shapeObj> shapeObj::convexHull() const
{
    auto const all = column();
    return made([&](ShapeOperations& operations, GeometryColumn& out) {
        return operations.append_convex_hull({&all, 0}, out);
    });
}

std::shared_ptr<shapeObj> shapeObj::boundary() const
{
    auto const all = column();
    return made([&](ShapeOperations& operations, GeometryColumn& out) {
        return operations.append_boundary({&all, 0}, out);
    });
}

std::shared_ptr<shapeObj> shapeObj::Union(shapeObj const& shape) const
{
    return made_of_two(*this, shape, &ShapeOperations::append_union);
}

std::shared_ptr<shapeObj> shapeObj::intersection(shapeObj const& shape) const
{
    return made_of_two(*this, shape, &ShapeOperations::append_intersection);
}

std::shared_ptr<shapeObj> shapeObj::difference(shapeObj const& shape) const
{
    return made_of_two(*this, shape, &ShapeOperations::append_difference);
}

std::shared_ptr<shapeObj> shapeObj::symDifference(shapeObj const& shape) const
{
    return made_of_two(*this, shape, &ShapeOperations::append_symmetric_difference);
}

int shapeObj::contains(shapeObj const& shape) const
{
    return relates(Relation::Contains, *this, shape);
}

int shapeObj::overlaps(shapeObj const& shape) const
{
    return relates(Relation::Overlaps, *this, shape);
}

int shapeObj::within(shapeObj const& shape) const
{
    return relates(Relation::Within, *this, shape);
}

int shapeObj::crosses(shapeObj const& shape) const
{
    return relates(Relation::Crosses, *this, shape);
}

int shapeObj::intersects(shapeObj const& shape) const
{
    return relates(Relation::Intersects, *this, shape);
}

int shapeObj::touches(shapeObj const& shape) const
{
    return relates(Relation::Touches, *this, shape);
}

int shapeObj::equals(shapeObj const& shape) const
{
    return relates(Relation::Equals, *this, shape);
}

int shapeObj::disjoint(shapeObj const& shape) const
{
    return relates(Relation::Disjoint, *this, shape);
}

double shapeObj::distanceToShape(shapeObj const& shape) const
{
    ShapeOperations operations;
    auto const left = column();
    auto const right = shape.column();
    return operations.distance({&left, 0}, {&right, 0}).value_or(-1);
}

} // namespace ms::script
