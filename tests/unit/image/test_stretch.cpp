// SPDX-License-Identifier: MIT
#include "image/stretch.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

using namespace ms::image;

namespace {

/// 3 x + 2 y everywhere, in all channels, opaque ones apart.
Bitmap slope(int width, int height)
{
    Bitmap bitmap(width, height);
    auto* pixel = bitmap.pixels().data();
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x, pixel += 4) {
            std::fill_n(pixel, 3, static_cast<std::uint8_t>(3 * x + 2 * y));
            pixel[3] = 255;
        }
    }
    return bitmap;
}

std::uint8_t const* pixel_of(Bitmap const& bitmap, int x, int y)
{
    return bitmap.view().pixels.data() + (y * bitmap.width() + x) * 4;
}

} // namespace

TEST_CASE("stretch: whole pixels of the same size are copied byte by byte")
{
    auto const source = slope(30, 20);
    auto const part = stretched(source.view(), {.left = 4, .top = 3}, 10, 8);
    for (int y = 0; y < 8; ++y) {
        for (int x = 0; x < 10; ++x) {
            CHECK(std::equal(pixel_of(part, x, y), pixel_of(part, x, y) + 4,
                             pixel_of(source, x + 4, y + 3)));
        }
    }
}

// A cubic that reproduces straight lines gives, at the middle of each new pixel, the line's value
// there.
TEST_CASE("stretch: a slope stays the same slope, larger and smaller and between the pixels")
{
    auto const source = slope(40, 40);
    for (double const step : {0.8, 0.97, 1.0, 1.1, 1.25, 2.0}) {
        Stretch const stretch{.left = 8.3, .top = 7.6, .step_x = step, .step_y = step};
        auto const out = stretched(source.view(), stretch, 10, 9);
        for (int y = 0; y < 9; ++y) {
            for (int x = 0; x < 10; ++x) {
                double const there_x = stretch.left + (x + 0.5) * step - 0.5;
                double const there_y = stretch.top + (y + 0.5) * step - 0.5;
                CHECK(std::abs(pixel_of(out, x, y)[0] - (3 * there_x + 2 * there_y)) <= 1.5);
                CHECK(pixel_of(out, x, y)[3] == 255);
            }
        }
    }
}

TEST_CASE("stretch: an even colour is unchanged, also at the edge of the source")
{
    Bitmap const source(7, 5, Color{200, 100, 3, 90});
    auto const out =
        stretched(source.view(), {.left = -3, .top = -2, .step_x = 0.83, .step_y = 1.21}, 20, 20);
    for (int i = 0; i < 400; ++i) {
        CHECK(std::equal(out.view().pixels.data() + 4 * i, out.view().pixels.data() + 4 * i + 4,
                         source.view().pixels.data()));
    }
}

TEST_CASE("stretch: overshoots at edges remain premultiplied pixels")
{
    Bitmap source(40, 40);
    for (int i = 0; i < 40 * 40; ++i) {
        auto* pixel = source.pixels().data() + 4 * i;
        bool const is_covered = (i / 5 + i / 40 / 5) % 2 == 0;
        pixel[0] = is_covered ? 255 : 0;
        pixel[3] = is_covered ? 255 : 40;
    }
    auto const out =
        stretched(source.view(), {.left = 3.7, .top = 3.1, .step_x = 0.81, .step_y = 0.9}, 35, 30);
    for (int i = 0; i < 35 * 30; ++i) {
        auto const* const pixel = out.view().pixels.data() + 4 * i;
        CHECK(std::max({pixel[0], pixel[1], pixel[2]}) <= pixel[3]);
    }
}

TEST_CASE("stretch: only pixels within reach count")
{
    Stretch const stretch{.left = 10.4, .top = 10.4, .step_x = 1.25, .step_y = 0.8};
    int const reach = reach_of(stretch);
    Bitmap even(60, 60, Color{50, 60, 70, 255});
    auto const expected = stretched(even.view(), stretch, 20, 20);
    for (int y = 0; y < 60; ++y) {
        for (int x = 0; x < 60; ++x) {
            bool const is_within = x >= 10 - reach && y >= 10 - reach && x < 10.4 + 25 + reach &&
                                   y < 10.4 + 16 + reach;
            if (!is_within) {
                std::fill_n(even.pixels().data() + (y * 60 + x) * 4, 3, std::uint8_t{255});
            }
        }
    }
    CHECK(std::ranges::equal(stretched(even.view(), stretch, 20, 20).view().pixels,
                             expected.view().pixels));
}
