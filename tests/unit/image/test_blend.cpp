// SPDX-License-Identifier: MIT
#include "image/blend.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

using namespace ms::image;

namespace {

std::array<int, 4> pixel(Bitmap const& bitmap, int x, int y)
{
    auto const* const p =
        bitmap.view().pixels.data() + static_cast<std::size_t>(y * bitmap.width() + x) * 4;
    return {p[0], p[1], p[2], p[3]};
}

} // namespace

TEST_CASE("blend: multiply rounds a b / 255 to the nearest for all bytes")
{
    for (unsigned a = 0; a < 256; ++a) {
        for (unsigned b = 0; b < 256; ++b) {
            REQUIRE(multiply(a, b) == std::lround(a * b / 255.0));
        }
    }
}

TEST_CASE("blend: half opaque red over white is pink")
{
    Bitmap target(1, 1);
    target.fill({255, 255, 255});
    Bitmap source(1, 1);
    source.fill({255, 0, 0});
    blend_over(target, source.view(), 0, 0, 0.5);
    // Opacity 0.5 is 128 of 255: 255 - 128 = 127 of the white is left.
    CHECK(pixel(target, 0, 0) == std::array{255, 127, 127, 255});
}

TEST_CASE("blend: an image that hangs over the edges is cut, one outside is left out")
{
    Bitmap target(2, 2);
    Bitmap source(2, 2);
    source.fill({0, 0, 255});
    blend_over(target, source.view(), 1, -1, 1);
    CHECK(pixel(target, 1, 0) == std::array{0, 0, 255, 255});
    CHECK(pixel(target, 0, 0)[3] == 0);
    CHECK(pixel(target, 1, 1)[3] == 0);
    auto const red = source.pixels().first(4); // upper left
    red[0] = 255;
    red[2] = 0;
    blend_over(target, source.view(), -1, 1, 1); // its right half
    CHECK(pixel(target, 0, 1) == std::array{0, 0, 255, 255});
    blend_over(target, source.view(), 0, 1, 1);
    CHECK(pixel(target, 0, 1) == std::array{255, 0, 0, 255});
    constexpr int far = std::numeric_limits<int>::max();
    blend_over(target, source.view(), far, far, 1);
    blend_over(target, source.view(), -far, 0, 1);
    CHECK(pixel(target, 0, 0)[3] == 0);
}

TEST_CASE("bitmap: filled with a translucent colour it is premultiplied")
{
    Bitmap bitmap(1, 1);
    bitmap.fill({.red = 255, .green = 100, .blue = 0, .alpha = 51});
    CHECK(pixel(bitmap, 0, 0) == std::array{51, 20, 0, 51});
}
