// SPDX-License-Identifier: MIT
// The geometries of vector tiles, read again from their commands and judged by GEOS.
#include "render/draw/mvt_geometry.hpp"

#include "geometry/nesting.hpp"
#include "geometry/wkt.hpp"
#include "unit/render/mvt_rings.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace ms;
using geometry::GeometryColumn;
using geometry::Kind;

namespace {

/// As a tile has it.
GeometryColumn tile_polygons(std::string_view wkt)
{
    GeometryColumn column;
    REQUIRE(geometry::append_wkt(wkt, Kind::None, column));
    Budget budget;
    render::MvtGeometry encoder{budget};
    auto const decoded = test::polygons_of(encoder.encode({&column, 0}));
    REQUIRE(decoded);
    return *decoded;
}

/// The rings one by one, each from its least vertex on: where GEOS begins depends on its version.
std::string recoded(std::string_view wkt)
{
    auto const column = tile_polygons(wkt);
    std::vector<std::string> rings;
    for (std::size_t ring = 0; ring < column.ring_ends.size(); ++ring) {
        auto const closed = column.ring(ring);
        std::vector<geometry::Point> points{closed.begin(), closed.end() - 1};
        auto const before = [](auto a, auto b) {
            return std::pair{a.x, a.y} < std::pair{b.x, b.y};
        };
        std::ranges::rotate(points, std::ranges::min_element(points, before));
        std::string text;
        for (auto const& point : points) {
            text += fmt::format("{} {},", point.x, point.y);
        }
        rings.push_back(text);
    }
    std::ranges::sort(rings);
    return fmt::format("{}", fmt::join(rings, " "));
}

/// A star of several turns, a scribble or a thin spike, not on whole coordinates.
void append_random_ring(std::mt19937& random, double span, GeometryColumn& column)
{
    auto const number = [&](double most) {
        return static_cast<double>(random() % 10000) * most / 1e4;
    };
    auto const first = column.points.size();
    double const x = number(span);
    double const y = number(span);
    auto const count = 3 + random() % 12;
    bool const is_star = random() % 2 == 0;
    for (std::size_t i = 0; i < count; ++i) {
        double const angle =
            static_cast<double>(i * (1 + random() % 3)) * 6.2832 / static_cast<double>(count);
        double const radius = 0.2 + number(span / 2);
        column.points.push_back(
            is_star ? geometry::Point{x + radius * std::cos(angle), y + radius * std::sin(angle)}
                    : geometry::Point{x + number(span / 3), y + number(span / 9)});
    }
    column.points.push_back(geometry::Point{column.points[first]});
    column.end_ring();
}

} // namespace

TEST_CASE("vector tile geometry: a bow tie becomes two triangles, as ST_AsMVTGeom makes it")
{
    CHECK(recoded("POLYGON((0 0,10 10,10 0,0 10,0 0))") == "0 0,5 5,0 10, 5 5,10 0,10 10,");
}

TEST_CASE("vector tile geometry: what rounding makes a line of is cut off")
{
    // The neck between the two squares is a third of a unit wide.
    CHECK(recoded("POLYGON((0 0,10 0,10 4.9,20 4.9,20 0,30 0,30 10,20 10,20 5.2,10 5.2,10 10,0 "
                  "10,0 0))") == "0 0,10 0,10 5,10 10,0 10, 20 0,30 0,30 10,20 10,20 5,");
}

TEST_CASE("vector tile geometry: parts that overlap are joined")
{
    CHECK(recoded("MULTIPOLYGON(((0 0,9 0,9 9,0 9,0 0)),((2 2,4 2,4 4,2 4,2 2)))") ==
          "0 0,9 0,9 9,0 9,");
}

TEST_CASE("vector tile geometry: a hole that shares an edge with the outer ring stays cut out")
{
    auto const column = tile_polygons("POLYGON((0 0,9 0,9 9,0 9,0 0),(0 3,0 6,3 6,3 3,0 3))");
    CHECK(geometry::area({&column, 0}) == 72);
}

TEST_CASE("vector tile geometry: without MAKE_VALID rings stay as rounding leaves them")
{
    GeometryColumn bow_tie;
    REQUIRE(geometry::append_wkt("POLYGON((0 0,10 10,10 0,0 12,0 0))", Kind::None, bow_tie));
    Budget budget;
    auto const rings = [&](bool makes_valid) {
        render::MvtGeometry encoder{budget, makes_valid};
        return test::polygons_of(encoder.encode({&bow_tie, 0})).value().ring_ends.size();
    };
    CHECK(rings(true) == 2);
    CHECK(rings(false) == 1);
}

TEST_CASE(
    "vector tile geometry: polygons of any shape are valid, turned as the specification wants")
{
    geometry::ShapeOperations geos;
    Budget budget;
    render::MvtGeometry encoder{budget};
    std::size_t written = 0;
    for (unsigned seed = 0; seed < 6000; ++seed) {
        std::mt19937 random{seed};
        double const span = seed % 3 == 0 ? 6 : seed % 3 == 1 ? 60 : 4000;
        GeometryColumn column;
        for (auto parts = 1 + random() % 3; parts > 0; --parts) {
            for (auto rings = 1 + random() % 3; rings > 0; --rings) {
                append_random_ring(random, span, column);
            }
            column.end_part();
        }
        column.end_feature(Kind::Polygon);
        auto const commands = encoder.encode({&column, 0});
        auto const polygons = test::polygons_of(commands);
        REQUIRE_MESSAGE(polygons, "rings of seed ", seed);
        if (!commands.empty()) {
            ++written;
            CHECK_MESSAGE(geos.is_valid({&*polygons, 0}), "seed ", seed);
        }
    }
    CHECK(written > 5000);
}
