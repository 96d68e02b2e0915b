// SPDX-License-Identifier: MIT
// Written files are read back with libpng, through image::decode() or directly.
#include "image/decode.hpp"
#include "image/encoder.hpp"

#include "base/error.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string_view>

using namespace ms::image;

namespace {

/// Every pixel differs from its neighbours.
Bitmap speckled(int width, int height)
{
    Bitmap bitmap(width, height);
    auto const pixels = bitmap.pixels();
    for (std::size_t i = 0; i < pixels.size(); i += 4) {
        pixels[i] = static_cast<std::uint8_t>(i * 7);
        pixels[i + 1] = static_cast<std::uint8_t>(i * 13 >> 3U);
        pixels[i + 2] = static_cast<std::uint8_t>(i >> 5U);
        pixels[i + 3] = 255;
    }
    return bitmap;
}

std::vector<std::uint8_t> png_of(BitmapView const& bitmap, EncodeOptions const& options = {})
{
    return find_encoder("PNG")->encode(bitmap, options);
}

bool contains(std::span<std::uint8_t const> file, std::string_view text)
{
    return !std::ranges::search(file, text).empty();
}

} // namespace

TEST_CASE("png: an opaque bitmap comes back pixel by pixel at every compression")
{
    auto const bitmap = speckled(37, 23);
    for (int level = 0; level <= 9; ++level) {
        CAPTURE(level);
        auto const back = decode(png_of(bitmap.view(), {.compression = level}));
        CHECK(back.width() == 37);
        CHECK(back.height() == 23);
        CHECK(std::ranges::equal(back.view().pixels, bitmap.view().pixels));
    }
}

TEST_CASE("png: the fast level packs repetitions and survives incompressible data")
{
    Bitmap noise(300, 200);
    std::mt19937 random{1};
    std::ranges::generate(noise.pixels(), [&] { return static_cast<std::uint8_t>(random()); });
    auto const pixels = noise.pixels();
    for (std::size_t i = 3; i < pixels.size(); i += 4) {
        pixels[i] = 255;
    }
    auto const file = png_of(noise.view(), {.compression = 1});
    CHECK(file.size() < 300 * 200 * 3 * 101 / 100 + 200); // random bytes can only be stored
    CHECK(std::ranges::equal(decode(file).view().pixels, noise.view().pixels));

    Bitmap flat(2000, 1000);
    flat.fill({.red = 240, .green = 232, .blue = 208});
    auto const small = png_of(flat.view(), {.compression = 1});
    CHECK(small.size() < 60'000); // a hundredth of its 6 MB
    CHECK(std::ranges::equal(decode(small).view().pixels, flat.view().pixels));
}

TEST_CASE("png: RGBA is written with straight alpha, RGB without alpha")
{
    Bitmap bitmap(2, 1);
    bitmap.fill({.red = 200, .green = 100, .blue = 0, .alpha = 128});
    // W3C PNG 11.2.1: colour type is byte 25 of the file, 6 is truecolour with alpha, 2 without.
    auto const rgba = png_of(bitmap.view(), {.has_alpha = true});
    CHECK(rgba[25] == 6);
    CHECK(png_of(bitmap.view())[25] == 2);
    // Premultiplied 200 * 128 / 255 = 100.4 -> 100, back 100 * 255 / 128 = 199.2 -> 199.
    std::array<std::uint8_t, 8> const stored{199, 100, 0, 128, 199, 100, 0, 128};
    auto const back = decode(rgba);
    CHECK(back.view().pixels[0] == 100);
    CHECK(back.view().pixels[3] == 128);
    // Level 0 stores the row as it is, after its filter byte.
    auto const raw = png_of(bitmap.view(), {.has_alpha = true, .compression = 0});
    CHECK_FALSE(std::ranges::search(raw, stored).empty());
}

TEST_CASE(
    "png: a row that repeats the one above it is filtered by Up, one of a single colour is not")
{
    // Red and blue, twice; then white, twice.
    std::array<std::uint8_t, 32> const pixels{200, 0,   0,   255, 0,   0,   90,  255, 200, 0,   0,
                                              255, 0,   0,   90,  255, 255, 255, 255, 255, 255, 255,
                                              255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
    BitmapView const view{2, 4, pixels};
    // W3C PNG 9.2: type 2 is the difference from the row above; level 0 stores the rows.
    std::array<std::uint8_t, 28> const rows{0,   200, 0,   0,   0,   0,   90,  2,   0,   0,
                                            0,   0,   0,   0,   0,   255, 255, 255, 255, 255,
                                            255, 0,   255, 255, 255, 255, 255, 255};
    auto const stored = png_of(view, {.compression = 0});
    CHECK_FALSE(std::ranges::search(stored, rows).empty());
    for (auto const& options : {EncodeOptions{}, EncodeOptions{.has_alpha = true}}) {
        CHECK(std::ranges::equal(decode(png_of(view, options)).view().pixels, pixels));
    }
}

TEST_CASE("png: rows of every width are written whole")
{
    for (int width = 1; width <= 17; ++width) { // four pixels are written at once
        auto const bitmap = speckled(width, 3);
        CHECK(
            std::ranges::equal(decode(png_of(bitmap.view())).view().pixels, bitmap.view().pixels));
    }
}

TEST_CASE("png: a transparent pixel stays transparent and colourless")
{
    Bitmap const bitmap(3, 3);
    auto const back = decode(png_of(bitmap.view(), {.has_alpha = true}));
    CHECK(std::ranges::all_of(back.view().pixels, [](auto byte) { return byte == 0; }));
}

TEST_CASE("png: the resolution is stored in pixels per metre")
{
    auto const bitmap = speckled(2, 2);
    auto const file = png_of(bitmap.view(), {.dpi = 300});
    // 300 / 0.0254 = 11811.02, big-endian 00 00 2E 23, twice, then 1 for the metre.
    constexpr std::array<std::uint8_t, 13> expected{'p',  'H', 'Y', 's',  0,    0, 0x2E,
                                                    0x23, 0,   0,   0x2E, 0x23, 1};
    CHECK_FALSE(std::ranges::search(file, expected).empty());
    CHECK_FALSE(contains(png_of(bitmap.view(), {.dpi = 0}), "pHYs"));
}

TEST_CASE("png: a bitmap whose pixels do not fill it is refused")
{
    std::array<std::uint8_t, 8> const pixels{};
    CHECK_THROWS_AS((void)png_of({2, 2, pixels}), ms::Error);
    CHECK_THROWS_AS((void)png_of({-1, -2, pixels}), ms::Error);
}
