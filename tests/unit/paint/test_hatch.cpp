// SPDX-License-Identifier: MIT
#include "paint/hatch.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

using ms::geometry::Box;
using ms::geometry::GeometryColumn;
using ms::paint::hatch;

namespace {

GeometryColumn lines(Box const& box, double spacing, double angle_degrees)
{
    GeometryColumn out;
    hatch(box, spacing, angle_degrees * std::numbers::pi / 180, out);
    return out;
}

} // namespace

// MapServer 8.0.0: a line goes through the upper left corner of the first pixel of the last row.
TEST_CASE("hatch: horizontal lines stand a spacing apart, counted from the last row's upper edge")
{
    auto const column = lines({0, 0, 100, 50}, 10, 0);
    REQUIRE(column.size() == 1);
    std::size_t inside = 0;
    for (std::size_t ring = 0; ring < column.ring_ends.size(); ++ring) {
        auto const line = column.ring(ring);
        CHECK(line[0].y == doctest::Approx(line[1].y));
        CHECK(std::abs(std::remainder(line[0].y - 49, 10)) < 1e-9);
        CHECK(std::min(line[0].x, line[1].x) <= 0);
        CHECK(std::max(line[0].x, line[1].x) >= 100);
        inside += line[0].y > 0 && line[0].y < 50 ? 1U : 0U;
    }
    CHECK(inside == 5); // 9 19 29 39 49
}

TEST_CASE("hatch: the angle turns counter-clockwise as seen")
{
    auto const column = lines({0, 0, 100, 100}, 10, 45);
    auto const line = column.ring(0);
    // y grows downwards: rising to the right means falling y.
    CHECK((line[1].y - line[0].y) / (line[1].x - line[0].x) == doctest::Approx(-1));
}

TEST_CASE("hatch: every corner of the box is within half a spacing of a line")
{
    Box const box{0, 0, 200, 120};
    for (double const angle : {0.0, 17.0, 90.0, 133.0, 180.0, 300.0}) {
        CAPTURE(angle);
        auto const column = lines(box, 12, angle);
        for (auto const corner : {ms::geometry::Point{0, 0}, {200, 0}, {0, 120}, {200, 120}}) {
            double nearest = 1e9;
            for (std::size_t ring = 0; ring < column.ring_ends.size(); ++ring) {
                auto const line = column.ring(ring);
                double const dx = line[1].x - line[0].x;
                double const dy = line[1].y - line[0].y;
                nearest = std::min(
                    nearest, std::abs((corner.x - line[0].x) * dy - (corner.y - line[0].y) * dx) /
                                 std::hypot(dx, dy));
            }
            CHECK(nearest <= 6 + 1e-6);
        }
    }
}

TEST_CASE("hatch: a spacing that cannot be seen does not make millions of lines")
{
    CHECK(lines({0, 0, 100, 100}, 1e-9, 30).ring_ends.size() < 1000);
}
