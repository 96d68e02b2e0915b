// SPDX-License-Identifier: MIT
#include "crs/path_projector.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

using ms::crs::parse;
using ms::crs::PathProjector;
using ms::geometry::Point;

namespace {

constexpr char const* globe = "+proj=ortho +lat_0=0 +lon_0=0 +R=6371000 +units=m";

} // namespace

// Of the half of a sphere that is seen from far away, the horizon is 90 degrees from the middle.
TEST_CASE("path projector: a line ends at the horizon, and begins again")
{
    PathProjector const way{parse("EPSG:4326"), parse(globe)};
    std::vector<Point> const path{{0, 0}, {60, 0}, {120, 0}, {60, 10}, {0, 10}};
    auto const parts = way.line(path);
    REQUIRE(parts.size() == 2);
    REQUIRE(parts[0].size() == 3);
    CHECK(parts[0].back().at.x == doctest::Approx(6371000));
    CHECK(parts[0].back().source == 1);
    CHECK(parts[1].front().source == 3);
    CHECK(parts[1].back().at.x == doctest::Approx(0));
    CHECK(way.ring(path).front().at == way.ring(path).back().at);
    CHECK(way.points(path).size() == 4);
}

TEST_CASE("path projector: a line that cannot be seen has no parts")
{
    PathProjector const way{parse("EPSG:4326"), parse(globe)};
    std::vector<Point> const path{{100, 0}, {120, 0}};
    CHECK(way.line(path).empty());
    CHECK(way.ring(path).empty());
}

// Around the north pole, 200 km beyond each side of the antimeridian.
TEST_CASE("path projector: a line from a plane is cut at the antimeridian")
{
    PathProjector const way{parse("EPSG:3995"), {}};
    std::vector<Point> const path{{-200000, 3000000}, {200000, 3000000}};
    auto const parts = way.line(path);
    REQUIRE(parts.size() == 2);
    CHECK(std::abs(parts[0].back().at.x) == doctest::Approx(180));
    CHECK(std::abs(parts[1].front().at.x) == doctest::Approx(180));
    CHECK(parts[0].back().at.y == doctest::Approx(parts[1].front().at.y));
}
