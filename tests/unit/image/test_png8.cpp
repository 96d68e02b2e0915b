// SPDX-License-Identifier: MIT
// Written files are read back with libpng, through image::decode().
#include "base/error.hpp"
#include "image/decode.hpp"
#include "image/encoder.hpp"
#include "image/quantize.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>
#include <string>

using namespace ms::image;

namespace {

std::vector<std::uint8_t> png8_of(BitmapView const& bitmap, EncodeOptions const& options = {})
{
    return find_encoder("PNG8")->encode(bitmap, options);
}

void set(Bitmap& bitmap, std::size_t pixel, Color premultiplied)
{
    auto* const p = bitmap.pixels().data() + pixel * 4;
    p[0] = premultiplied.red;
    p[1] = premultiplied.green;
    p[2] = premultiplied.blue;
    p[3] = premultiplied.alpha;
}

/// `count` different opaque colours, the first of them repeatedly.
Bitmap with_colors(int width, int height, unsigned count)
{
    Bitmap bitmap(width, height);
    for (unsigned i = 0; i < bitmap.pixels().size() / 4; ++i) {
        auto const n = i % count;
        set(bitmap, i, {static_cast<std::uint8_t>(n), static_cast<std::uint8_t>(n >> 8U), 90, 255});
    }
    return bitmap;
}

/// W3C PNG 11.2.1: bit depth and colour type are bytes 24 and 25 of the file.
int bit_depth(std::vector<std::uint8_t> const& file)
{
    return file.at(24);
}

} // namespace

