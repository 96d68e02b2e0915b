// SPDX-License-Identifier: MIT
#include "render/core/navigate.hpp"

#include <doctest/doctest.h>

using namespace ms;
using namespace ms::render;

namespace {

constexpr geometry::Box world{-50, -50, 50, 50};

} // namespace

// Expected values: zoomPoint() and zoomRectangle() of MapServer 8.0.0.
TEST_CASE("navigate: a factor of 2 shows half as much, of -2 twice as much")
{
    CHECK(zoomed(world, {0, 0}, 2) == geometry::Box{-25, -25, 25, 25});
    CHECK(zoomed(world, {0, 0}, -2) == geometry::Box{-100, -100, 100, 100});
    CHECK(zoomed(world, {10, 0}, 1) == geometry::Box{-40, -50, 60, 50});
}

TEST_CASE("navigate: pixels count down from the upper edge")
{
    CHECK(from_pixel({0, 0}, {100, 100}, world) == geometry::Point{-50, 50});
    CHECK(from_pixel({1, 26}, {100, 100}, world) == geometry::Point{-49, 24});
}

TEST_CASE("navigate: a box is moved into its limit before it is cut")
{
    CHECK(kept_within({-20, 0, 10, 10}, {0, 0, 100, 100}) == geometry::Box{0, 0, 30, 10});
    CHECK(kept_within({-200, -200, 200, 200}, {-100, -100, 100, 100}) ==
          geometry::Box{-100, -100, 100, 100});
}

TEST_CASE("navigate: the shorter axis grows to square pixels")
{
    CHECK(with_square_pixels({0, 0, 10, 20}, {101, 101}) == geometry::Box{-5, 0, 15, 20});
}
