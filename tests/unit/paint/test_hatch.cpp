// SPDX-License-Identifier: MIT
#include "paint/hatch.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numbers>

using ms::geometry::Box;
using ms::geometry::GeometryColumn;
using ms::paint::hatch;

namespace {

GeometryColumn lines(Box const& box, double spacing, double angle_degrees,
                     ms::geometry::Point anchor = {0, 49})
{
    GeometryColumn out;
    hatch(box, anchor, spacing, angle_degrees * std::numbers::pi / 180, out);
    return out;
}

} // namespace

TEST_CASE("hatch: horizontal lines are one spacing apart, counted from the anchor")
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

// MapServer 8.0.0, SIZE 100 100, EXTENT -20.4 -30.6 78.6 68.4, SIZE 20 WIDTH 2: lines at x
// 0.4, 20.4
// ... and y 8.4, 28.4 ...: through the map's (0, 0), also where it is not in the image.
TEST_CASE("hatch: a distant anchor, in either direction, shifts the lines by the remainder")
{
    for (double const turns : {0.0, 1.0, -3.0, 5000.0}) {
        auto const column = lines({0, 0, 100, 100}, 20, 90, {20.4 + 20 * turns, 68.4});
        std::size_t inside = 0;
        for (std::size_t ring = 0; ring < column.ring_ends.size(); ++ring) {
            auto const line = column.ring(ring);
            CHECK(std::abs(std::remainder(line[0].x - 0.4, 20)) < 1e-6);
            CHECK(std::min(line[0].y, line[1].y) <= 0);
            CHECK(std::max(line[0].y, line[1].y) >= 100);
            inside += line[0].x > 0 && line[0].x < 100 ? 1U : 0U;
        }
        CHECK(inside == 5);
        CHECK(column.ring_ends.size() < 10);
    }
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

TEST_CASE("hatch: no line can be counted from an infinitely distant anchor")
{
    double const nan = std::nan("");
    double const inf = std::numeric_limits<double>::infinity();
    for (auto const anchor : {ms::geometry::Point{1e300, 0}, {0, -1e25}, {inf, 0}, {nan, nan}}) {
        CHECK(lines({0, 0, 100, 50}, 10, 30, anchor).ring_ends.size() <= 20);
    }
    CHECK(lines({0, 0, 100, 50}, 10, nan).ring_ends.empty());
    CHECK(lines({0, 0, 100, 50}, nan, 0).ring_ends.size() <= 101);
}
