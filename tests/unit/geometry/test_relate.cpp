// SPDX-License-Identifier: MIT
#include "geometry/relate.hpp"

#include "geometry/geos_limit.hpp"
#include "geometry/wkt.hpp"

#include <doctest/doctest.h>

#include <chrono>
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

bool near(char const* a, char const* b, double distance)
{
    auto const first = read(a);
    auto const second = read(b);
    return are_within({first, 0}, {second, 0}, distance) &&
           are_within({second, 0}, {first, 0}, distance);
}

/// \return whether they are so far apart, and not a thousandth farther
bool apart(char const* a, char const* b, double distance)
{
    return near(a, b, distance) && !near(a, b, distance * 0.999);
}

/// Runs up and down in a narrow diagonal strip: the boxes of its edges are large.
GeometryColumn zigzag(std::size_t count, double shift)
{
    GeometryColumn column;
    for (std::size_t i = 0; i < count; ++i) {
        auto const along = static_cast<double>(i * 7919 % 1000);
        column.points.push_back({along + shift + static_cast<double>(i % 2) * 10, along});
    }
    column.end_ring();
    column.end_part();
    column.end_feature(Kind::Line);
    return column;
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

TEST_CASE("are_within: features that meet, else as near as their nearest points")
{
    CHECK(near(square, "POINT(5 5)", 0));
    CHECK(apart(square, "POINT(13 14)", 5));
    CHECK(apart("LINESTRING(0 0,0 10)", "LINESTRING(3 5,8 5)", 3));
    CHECK(apart("LINESTRING(0 0,0 10)", "LINESTRING(3 15,8 20)", std::hypot(3, 5)));
    CHECK(apart(ring, "POINT(5 5)", 3));
    CHECK_FALSE(near(square, "POINT EMPTY", 1e9));
}

// 10^10 pairs of edges, most of which have boxes that meet.
TEST_CASE("relations of large features look at the clock")
{
    auto const a = zigzag(100'000, 0);
    auto const b = zigzag(100'000, 100);
    ms::Deadline const deadline{ms::Deadline::Clock::now() + std::chrono::milliseconds{200}};
    ms::Budget budget{deadline, std::size_t{1} << 30U};
    GeosLimit const limit{budget};
    CHECK_THROWS_AS((void)are_within({a, 0}, {b, 0}, 1), ms::Error);
    CHECK_THROWS_AS((void)intersect({a, 0}, {b, 0}), ms::Error);
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