TEST_CASE("png8: runs of every length come back exactly, also over ends of rows")
{
    for (int length = 1; length <= 70; ++length) { // several times what is compared at once
        Bitmap bitmap(71, 3);
        bitmap.fill({10, 20, 30, 255});
        set(bitmap, static_cast<std::size_t>(length), {200, 0, 0, 255});
        set(bitmap, static_cast<std::size_t>(71 + length), {0, 200, 0, 255});
        auto const back = decode(png8_of(bitmap.view()));
        CAPTURE(length);
        CHECK(std::ranges::equal(back.view().pixels, bitmap.view().pixels));
    }
    Bitmap large(400, 400); // 160,000 pixels: a run of 16 bits holds 65,535
    large.fill({10, 20, 30, 255});
    set(large, 150'001, {200, 0, 0, 255});
    CHECK(std::ranges::equal(decode(png8_of(large.view())).view().pixels, large.view().pixels));
}

TEST_CASE("png8: up to 256 colours come back exactly at every bit depth and odd width")
{
    struct Row {
        unsigned colors;
        int depth;
    };
    for (auto const row : {Row{1, 1}, Row{2, 1}, Row{3, 2}, Row{4, 2}, Row{5, 4}, Row{16, 4},
                           Row{17, 8}, Row{256, 8}}) {
        CAPTURE(row.colors);
        auto const bitmap = with_colors(37, 23, row.colors);
        auto const file = png8_of(bitmap.view());
        CHECK(bit_depth(file) == row.depth);
        CHECK(file.at(25) == 3);
        CHECK(std::ranges::equal(decode(file).view().pixels, bitmap.view().pixels));
    }
}

TEST_CASE("png8: transparency has entries of the palette")
{
    Bitmap bitmap(3, 1); // the first pixel stays transparent
    set(bitmap, 1, {128, 0, 0, 128});
    set(bitmap, 2, {0, 0, 255, 255});
    auto const back = decode(png8_of(bitmap.view(), {.has_alpha = true}));
    CHECK(std::ranges::equal(back.view().pixels, bitmap.view().pixels));
}

TEST_CASE("png8: the edges of lines on a transparent ground keep their many alphas")
{
    // 200 alphas of four colours, more than a palette has, and as much that is wholly transparent.
    Bitmap bitmap(200, 8);
    for (unsigned i = 0; i < 800; ++i) {
        auto const alpha = static_cast<std::uint8_t>(1 + i % 200);
        auto const color = static_cast<std::uint8_t>(alpha * (i / 200) / 4);
        set(bitmap, i, {alpha, color, 0, alpha});
    }
    auto const back = decode(png8_of(bitmap.view(), {.has_alpha = true}));
    std::set<std::uint8_t> alphas;
    for (std::size_t i = 0; i < 1600; ++i) {
        auto const alpha = back.view().pixels[i * 4 + 3];
        auto const own = bitmap.view().pixels[i * 4 + 3];
        alphas.insert(alpha);
        CHECK(std::abs(alpha - own) < 16);
        CHECK((own != 0 || alpha == 0));
    }
    CHECK(alphas.size() >= 30);
}

TEST_CASE("png8: a transparent ground stays so behind more colours than are counted")
{
    Bitmap bitmap(256, 256);
    for (unsigned i = 0; i < 40'000; ++i) { // the first ones are nearly transparent
        auto const alpha = static_cast<std::uint8_t>(1 + i / 160);
        set(bitmap, i, {static_cast<std::uint8_t>(i % 160 * alpha / 160), 0, alpha, alpha});
    }
    auto const back = decode(png8_of(bitmap.view(), {.has_alpha = true}));
    for (std::size_t i = 40'000; i < 65'536; i += 256) {
        CHECK(back.view().pixels[i * 4 + 3] == 0);
    }
}

TEST_CASE("png8: with too many colours no pixel is far from its own")
{
    auto const bitmap = with_colors(80, 80, 6400);
    auto const back = decode(png8_of(bitmap.view()));
    int worst = 0;
    for (std::size_t i = 0; i < bitmap.view().pixels.size(); ++i) {
        worst = std::max(worst, std::abs(bitmap.view().pixels[i] - back.view().pixels[i]));
    }
    // 25 values of green, a tenth of 256 of red each: about 13 wide boxes.
    CHECK(worst <= 13);
}

TEST_CASE("png8: the colour of a large area survives a thousand others")
{
    Bitmap bitmap(100, 100);
    bitmap.fill({.red = 173, .green = 201, .blue = 47});
    for (unsigned i = 0; i < 1000; ++i) {
        set(bitmap, i, {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(i / 4), 200, 255});
    }
    auto const back = decode(png8_of(bitmap.view()));
    auto const corner = back.view().pixels.last(4);
    CHECK(corner[0] == 173);
    CHECK(corner[1] == 201);
    CHECK(corner[2] == 47);
}

TEST_CASE("png8: more colours than can be counted are still drawn")
{
    Bitmap bitmap(512, 512); // 262144 different ones
    for (unsigned i = 0; i < 512 * 512; ++i) {
        set(bitmap, i,
            {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(i >> 8U),
             static_cast<std::uint8_t>((i >> 16U) * 60), 255});
    }
    CHECK(quantize(bitmap.view(), 256).palette.size() == 256);
}

TEST_CASE("png8: QUANTIZE_COLORS limits the palette, QUANTIZE_FORCE gives PNG one")
{
    auto const bitmap = with_colors(40, 40, 1000);
    CHECK(quantize(bitmap.view(), 16).palette.size() == 16);
    auto const file = find_encoder("PNG")->encode(
        bitmap.view(), {.palette_use = PaletteUse::Always, .max_colors = 16});
    CHECK(bit_depth(file) == 4);
    CHECK(file.at(25) == 3);
}

TEST_CASE("png: PALETTED=AUTO writes a palette if the image has no more colours than one")
{
    EncodeOptions const automatic{.palette_use = PaletteUse::Exact};
    for (unsigned const count : {1U, 2U, 256U}) {
        auto bitmap = with_colors(40, 40, count);
        auto const file = find_encoder("PNG")->encode(bitmap.view(), automatic);
        CHECK(file.at(25) == 3); // colour type: palette
        CHECK(std::ranges::equal(decode(file).pixels(), bitmap.pixels()));
    }
    auto const colorful = with_colors(40, 40, 257);
    CHECK(find_encoder("PNG")->encode(colorful.view(), automatic) ==
          find_encoder("PNG")->encode(colorful.view(), {}));
    auto const few = with_colors(40, 40, 17);
    auto const limited = EncodeOptions{.palette_use = PaletteUse::Exact, .max_colors = 16};
    CHECK(find_encoder("PNG")->encode(few.view(), limited).at(25) == 2); // RGB
}

TEST_CASE("png: PALETTED=AUTO keeps every level of alpha as RGBA has it")
{
    Bitmap bitmap(16, 15);
    for (std::size_t i = 0; i < 240; ++i) {
        auto const alpha = static_cast<std::uint8_t>(i + 10);
        set(bitmap, i, {static_cast<std::uint8_t>(alpha / 2), 0, alpha, alpha});
    }
    auto const rgba = find_encoder("PNG")->encode(bitmap.view(), {.has_alpha = true});
    auto const paletted = find_encoder("PNG")->encode(
        bitmap.view(), {.has_alpha = true, .palette_use = PaletteUse::Exact});
    CHECK(paletted.at(25) == 3);
    CHECK(std::ranges::equal(decode(paletted).pixels(), decode(rgba).pixels()));
}

// PLTE has the palette's colours whether they are used or not (MapServer 8.0.0 with PALETTE_FORCE).
TEST_CASE("palette: every pixel takes the nearest of the given colours")
{
    std::array const palette{Color{255, 255, 255}, Color{200, 0, 0}, Color{0, 0, 200}};
    Bitmap bitmap(3, 1);
    auto* p = bitmap.pixels().data();
    for (auto const color : {Color{240, 250, 255}, Color{120, 10, 0}, Color{0, 60, 150}}) {
        p[0] = color.red;
        p[1] = color.green;
        p[2] = color.blue;
        p[3] = 255;
        p += 4;
    }
    auto const image = in_palette(bitmap.view(), palette);
    REQUIRE(image.palette.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(image.palette[image.indexes[i]] == palette[i]);
    }
}

TEST_CASE("palette: a file has a line for each colour, comments and empty lines")
{
    auto const palette = parse_palette("# tones\n1,2,3\r\n\n  4, 5, 6, 7 \n");
    REQUIRE(palette.size() == 2);
    CHECK(palette[0] == Color{1, 2, 3});
    CHECK(palette[1] == Color{4, 5, 6, 7});
}

TEST_CASE("palette: an invalid colour is refused with its line")
{
    CHECK_THROWS_WITH_AS((void)parse_palette("1,2,3\n300,0,0"), doctest::Contains("line 2"),
                         ms::Error);
    for (auto const* const text : {"", "#", "1,2", "1,2,3,4,5", "a,b,c", "-1,0,0"}) {
        CAPTURE(text);
        CHECK_THROWS_AS((void)parse_palette(text), ms::Error);
    }
    std::string many;
    for (int i = 0; i < 257; ++i) {
        many += "1,1,1\n";
    }
    CHECK_THROWS_WITH_AS((void)parse_palette(many), doctest::Contains("more than 256"), ms::Error);
}
