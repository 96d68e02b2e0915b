// SPDX-License-Identifier: MIT
#include "paint/marker_shape.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <vector>

using namespace ms::paint;
using ms::geometry::Box;
using ms::geometry::Kind;
using ms::geometry::Point;

namespace {

std::vector<Point> const square{{1, 1}, {1, 5}, {5, 5}, {5, 1}, {1, 1}};

void check_box(Box const& box, Box const& expected)
{
    CHECK(box.min_x == doctest::Approx(expected.min_x));
    CHECK(box.min_y == doctest::Approx(expected.min_y));
    CHECK(box.max_x == doctest::Approx(expected.max_x));
    CHECK(box.max_y == doctest::Approx(expected.max_y));
}

} // namespace

// The boxes of the next two cases were measured in images of MapServer 8.0.0: the symbol at
// (30, 30), SIZE 20, there 24..40 and with ANCHORPOINT 0 1 at x 30..50, y 10..30.
TEST_CASE("vector_shape: without an anchor the symbol's box begins at (0, 0)")
{
    CHECK(symbol_size(square) == Point{5, 5});
    auto const shape = vector_shape(square, true, {.scale = 20.0 / 5});
    check_box(shape.box_of(0), {-6, -6, 10, 10});
}

TEST_CASE("vector_shape: with an anchor the symbol's box goes around its points")
{
    Point const anchor{0, 1};
    CHECK(symbol_size(square, anchor) == Point{4, 4});
    auto const shape = vector_shape(square, true, {.scale = 20.0 / 4, .anchor = anchor});
    check_box(shape.box_of(0), {0, -20, 20, 0});
}

// Measured like the boxes above: SIZE 40 at (100, 75) covers 80..120 and, of the points before the
// origin, 80..112; with ANCHORPOINT 0 0 100..132.
TEST_CASE("vector_shape: a symbol with coordinates below 0 is as large and as centred as any")
{
    std::vector<Point> const around{{-5, -5}, {5, -5}, {5, 5}, {-5, 5}, {-5, -5}};
    CHECK(symbol_size(around) == Point{10, 10});
    check_box(vector_shape(around, true, {.scale = 4}).box_of(0), {-20, -20, 20, 20});

    std::vector<Point> const before{{-10, -10}, {-2, -10}, {-2, -2}, {-10, -2}, {-10, -10}};
    CHECK(symbol_size(before) == Point{10, 10});
    check_box(vector_shape(before, true, {.scale = 4}).box_of(0), {-20, -20, 12, 12});
    Point const corner{0, 0};
    CHECK(symbol_size(before, corner) == Point{10, 10});
    check_box(vector_shape(before, true, {.scale = 4, .anchor = corner}).box_of(0), {0, 0, 32, 32});
}

TEST_CASE("vector_shape: a lifted pen makes lines, or the rings of one polygon when filled")
{
    std::vector<Point> const two{{0, 0}, {4, 0}, {4, 4}, pen_up, {1, 1}, {2, 1}, {2, 2}};
    auto const lines = vector_shape(two, false, {});
    CHECK(lines.kinds.at(0) == Kind::Line);
    CHECK(lines.part_ends.size() == 2);
    CHECK(lines.ring(0).size() == 3);
    auto const polygon = vector_shape(two, true, {});
    CHECK(polygon.kinds.at(0) == Kind::Polygon);
    CHECK(polygon.part_ends.size() == 1);
    REQUIRE(polygon.ring_ends.size() == 2);
    CHECK(polygon.ring(1).front() == polygon.ring(1).back());
}

TEST_CASE("vector_shape: points that draw nothing give a feature without parts")
{
    auto const shape = vector_shape(std::vector<Point>{{1, 1}, pen_up, pen_up}, false, {});
    CHECK(shape.size() == 1);
    CHECK(shape.kinds.at(0) == Kind::None);
    CHECK(shape.points.empty());
}

TEST_CASE("vector_shape: a positive angle turns counter-clockwise as seen")
{
    std::vector<Point> const arrow{{0, 0}, {2, 0}};
    auto const shape =
        vector_shape(arrow, false, {.angle_rad = std::numbers::pi / 2, .anchor = {0, 0}});
    // To the right becomes upwards, and y points down.
    CHECK(shape.points[1].x == doctest::Approx(0));
    CHECK(shape.points[1].y == doctest::Approx(-2));
}

TEST_CASE("ellipse_shape: all points lie on the ellipse and the ring is closed")
{
    auto const shape = ellipse_shape({4, 2}, {.scale = 10});
    CHECK(shape.kinds.at(0) == Kind::Polygon);
    CHECK(shape.points.front() == shape.points.back());
    for (Point const p : shape.points) {
        CHECK(std::pow(p.x / 20, 2) + std::pow(p.y / 10, 2) == doctest::Approx(1));
    }
}

TEST_CASE("ellipse_shape: sizes of zero, none and billions stay bounded")
{
    CHECK(ellipse_shape({1, 1}, {.scale = 0}).points.size() == 5);
    CHECK(ellipse_shape({0, 0}, {.scale = 5}).points.size() == 5);
    CHECK(ellipse_shape({1, 1}, {.scale = 1e18}).points.size() <= 10001);
}
