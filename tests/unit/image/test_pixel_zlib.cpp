// SPDX-License-Identifier: MIT
// What we pack is unpacked by zlib, as libpng's reader uses it.
#include "image/pixel_zlib.hpp"

#include "image/decode.hpp"
#include "image/encoder.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

using namespace ms::image;

namespace {

using Random = std::mt19937;

unsigned up_to(Random& random, unsigned most)
{
    return static_cast<unsigned>(random() % (most + 1));
}

/// Like a map: areas of few colours, rows that are like the one above, and noise.
Bitmap patchwork(Random& random, int width, int height)
{
    Bitmap bitmap(width, height);
    auto const pixels = bitmap.pixels();
    auto const row = static_cast<std::size_t>(width) * 4;
    auto const colors = up_to(random, 5);
    auto const noise = up_to(random, 3) == 0 ? up_to(random, 60) : 0;
    for (std::size_t at = 0; at < pixels.size();) {
        auto const run = std::min<std::size_t>((1 + up_to(random, 40)) * 4, pixels.size() - at);
        auto const color = static_cast<std::uint8_t>(37 * up_to(random, colors));
        bool const repeats = at >= row && up_to(random, 2) == 0;
        for (std::size_t i = at; i < at + run; ++i) {
            auto const plain = i % 4 == 3 ? std::uint8_t{255} : color;
            auto const odd = up_to(random, 99) < noise && i % 4 != 3;
            pixels[i] = odd       ? static_cast<std::uint8_t>(random())
                        : repeats ? pixels[i - row]
                                  : plain;
        }
        at += run;
    }
    return bitmap;
}

void check(Bitmap const& bitmap, EncodeOptions const& options)
{
    auto const file = find_encoder("PNG")->encode(bitmap.view(), options);
    CHECK(std::ranges::equal(decode(file).view().pixels, bitmap.view().pixels));
}

} // namespace

TEST_CASE("pixel zlib: pictures of every width come back pixel by pixel, with 3 and with 4 bytes")
{
    Random random{2015};
    for (int width = 1; width < 140; ++width) {
        auto const height = 1 + static_cast<int>(up_to(random, 60));
        CAPTURE(width);
        CAPTURE(height);
        auto const bitmap = patchwork(random, width, height);
        check(bitmap, {});
        check(bitmap, {.has_alpha = true});
    }
}

TEST_CASE("pixel zlib: repetitions end where DEFLATE's window does")
{
    // Rows of more and of less than 32768 bytes, each like the one above.
    Random random{7};
    for (int const width : {8190, 8191, 8192, 10921, 10922, 10923, 12000}) {
        CAPTURE(width);
        auto const first = patchwork(random, width, 1);
        Bitmap bitmap(width, 4);
        for (std::size_t i = 0; i < bitmap.pixels().size(); ++i) {
            bitmap.pixels()[i] = first.view().pixels[i % first.view().pixels.size()];
        }
        check(bitmap, {});
        check(bitmap, {.has_alpha = true});
    }
}

TEST_CASE("pixel zlib: noise grows by less than a hundredth, flat areas shrink five-hundredfold")
{
    Random random{1};
    Bitmap noise(500, 400);
    for (std::size_t i = 0; i < noise.pixels().size(); ++i) {
        noise.pixels()[i] = i % 4 == 3 ? std::uint8_t{255} : static_cast<std::uint8_t>(random());
    }
    check(noise, {});
    CHECK(find_encoder("PNG")->encode(noise.view(), {}).size() < 500 * 400 * 3 * 101 / 100);

    Bitmap flat(2000, 1000);
    flat.fill({.red = 240, .green = 232, .blue = 208});
    check(flat, {});
    // RFC 1951 has no repetition of more than 258 bytes and none of fewer than two bits: 1/1032.
    CHECK(find_encoder("PNG")->encode(flat.view(), {}).size() < 2000 * 1000 * 3 / 500);
}

TEST_CASE("pixel zlib: a stream begins as RFC 1950 says")
{
    std::vector<std::uint8_t> const row{0, 1, 2, 3};
    auto const out = pixel_zlib({row, row.size(), 3});
    REQUIRE(out.size() > 6);
    CHECK(out[0] % 16 == 8);                  // 2.2: CM = 8, deflate
    CHECK((out[0] * 256 + out[1]) % 31 == 0); // FCHECK
    CHECK(out[0] / 16 == 7);                  // CINFO: 32 KiB
    // 2.2: Adler-32 of 0 1 2 3: s1 = 7, s2 = 1 + 2 + 4 + 7 = 14; most significant byte first
    std::vector<std::uint8_t> const sum(out.end() - 4, out.end());
    CHECK(sum == std::vector<std::uint8_t>{0, 14, 0, 7});
}
