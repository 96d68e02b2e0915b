// SPDX-License-Identifier: MIT
#include "geometry/geos_operations.hpp"

#include "geometry/measure.hpp"
#include "geometry/wkt.hpp"

#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <numbers>

namespace {

using ms::geometry::GeometryColumn;
using ms::geometry::Kind;
using ms::geometry::Relation;
using ms::geometry::Shape;
using ms::geometry::ShapeOperations;

GeometryColumn column(std::string_view wkt)
{
    GeometryColumn out;
    REQUIRE(ms::geometry::append_wkt(wkt, Kind::None, out));
    return out;
}

constexpr auto square = "POLYGON((0 0,10 0,10 10,0 10,0 0))";

} // namespace

TEST_CASE("geos: relations of a point and a square are those of PostGIS")
{
    // SELECT ST_Intersects(p, s), ST_Within(p, s), ST_Contains(s, p), ST_Touches(p, s) ...
    ShapeOperations geos;
    auto const area = column(square);
    auto const inside = column("POINT(5 5)");
    auto const edge = column("POINT(10 5)");
    auto const away = column("POINT(20 5)");
    auto const fixed = geos.fix({&area, 0});
    REQUIRE(fixed);
    auto const relate = [&](Relation relation, GeometryColumn const& point) {
        auto const answer = geos.relate(relation, {&point, 0}, {&area, 0});
        CHECK(geos.relate(relation, {&point, 0}, *fixed) == answer);
        return answer;
    };
    CHECK(relate(Relation::Intersects, inside) == true);
    CHECK(relate(Relation::Within, inside) == true);
    CHECK(relate(Relation::Within, edge) == false);
    CHECK(relate(Relation::Touches, edge) == true);
    CHECK(relate(Relation::Disjoint, away) == true);
    CHECK(relate(Relation::Intersects, away) == false);
    CHECK(relate(Relation::Contains, inside) == false);
    CHECK(geos.relate(Relation::Contains, {&area, 0}, {&inside, 0}) == true);
    CHECK(geos.distance({&away, 0}, {&area, 0}) == 10);
}

TEST_CASE("geos: a buffer has the circles of MapServer")
{
    // MapServer 8.0.0, mapscript: buffer of POINT(0 0) by 2 begins at 2 0 and has 30 segments a
    // quarter, -0.1046719124858877 being the y of the second vertex.
    ShapeOperations geos;
    auto const point = column("POINT(0 0)");
    GeometryColumn out;
    REQUIRE(geos.append_buffer({&point, 0}, 2, out));
    CHECK(out.kinds[0] == Kind::Polygon);
    CHECK(out.points.size() == 121);
    CHECK(out.points[1].y == doctest::Approx(-0.1046719124858877));
}

TEST_CASE("geos: vanished and failed results are not shapes")
{
    ShapeOperations geos;
    auto const area = column(square);
    GeometryColumn out;
    CHECK_FALSE(geos.append_buffer({&area, 0}, -30, out));
    CHECK_FALSE(geos.append_buffer({&area, 0}, std::numeric_limits<double>::infinity(), out));
    CHECK_FALSE(geos.append_intersection({&area, 0}, {}, out));
    CHECK_FALSE(geos.append_densified({&area, 0}, 1e-9, out)); // 4e10 vertices
    CHECK_FALSE(geos.append_densified({&area, 0}, 0, out));
    GeometryColumn broken = area;
    broken.points[2].x = std::numeric_limits<double>::quiet_NaN();
    CHECK(geos.append_buffer({&broken, 0}, 1, out)); // of the remaining triangle
    CHECK(out.size() == 1);
}

