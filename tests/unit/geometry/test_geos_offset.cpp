// SPDX-License-Identifier: MIT
// Expected: PostGIS 3.3, ST_AsText(ST_OffsetCurve(line, distance, 'join=mitre mitre_limit=...')).
// Its left, with y up, is the right with y down.
#include "geometry/geos_offset.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using ms::geometry::ParallelLines;
using ms::geometry::Point;

namespace {

using Line = std::vector<Point>;

std::vector<Line> beside(Line const& line, double distance)
{
    return ParallelLines{}.beside(line, distance);
}

} // namespace

TEST_CASE("parallels: a positive distance is to the right as seen with y down")
{
    // ST_OffsetCurve('LINESTRING(0 0, 10 0)', 2) = LINESTRING(0 2,10 2)
    CHECK(beside({{0, 0}, {10, 0}}, 2) == std::vector<Line>{{{0, 2}, {10, 2}}});
    CHECK(beside({{0, 0}, {10, 0}}, -2) == std::vector<Line>{{{0, -2}, {10, -2}}});
}

TEST_CASE("parallels: corners are mitred on the outside and cut on the inside")
{
    Line const corner{{0, 0}, {10, 0}, {10, 10}};
    CHECK(beside(corner, 2) == std::vector<Line>{{{0, 2}, {8, 2}, {8, 10}}});
    CHECK(beside(corner, -2) == std::vector<Line>{{{0, -2}, {12, -2}, {12, 10}}});
}

TEST_CASE("parallels: a bend tighter than the distance vanishes")
{
    // A notch 2 wide and 1 deep; on its inner side, 5 away, it cannot be seen.
    auto const pieces = beside({{0, 0}, {9, 0}, {10, 1}, {11, 0}, {20, 0}}, -5);
    REQUIRE(pieces.size() == 1);
    // LINESTRING(0 -5,8.928932 -5,11.071068 -5,20 -5)
    std::vector const xs{0.0, 8.928932, 11.071068, 20.0};
    REQUIRE(pieces.front().size() == xs.size());
    for (std::size_t i = 0; i < xs.size(); ++i) {
        CHECK(pieces.front()[i].x == doctest::Approx(xs[i]));
        CHECK(pieces.front()[i].y == doctest::Approx(-5));
    }
}

TEST_CASE("parallels: geometries without lines have none")
{
    CHECK(beside({}, 2).empty());
    CHECK(beside({{1, 1}}, 2).empty());
    CHECK(beside({{1, 1}, {1, 1}}, 2).empty());
    double const inf = std::numeric_limits<double>::infinity();
    CHECK(beside({{0, 0}, {inf, 0}}, 2).empty());
    CHECK(beside({{0, 0}, {std::nan(""), 0}}, 2).empty());
}
