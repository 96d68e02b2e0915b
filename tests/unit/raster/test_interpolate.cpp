// SPDX-License-Identifier: MIT
#include "raster/interpolate.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

using namespace ms::raster;

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

} // namespace

TEST_CASE("interpolate: between the centres of four pixels, by hand")
{
    std::array const values{0.0, 10.0, 20.0, 30.0};
    Window const all{0, 0, 2, 2};
    CHECK(interpolate(values, all, {2, 2}, {1, 1}) == 15);
    CHECK(interpolate(values, all, {2, 2}, {0.75, 0.5}) == 2.5);
    CHECK(interpolate(values, all, {2, 2}, {1.5, 1.25}) == 25);
}

TEST_CASE("interpolate: pixels at the edge extend to it, and nothing is beyond")
{
    std::array const values{0.0, 10.0, 20.0, 30.0};
    Window const all{0, 0, 2, 2};
    CHECK(interpolate(values, all, {2, 2}, {0.1, 0.1}) == 0);
    CHECK(interpolate(values, all, {2, 2}, {1.75, 1.75}) == 30);
    CHECK(std::isnan(interpolate(values, all, {2, 2}, {-0.1, 1})));
    CHECK(std::isnan(interpolate(values, all, {2, 2}, {1, 2})));
    CHECK(std::isnan(interpolate(values, all, {2, 2}, {none, 1})));
}

TEST_CASE("interpolate: what has no value has no weight")
{
    std::array const values{none, 10.0, none, 30.0};
    CHECK(interpolate(values, {0, 0, 2, 2}, {2, 2}, {0.75, 1}) == 20);
    std::array const empty{none, none, none, none};
    CHECK(std::isnan(interpolate(empty, {0, 0, 2, 2}, {2, 2}, {1, 1})));
}

TEST_CASE("interpolate: errors of the sum are those of MapServer")
{
    // map2img of MapServer 8.0.0 with IMAGEMODE INT16 and RESAMPLE=BILINEAR, of a file of -10 and
    // 10 units per pixel with the extent 0.5 0.5 399.5 299.5: columns 23 and 31 of 40 are -9.
    constexpr int columns = 40;
    std::array const values{-10.0, -10.0, -10.0, -10.0};
    double const height = (299.5 - 0.5) / 29;
    double const beside = ((columns - 1) - (399.5 - 0.5) / height) * 0.5 * height;
    double const low = 0.5 - beside;
    double const high = 399.5 + beside;
    double const cell = (high - low) / (columns - 1);
    double const left = low + (high - low) * 0.5 - columns * cell * 0.5;
    double const first = (left + 0.5 * cell) * 0.1;
    double const last = (left + (columns - 0.5) * cell) * 0.1;
    double const y = 30 - (150 + 30 * 0.5 * height - 0.5 * height) * 0.1;
    std::vector<int> cut_off;
    for (int i = 1; i + 1 < columns; ++i) {
        double const x = first + (last - first) / (columns - 1) * i;
        int const pixel = static_cast<int>(x - 0.5);
        Window const part{pixel, 0, 2, 2};
        if (std::trunc(interpolate(values, part, {columns, 30}, {x, y})) != -10) {
            cut_off.push_back(i);
        }
    }
    CHECK(cut_off == std::vector{23, 31});
}

TEST_CASE("interpolate: the window holds all pixels that positions need")
{
    std::array const positions{ms::geometry::Point{2.2, 3.7}, ms::geometry::Point{4.6, 3.4},
                               ms::geometry::Point{-1, 0}};
    auto const window = window_between(positions, {10, 10});
    CHECK(window.x == 1);
    CHECK(window.y == 2);
    CHECK(window.width == 5);
    CHECK(window.height == 3);
    CHECK(window_between(std::array{ms::geometry::Point{-1, 0}}, {10, 10}).is_empty());
}