TEST_CASE("geos: rings of one part are nested by position")
{
    // A shapefile's record: two outer rings and a hole in one part, the hole first.
    GeometryColumn shape;
    auto const add = [&](double from, double to) {
        shape.points.insert(shape.points.end(),
                            {{from, from}, {to, from}, {to, to}, {from, to}, {from, from}});
        shape.end_ring();
    };
    add(2, 4);
    add(0, 10);
    add(20, 21);
    shape.end_part();
    shape.end_feature(Kind::Polygon);
    ShapeOperations geos;
    auto const in_hole = column("POINT(3 3)");
    auto const in_ring = column("POINT(5 5)");
    CHECK(geos.relate(Relation::Within, {&in_hole, 0}, {&shape, 0}) == false);
    CHECK(geos.relate(Relation::Within, {&in_ring, 0}, {&shape, 0}) == true);
}

TEST_CASE("geos: sums and differences of squares")
{
    ShapeOperations geos;
    auto const a = column(square);
    auto const b = column("POLYGON((5 0,15 0,15 10,5 10,5 0))");
    auto const area = [&](auto operation) {
        GeometryColumn out;
        REQUIRE((geos.*operation)({&a, 0}, {&b, 0}, out));
        return std::abs(ms::geometry::signed_area(out.ring(0)));
    };
    CHECK(area(&ShapeOperations::append_union) == 150);
    CHECK(area(&ShapeOperations::append_intersection) == 50);
    CHECK(area(&ShapeOperations::append_difference) == 50);
}

TEST_CASE("geos: densify cuts segments into equal pieces")
{
    // MapServer 8.0.0: (densify([shape], 5)) of LINESTRING(0 0, 7 0, 20 0)
    ShapeOperations geos;
    auto const line = column("LINESTRING(0 0,7 0,20 0)");
    GeometryColumn out;
    REQUIRE(geos.append_densified({&line, 0}, 5, out));
    REQUIRE(out.points.size() == 6);
    CHECK(out.points[1].x == 3.5);
    CHECK(out.points[3].x == doctest::Approx(11.3333333333));
}

TEST_CASE("geos: the centre line of a long box runs along its middle")
{
    ShapeOperations geos;
    auto const box = column("POLYGON((0 0,100 0,100 10,0 10,0 0))");
    GeometryColumn dense;
    GeometryColumn out;
    REQUIRE(geos.append_densified({&box, 0}, 2, dense));
    REQUIRE(geos.append_centerline({&dense, 0}, out));
    CHECK(out.kinds[0] == Kind::Line);
    CHECK(ms::geometry::length(out.ring(0)) > 90);
    for (auto const& point : out.points) {
        if (point.x > 6 && point.x < 94) {
            CHECK(point.y == doctest::Approx(5));
        }
    }
    CHECK(out.points.front().x < out.points.back().x); // from west to east, as in MapServer 8.0.0
    auto const line = column("LINESTRING(0 0,10 0)");
    CHECK_FALSE(geos.append_centerline({&line, 0}, out));
}

TEST_CASE("geos: valid are the shapes that PostGIS calls so")
{
    ShapeOperations geos;
    for (std::string const wkt : {square, "POINT(1 2)", "LINESTRING(0 0,1 1,0 1,1 0)",
                                  "POLYGON((0 0,10 0,10 10,0 10,0 0),(1 1,2 1,2 2,1 1))",
                                  "MULTIPOLYGON(((0 0,1 0,1 1,0 0)),((5 5,6 5,6 6,5 5)))"}) {
        CAPTURE(wkt);
        auto const shape = column(wkt);
        CHECK(geos.is_valid({&shape, 0}));
    }
    for (std::string const wkt :
         {"POLYGON((0 0,10 10,0 10,10 0,0 0))",
          "MULTIPOLYGON(((0 0,10 0,10 10,0 10,0 0)),((5 5,15 5,15 15,5 15,5 5)))",
          "POLYGON((0 0,0 0,0 0,0 0))", "GEOMETRYCOLLECTION EMPTY"}) {
        CAPTURE(wkt);
        auto const shape = column(wkt);
        CHECK_FALSE(geos.is_valid({&shape, 0}));
    }
}
