// SPDX-License-Identifier: MIT
#include "geometry/geos_shape.hpp"

#include "geometry/geos_limit.hpp"

#include "geometry/nesting.hpp"

#include <algorithm>
#include <cmath>
#include <new>

namespace ms::geometry {

namespace {

using Pieces = std::vector<GEOSGeometry*>;

bool is_finite(Point p)
{
    return std::isfinite(p.x) && std::isfinite(p.y);
}

GEOSCoordSequence* sequence_of(GEOSContextHandle_t context, std::span<Point const> points)
{
    auto const count = std::ranges::count_if(points, is_finite);
    auto* const sequence = GEOSCoordSeq_create_r(context, static_cast<unsigned>(count), 2);
    unsigned i = 0;
    for (auto const& point : points) {
        if (sequence != nullptr && is_finite(point)) {
            GEOSCoordSeq_setXY_r(context, sequence, i++, point.x, point.y);
        }
    }
    return sequence;
}

/// Null for an invalid ring: too few points, or not closed.
GEOSGeometry* make_ring(GEOSContextHandle_t context, std::span<Point const> points)
{
    auto* const sequence = sequence_of(context, points);
    return sequence == nullptr ? nullptr : GEOSGeom_createLinearRing_r(context, sequence);
}

GEOSGeometry* make_polygon(GEOSContextHandle_t context, GeometryColumn const& column,
                           NestedRings const& rings)
{
    auto* const outer = make_ring(context, column.ring(rings.outer));
    if (outer == nullptr) {
        return nullptr;
    }
    Pieces holes;
    for (auto const hole : rings.holes) {
        if (auto* const ring = make_ring(context, column.ring(hole))) {
            holes.push_back(ring);
        }
    }
    return GEOSGeom_createPolygon_r(context, outer, holes.data(),
                                    static_cast<unsigned>(holes.size()));
}

/// A single piece unchanged, several as their MULTI. Takes ownership of the pieces.
GeosGeometry collected(GEOSContextHandle_t context, int type, Pieces& pieces)
{
    std::erase(pieces, nullptr);
    if (pieces.size() < 2) {
        return own(context, pieces.empty() ? nullptr : pieces.front());
    }
    return own(context, GEOSGeom_createCollection_r(context, type, pieces.data(),
                                                    static_cast<unsigned>(pieces.size())));
}

GeosGeometry points_to_geos(GEOSContextHandle_t context, Shape shape)
{
    Pieces pieces;
    for (auto const& point : shape.column->points_of(shape.index)) {
        if (is_finite(point)) {
            pieces.push_back(GEOSGeom_createPointFromXY_r(context, point.x, point.y));
        }
    }
    return collected(context, GEOS_MULTIPOINT, pieces);
}

GeosGeometry lines_to_geos(GEOSContextHandle_t context, Shape shape)
{
    Pieces pieces;
    auto const rings = shape.rings();
    for (auto ring = rings.first; ring < rings.last; ++ring) {
        pieces.push_back(make_line(context, shape.column->ring(ring)).release());
    }
    return collected(context, GEOS_MULTILINESTRING, pieces);
}

GeosGeometry polygons_to_geos(GEOSContextHandle_t context, Shape shape)
{
    Pieces pieces;
    for (auto const& rings : nested_rings(shape)) {
        pieces.push_back(make_polygon(context, *shape.column, rings));
    }
    return collected(context, GEOS_MULTIPOLYGON, pieces);
}

bool is_collection(GEOSContextHandle_t context, GEOSGeometry const* geometry)
{
    return GEOSGeomTypeId_r(context, geometry) >= GEOS_MULTIPOINT;
}

/// Appends all pieces of one dimension; nested collections too.
void append_pieces(GEOSContextHandle_t context, GEOSGeometry const* geometry, int dimension,
                   GeometryColumn& out)
{
    if (is_collection(context, geometry)) {
        int const count = GEOSGetNumGeometries_r(context, geometry);
        for (int i = 0; i < count; ++i) {
            append_pieces(context, GEOSGetGeometryN_r(context, geometry, i), dimension, out);
        }
        return;
    }
    if (GEOSisEmpty_r(context, geometry) != 0 ||
        GEOSGeom_getDimensions_r(context, geometry) != dimension) {
        return;
    }
    if (dimension < 2) {
        append_coordinates(context, geometry, out.points);
        if (dimension == 1) {
            out.end_ring();
            out.end_part();
        }
        return;
    }
    append_coordinates(context, GEOSGetExteriorRing_r(context, geometry), out.points);
    out.end_ring();
    int const holes = GEOSGetNumInteriorRings_r(context, geometry);
    for (int i = 0; i < holes; ++i) {
        append_coordinates(context, GEOSGetInteriorRingN_r(context, geometry, i), out.points);
        out.end_ring();
    }
    out.end_part();
}

} // namespace

GeosContext make_geos_context()
{
    GeosContext context{GEOS_init_r()};
    if (!context) {
        throw std::bad_alloc();
    }
    return context;
}

GeosGeometry make_line(GEOSContextHandle_t context, std::span<Point const> line)
{
    if (std::ranges::count_if(line, is_finite) < 2) {
        return own(context, nullptr);
    }
    auto* const sequence = sequence_of(context, line);
    return own(context,
               sequence == nullptr ? nullptr : GEOSGeom_createLineString_r(context, sequence));
}

GeosGeometry to_geos(GEOSContextHandle_t context, Shape shape)
{
    if (!shape.exists()) {
        return own(context, nullptr);
    }
    begin_geos_operation();
    switch (shape.kind()) {
    case Kind::Point:
        return points_to_geos(context, shape);
    case Kind::Line:
        return lines_to_geos(context, shape);
    case Kind::Polygon:
        return polygons_to_geos(context, shape);
    case Kind::None:
        break;
    }
    return own(context, nullptr);
}

void append_coordinates(GEOSContextHandle_t context, GEOSGeometry const* geometry,
                        std::vector<Point>& out)
{
    auto const* const sequence =
        geometry == nullptr ? nullptr : GEOSGeom_getCoordSeq_r(context, geometry);
    unsigned count = 0;
    if (sequence == nullptr || GEOSCoordSeq_getSize_r(context, sequence, &count) == 0) {
        return;
    }
    for (unsigned i = 0; i < count; ++i) {
        auto& point = out.emplace_back();
        GEOSCoordSeq_getXY_r(context, sequence, i, &point.x, &point.y);
    }
}

bool append_geos(GEOSContextHandle_t context, GEOSGeometry const* geometry, GeometryColumn& out)
{
    if (geometry == nullptr) {
        check_geos_limit();
    }
    if (geometry == nullptr || GEOSisEmpty_r(context, geometry) != 0) {
        return false;
    }
    int const dimension = GEOSGeom_getDimensions_r(context, geometry);
    append_pieces(context, geometry, dimension, out);
    if (dimension == 0) { // all points are one ring of one part
        out.end_ring();
        out.end_part();
    }
    out.end_feature(dimension == 0 ? Kind::Point : dimension == 1 ? Kind::Line : Kind::Polygon);
    return true;
}

} // namespace ms::geometry
