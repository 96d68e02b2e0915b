// SPDX-License-Identifier: MIT
#include "label/collision.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

using namespace ms;

namespace {

constexpr auto any = [](std::uint32_t) { return true; };

label::Quad box(double min_x, double min_y, double max_x, double max_y)
{
    return label::upright({min_x, min_y, max_x, max_y});
}

} // namespace

TEST_CASE("quads: touching is overlapping")
{
    // MapServer 8.0.0: texts 8.75 px high, one 8.75 px below the other, are not both drawn; one
    // 8.77 px below is.
    CHECK(label::overlap(box(0, 0, 10, 8.75), box(0, 8.75, 10, 17.5)));
    CHECK(label::overlap(box(0, 0, 0.1 + 0.2, 10), box(0.3, 0, 20, 10)));
    CHECK_FALSE(label::overlap(box(0, 0, 10, 8.75), box(0, 8.77, 10, 17.52)));
}

TEST_CASE("quads: turned ones may pass each other although their boxes overlap")
{
    // A square of side 10 on its corner: it reaches 7.07 from its centre along the axes, and a
    // small square next to its slope is free although it is inside its bounds.
    auto const diamond = label::turned({-5, -5, 5, 5}, {0, 0}, std::numbers::pi / 4);
    CHECK(diamond.box.max_x == doctest::Approx(5 * std::numbers::sqrt2));
    CHECK_FALSE(label::overlap(diamond, box(4, 4, 7, 7)));
    CHECK_FALSE(label::overlap(box(4, 4, 7, 7), diamond)); // whose side lies between them
    CHECK(label::overlap(diamond, box(3, 3, 7, 7)));
    CHECK(label::overlap(box(3, 3, 7, 7), diamond));
}

TEST_CASE("quads: turning is counter-clockwise as seen, y running down")
{
    auto const p = label::turned(geometry::Point{11, 20}, {10, 20}, std::numbers::pi / 2);
    CHECK(p.x == doctest::Approx(10));
    CHECK(p.y == doctest::Approx(19));
}

TEST_CASE("collision index: quads over many cells are found from every side")
{
    label::CollisionIndex index{{0, 0, 1000, 1000}};
    index.add(box(10, 400, 990, 420), 7);
    CHECK(index.any_overlap(box(0, 0, 20, 1000), any));
    CHECK(index.any_overlap(box(970, 410, 980, 412), any));
    CHECK_FALSE(index.any_overlap(box(500, 300, 510, 399), any));
    CHECK_FALSE(index.any_overlap(box(0, 410, 20, 412), [](auto owner) { return owner != 7; }));
}

TEST_CASE("collision index: quads outside the area count too")
{
    label::CollisionIndex index{{0, 0, 100, 100}};
    index.add(box(-500, -500, -400, -400), 0);
    CHECK(index.any_overlap(box(-450, -450, -440, -440), any));
    CHECK_FALSE(index.any_overlap(box(-300, -300, -200, -200), any));
}
