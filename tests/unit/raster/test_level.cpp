// SPDX-License-Identifier: MIT
#include "raster/level.hpp"

#include <doctest/doctest.h>

#include <array>

using namespace ms::raster;

namespace {

constexpr std::array levels{Size{1000, 800}, Size{500, 400}, Size{250, 200}, Size{125, 100}};

} // namespace

TEST_CASE("level: takes the coarsest one that is at least as fine as the image")
{
    CHECK(choose_level(levels, 0.5) == 0);
    CHECK(choose_level(levels, 1.9) == 0);
    CHECK(choose_level(levels, 2.0) == 1);
    CHECK(choose_level(levels, 3.9) == 1);
    CHECK(choose_level(levels, 4.0) == 2);
    CHECK(choose_level(levels, 100) == 3);
}

TEST_CASE("level: a ratio that misses an overview by rounding only takes it")
{
    CHECK(choose_level(levels, 1.9999) == 1);
    CHECK(choose_level(levels, 1.98) == 0);
}

TEST_CASE("level: factors are those of real widths, in any order")
{
    constexpr std::array odd{Size{1001, 801}, Size{126, 101}, Size{501, 401}};
    CHECK(choose_level(odd, 2) == 2); // 1001 / 501 = 1.998
    CHECK(choose_level(odd, 8) == 1);
}

TEST_CASE("window: whole pixels around a box, cut to the level")
{
    auto const inside = window_around({10.2, 20.7, 30.1, 40}, 0, levels[0]);
    CHECK(inside.x == 10);
    CHECK(inside.y == 20);
    CHECK(inside.width == 21);
    CHECK(inside.height == 21);
    auto const cut = window_around({-5, 790, 3, 900}, 2, levels[0]);
    CHECK(cut.x == 0);
    CHECK(cut.y == 788);
    CHECK(cut.width == 6);
    CHECK(cut.height == 12);
    CHECK(window_around({2000, 0, 2010, 10}, 0, levels[0]).is_empty());
}

TEST_CASE("blocks: those that a window touches, at its edges too")
{
    CHECK(ms::raster::count_blocks({0, 0, 256, 256}, {256, 256}) == 1);
    CHECK(ms::raster::count_blocks({255, 0, 2, 257}, {256, 256}) == 4);
    CHECK(ms::raster::count_blocks({10, 10, 1, 5}, {1000, 1}) == 5);
    CHECK(ms::raster::count_blocks({0, 0, 0, 5}, {1000, 1}) == 0);
}
