// SPDX-License-Identifier: MIT
#include "image/decode.hpp"
#include "image/encoder.hpp"

#include "base/error.hpp"

#include <doctest/doctest.h>

#include <cstdlib>

using namespace ms::image;

namespace {

std::vector<std::uint8_t> jpeg_of(BitmapView const& bitmap, EncodeOptions const& options = {})
{
    return find_encoder("jpeg")->encode(bitmap, options);
}

Bitmap flat(int width, int height)
{
    Bitmap bitmap(width, height);
    bitmap.fill({.red = 180, .green = 40, .blue = 90});
    return bitmap;
}

} // namespace

TEST_CASE("jpeg: a flat colour comes back within the rounding of YCbCr")
{
    auto const back = decode(jpeg_of(flat(33, 17).view()));
    REQUIRE(back.width() == 33);
    REQUIRE(back.height() == 17);
    for (std::size_t i = 0; i < back.view().pixels.size(); i += 4) {
        auto const* const p = back.view().pixels.data() + i;
        CHECK(std::abs(p[0] - 180) <= 3);
        CHECK(std::abs(p[1] - 40) <= 3);
        CHECK(std::abs(p[2] - 90) <= 3);
        CHECK(p[3] == 255);
    }
}

TEST_CASE("jpeg: a lower quality makes a smaller file")
{
    Bitmap bitmap(64, 64);
    for (std::size_t i = 0; i < bitmap.pixels().size(); ++i) {
        bitmap.pixels()[i] = static_cast<std::uint8_t>(i * i >> 4U);
    }
    CHECK(jpeg_of(bitmap.view(), {.quality = 20}).size() <
          jpeg_of(bitmap.view(), {.quality = 90}).size());
}

TEST_CASE("jpeg: a side longer than 65500 pixels is refused")
{
    Bitmap const bitmap(65501, 1);
    CHECK_THROWS_AS((void)jpeg_of(bitmap.view()), ms::Error);
}

TEST_CASE("jpeg: the resolution is kept in dots per inch")
{
    auto const file = jpeg_of(flat(8, 8).view(), {.dpi = 300});
    // JFIF 1.02: APP0 at byte 2, its units at 13 (1: dots per inch), then X and Y density.
    CHECK(file[13] == 1);
    CHECK(file[14] * 256 + file[15] == 300);
}
