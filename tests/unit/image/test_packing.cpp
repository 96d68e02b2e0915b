// SPDX-License-Identifier: MIT
#include "image/packing.hpp"

#include <doctest/doctest.h>

using namespace ms::image;

namespace {

/// Columns of another colour every `period` pixels, one pixel wide.
Bitmap striped(int period)
{
    Bitmap bitmap(64, 64);
    bitmap.fill({.red = 240, .green = 232, .blue = 208});
    auto const pixels = bitmap.pixels();
    for (std::size_t i = 0; i < pixels.size(); i += 4) {
        if (i / 4 % 64 % static_cast<std::size_t>(period) == 1) {
            pixels[i] = 10;
        }
    }
    return bitmap;
}

} // namespace

TEST_CASE("packing: what is stored has level 5, flat or not")
{
    CHECK(packing_of(striped(64).view(), {}) == Packing{.level = 5});
    CHECK(packing_of(striped(2).view(), {}) == Packing{.level = 5});
}

TEST_CASE("packing: a flat image that is sent has level 1, a dense one level 5")
{
    // Two changes in 64 pixels are 3 %, 64 are all of them.
    CHECK(packing_of(striped(64).view(), {.effort = Effort::Sent}) == Packing{.level = 1});
    CHECK(packing_of(striped(2).view(), {.effort = Effort::Sent}) == Packing{.level = 5});
}

TEST_CASE("packing: a busy server packs for speed")
{
    CHECK(packing_of(striped(2).view(), {.effort = Effort::Hurried}).is_fast);
    CHECK(packing_name(packing_of(striped(2).view(), {.effort = Effort::Hurried})) == "fast");
}

TEST_CASE("packing: an explicit COMPRESSION holds whatever the load; 1 is for speed")
{
    EncodeOptions options{.compression = 6, .effort = Effort::Hurried};
    CHECK(packing_of(striped(2).view(), options) == Packing{.level = 6});
    options.compression = 1;
    CHECK(packing_of(striped(2).view(), options).is_fast);
}

TEST_CASE("packing: an image of one pixel is flat")
{
    Bitmap const bitmap(1, 1);
    CHECK(packing_name(packing_of(bitmap.view(), {.effort = Effort::Sent})) == "light");
}
