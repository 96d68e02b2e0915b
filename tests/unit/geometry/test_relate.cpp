// SPDX-License-Identifier: MIT
#include "geometry/relate.hpp"
#include "geometry/wkt.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace ms::geometry;

namespace {

GeometryColumn read(char const* wkt)
{
    GeometryColumn column;
    REQUIRE(append_wkt(wkt, Kind::None, column));
    return column;
}

bool meet(char const* a, char const* b)
{
    auto const first = read(a);
    auto const second = read(b);
    CHECK(intersect({first, 0}, {second, 0}) == intersect({second, 0}, {first, 0}));
    return intersect({first, 0}, {second, 0});
}

double apart(char const* a, char const* b)
{
    auto const first = read(a);
    auto const second = read(b);
    return distance_between({first, 0}, {second, 0});
}

constexpr auto square = "POLYGON((0 0,10 0,10 10,0 10,0 0))";
constexpr auto ring = "POLYGON((0 0,10 0,10 10,0 10,0 0),(2 2,2 8,8 8,8 2,2 2))";

} // namespace

// Expected values: ST_Intersects and ST_Distance of PostGIS 3.3.

TEST_CASE("intersect: an area intersects geometries inside it, and its edge counts")
{
    CHECK(meet(square, "POINT(5 5)"));
    CHECK(meet(square, "POINT(10 5)"));
    CHECK(meet(square, "LINESTRING(4 4,6 6)"));
    CHECK(meet(square, "POLYGON((4 4,6 4,6 6,4 6,4 4))"));
    CHECK(meet(square, "MULTIPOINT((20 20),(5 5))"));
    CHECK_FALSE(meet(square, "POINT(10.5 5)"));
}

TEST_CASE("intersect: a hole does not belong to the area")
{
    CHECK_FALSE(meet(ring, "POINT(5 5)"));
    CHECK_FALSE(meet(ring, "POLYGON((4 4,6 4,6 6,4 6,4 4))"));
    CHECK(meet(ring, "LINESTRING(5 5,9 5)"));
}

TEST_CASE("intersect: boxes that meet do not make lines that do")
{
    CHECK(meet("LINESTRING(0 0,10 10)", "LINESTRING(0 10,10 0)"));
    CHECK(meet("LINESTRING(0 0,5 5)", "LINESTRING(5 5,9 0)"));
    CHECK_FALSE(meet("LINESTRING(0 0,10 10)", "LINESTRING(0 1,4 10)"));
    CHECK(meet("LINESTRING(0 0,10 10)", "POINT(3 3)"));
    CHECK_FALSE(meet("LINESTRING(0 0,10 10)", "POINT(3 4)"));
}

TEST_CASE("intersect: a polygon of several parts is met in each of them")
{
    constexpr auto two = "MULTIPOLYGON(((0 0,1 0,1 1,0 0)),((5 5,7 5,7 7,5 5)))";
    CHECK(meet(two, "POINT(6 5.5)"));
    CHECK_FALSE(meet(two, "POINT(3 3)"));
}

TEST_CASE("distance_between: zero where features meet, else to the nearest points")
{
    CHECK(apart(square, "POINT(5 5)") == 0);
    CHECK(apart(square, "POINT(13 14)") == doctest::Approx(5));
    CHECK(apart("LINESTRING(0 0,0 10)", "LINESTRING(3 5,8 5)") == doctest::Approx(3));
    CHECK(apart(ring, "POINT(5 5)") == doctest::Approx(3));
    CHECK(std::isinf(apart(square, "POINT EMPTY")));
}

TEST_CASE("append_feature: copies parts and rings of one feature only")
{
    auto const from = read(ring);
    GeometryColumn to;
    append_feature({from, 0}, to);
    append_feature({from, 0}, to);
    CHECK(to.size() == 2);
    CHECK(encode_wkt(to, 1) == encode_wkt(from, 0));
}
