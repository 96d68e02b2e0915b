// SPDX-License-Identifier: MIT
#include "geometry/nesting.hpp"

#include "geometry/geos_limit.hpp"
#include "unit/processor_time.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <numbers>

using namespace ms::geometry;

namespace {

void append_square(double x, double y, double half, GeometryColumn& out)
{
    out.points.insert(out.points.end(), {{x - half, y - half},
                                         {x + half, y - half},
                                         {x + half, y + half},
                                         {x - half, y + half},
                                         {x - half, y - half}});
    out.end_ring();
}

void append_circle(std::size_t count, GeometryColumn& out)
{
    for (std::size_t i = 0; i <= count; ++i) {
        double const angle =
            2 * std::numbers::pi * static_cast<double>(i % count) / static_cast<double>(count);
        out.points.push_back({std::cos(angle), std::sin(angle)});
    }
    out.end_ring();
}

void end_polygon(GeometryColumn& out)
{
    out.end_part();
    out.end_feature(Kind::Polygon);
}

} // namespace

TEST_CASE("nesting: rings with the same left and right edges")
{
    GeometryColumn column; // a square, and in it a diamond from side to side
    column.points = {{0, 5}, {5, 1}, {10, 5}, {5, 9}, {0, 5}};
    column.end_ring();
    append_square(5, 5, 5, column);
    append_square(5, 5, 1, column);
    end_polygon(column);
    auto const polygons = nested_rings({&column, 0});
    REQUIRE(polygons.size() == 2);
    CHECK(polygons[0].outer == 1);
    CHECK(polygons[0].holes == std::vector<std::uint32_t>{0});
    CHECK(polygons[1].outer == 2);
    CHECK(polygons[1].holes.empty());
}

TEST_CASE("nesting: islands within lakes within islands, in any order")
{
    constexpr std::uint32_t depth = 9;
    for (bool const is_inside_out : {false, true}) {
        GeometryColumn column;
        for (std::uint32_t i = 0; i < depth; ++i) {
            append_square(0, 0, is_inside_out ? 1 + i : depth - i, column);
        }
        end_polygon(column);
        auto const polygons = nested_rings({&column, 0});
        REQUIRE(polygons.size() == 5);
        for (auto const& [outer, holes] : polygons) {
            bool const is_innermost = outer == (is_inside_out ? 0U : depth - 1);
            REQUIRE(holes.size() == (is_innermost ? 0U : 1U));
            if (!is_innermost) {
                CHECK(holes.front() == (is_inside_out ? outer - 1 : outer + 1));
            }
        }
    }
}

// Compared pair by pair: 40 s.
TEST_CASE("nesting: 90,000 islands with lakes in one part")
{
    GeometryColumn column;
    constexpr int side = 300;
    for (int i = 0; i < side * side; ++i) {
        double const x = i % side;
        double const y = i * 7 % (side * side) / side; // NOLINT(bugprone-integer-division)
        append_square(x, y, 0.4, column);
        append_square(x, y, 0.2, column);
    }
    end_polygon(column);
    ::test::ProcessorTime const time;
    ms::Deadline const forever;
    ms::Budget budget{forever, std::size_t{1} << 30U};
    GeosLimit const limit{budget};
    CHECK(std::abs(area({&column, 0}) - side * side * (0.64 - 0.16)) < 1e-6);
    CHECK(time.used() < std::chrono::seconds{20});
}

TEST_CASE("nesting: rings that coincide look at the clock")
{
    GeometryColumn column;
    append_circle(100'000, column);
    append_circle(100'000, column);
    end_polygon(column);
    ms::Deadline const deadline{ms::Deadline::Clock::now() + std::chrono::milliseconds{100}};
    ms::Budget budget{deadline, std::size_t{1} << 30U};
    GeosLimit const limit{budget};
    CHECK_THROWS_AS((void)nested_rings({&column, 0}), ms::Error);
}

// GetFeatureInfo writes MULTIPOLYGONs of shapefiles as GML so.
TEST_CASE("nesting: features are copied, and areas of one part are polygons with their holes")
{
    GeometryColumn from;
    append_square(0, 0, 4, from);
    append_square(0, 0, 2, from);
    append_square(20, 0, 4, from);
    end_polygon(from);
    from.points.push_back({1, 2});
    from.end_ring();
    from.end_part();
    from.end_feature(Kind::Point);
    GeometryColumn to;
    nest(from, to);
    REQUIRE(to.size() == 2);
    CHECK(to.feature_ends[0] == 2); // parts: the first with two rings, the second with one
    CHECK(to.part_ends[0] == 2);
    CHECK(to.part_ends[1] == 3);
    CHECK(to.kinds[1] == Kind::Point);
    CHECK(to.points_of(1).front() == Point{1, 2});
}
