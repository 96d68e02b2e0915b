// SPDX-License-Identifier: MIT
#include "image/packing.hpp"

#include "image/decode.hpp"
#include "image/encoder.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

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

TEST_CASE("packing: stored images are packed small; those of 256 colours or with alpha by level 5")
{
    CHECK(packing_of(striped(64).view(), {}).packer == Packer::Pixels);
    CHECK(packing_of(striped(8).view(), {}).packer == Packer::Pixels);
    CHECK(packing_of(striped(2).view(), {}).packer == Packer::Pixels);
    CHECK(packing_of(striped(64).view(), {}, RowContent::Other) == Packing{.level = 5});
    CHECK(packing_of(striped(8).view(), {}, RowContent::Other) == Packing{.level = 5});
    CHECK(packing_name(packing_of(striped(2).view(), {})) == "small");
}

TEST_CASE("packing: a photograph has level 5, as few of its pixels have the colour of another")
{
    Bitmap photograph(64, 64);
    std::mt19937 random{3};
    std::ranges::generate(photograph.pixels(), [&] { return static_cast<std::uint8_t>(random()); });
    CHECK(packing_of(photograph.view(), {}) == Packing{.level = 5});
    CHECK(packing_of(photograph.view(), {.effort = Effort::Sent}) == Packing{.level = 5});
    CHECK(packing_of(photograph.view(), {.effort = Effort::Hurried}).packer == Packer::Fast);
}

TEST_CASE("packing: a flat image that is sent is packed small, whether the server is busy or not")
{
    // Two changes in 64 pixels are 3 %.
    CHECK(packing_of(striped(64).view(), {.effort = Effort::Sent}).packer == Packer::Pixels);
    CHECK(packing_of(striped(64).view(), {.effort = Effort::Hurried}).packer == Packer::Pixels);
    CHECK(packing_name(packing_of(striped(64).view(), {.effort = Effort::Sent})) == "small");
}

TEST_CASE("packing: an idle server packs for speed what has areas of one colour, dense images well")
{
    // Two changes in eight pixels are a quarter, 64 in 64 all of them.
    CHECK(packing_of(striped(8).view(), {.effort = Effort::Sent}).packer == Packer::Fast);
    CHECK(packing_of(striped(2).view(), {.effort = Effort::Sent}).packer == Packer::Pixels);
    CHECK(packing_name(packing_of(striped(2).view(), {.effort = Effort::Sent})) == "small");
}

TEST_CASE("packing: a busy server packs for speed")
{
    CHECK(packing_of(striped(2).view(), {.effort = Effort::Hurried}).packer == Packer::Fast);
    CHECK(packing_name(packing_of(striped(2).view(), {.effort = Effort::Hurried})) == "fast");
}

TEST_CASE("packing: pixels are the same whatever packs them, in all colour types")
{
    for (int const period : {64, 8, 2}) {
        auto const bitmap = striped(period);
        for (auto const* const name : {"PNG", "PNG8"}) {
            auto const encode = find_encoder(name)->encode;
            for (bool const has_alpha : {false, true}) {
                auto const stored = decode(encode(bitmap.view(), {.has_alpha = has_alpha}));
                for (auto const effort : {Effort::Sent, Effort::Hurried}) {
                    auto const sent =
                        encode(bitmap.view(), {.has_alpha = has_alpha, .effort = effort});
                    CHECK(std::ranges::equal(decode(sent).view().pixels, stored.view().pixels));
                }
            }
        }
    }
}

TEST_CASE("packing: an explicit COMPRESSION applies under any load; 1 is for speed")
{
    EncodeOptions options{.compression = 6, .effort = Effort::Hurried};
    CHECK(packing_of(striped(2).view(), options) == Packing{.level = 6});
    options.compression = 1;
    CHECK(packing_of(striped(2).view(), options).packer == Packer::Fast);
    options.compression = 5;
    CHECK(packing_of(striped(64).view(), options) == Packing{.level = 5});
}

TEST_CASE("packing: an image of one pixel is flat")
{
    Bitmap const bitmap(1, 1);
    CHECK(packing_of(bitmap.view(), {.effort = Effort::Hurried}).packer == Packer::Pixels);
}

namespace {

/// A map-like image: stripes of many widths and shades.
Bitmap shaded()
{
    Bitmap bitmap(200, 200);
    auto* pixel = bitmap.pixels().data();
    for (int i = 0; i < 200 * 200; ++i, pixel += 4) {
        int const x = i % 200, y = i / 200;
        pixel[0] = static_cast<std::uint8_t>(x * y / 37 % 5 * 40);
        pixel[1] = static_cast<std::uint8_t>((x / 7 + y / 11) % 13 * 17);
        pixel[2] = static_cast<std::uint8_t>(x * x / 90 % 3 * 80);
        pixel[3] = 255;
    }
    return bitmap;
}

} // namespace

TEST_CASE("packing: a JPEG has tables of its own unless the server is busy or OPTIMIZED says so")
{
    auto const bitmap = shaded();
    auto const* const jpeg = find_encoder("JPEG");
    REQUIRE(jpeg != nullptr);
    auto const small = jpeg->encode(bitmap.view(), {.effort = Effort::Sent});
    auto const hurried = jpeg->encode(bitmap.view(), {.effort = Effort::Hurried});
    CHECK(small.size() < hurried.size());
    CHECK(std::ranges::equal(decode(small).view().pixels, decode(hurried).view().pixels));
    CHECK(jpeg->encode(bitmap.view(), {.effort = Effort::Hurried, .is_optimized = true}) == small);
    CHECK(jpeg->encode(bitmap.view(), {.effort = Effort::Sent, .is_optimized = false}) == hurried);
    CHECK(packing_name("JPEG", bitmap.view(), {.effort = Effort::Sent}) == "small");
    CHECK(packing_name("JPEG", bitmap.view(), {.effort = Effort::Hurried}) == "fast");
}

TEST_CASE("packing: a busy server writes lossless WebP fast, lossy WebP as ever")
{
    auto const bitmap = shaded();
    auto const* const webp = find_encoder("WEBP");
    REQUIRE(webp != nullptr);
    auto const small = webp->encode(bitmap.view(), {.effort = Effort::Sent, .is_lossless = true});
    auto const hurried =
        webp->encode(bitmap.view(), {.effort = Effort::Hurried, .is_lossless = true});
    CHECK(small.size() < hurried.size());
    CHECK(webp->encode(bitmap.view(), {.effort = Effort::Sent}) ==
          webp->encode(bitmap.view(), {.effort = Effort::Hurried}));
    CHECK(packing_name("WEBP", bitmap.view(), {.effort = Effort::Hurried, .is_lossless = true}) ==
          "fast");
    CHECK(packing_name("WEBP", bitmap.view(), {.effort = Effort::Hurried}).empty());
    CHECK(packing_name("PNG", bitmap.view(), {.effort = Effort::Hurried}) == "fast");
}
