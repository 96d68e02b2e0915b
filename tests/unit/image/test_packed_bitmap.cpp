// SPDX-License-Identifier: MIT
#include "image/packed_bitmap.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

using namespace ms::image;

namespace {

/// Runs, single pixels and equal rows, all in no order.
Bitmap map_like(int width, int height, unsigned seed)
{
    std::mt19937 random{seed};
    Bitmap bitmap(width, height);
    auto const pixels = bitmap.pixels();
    std::uint8_t value = 0;
    for (int y = 0; y < height; ++y) {
        auto const row =
            pixels.subspan(static_cast<std::size_t>(y) * static_cast<std::size_t>(width) * 4);
        for (int x = 0; x < width * 4; ++x) {
            value = random() % 9 == 0 ? static_cast<std::uint8_t>(random() % 200) : value;
            row[static_cast<std::size_t>(x)] = value;
        }
        if (y > 0 && random() % 3 == 0) {
            std::copy_n(row.data() - width * 4, width * 4, row.data());
        }
    }
    return bitmap;
}

/// A reference implementation of copy_to(), pixel by pixel.
Bitmap copied(Bitmap target, Bitmap& source, int x, int y)
{
    for (int row = 0; row < source.height(); ++row) {
        for (int column = 0; column < source.width(); ++column) {
            int const to_x = x + column;
            int const to_y = y + row;
            if (to_x >= 0 && to_y >= 0 && to_x < target.width() && to_y < target.height()) {
                std::copy_n(source.pixels().data() + (row * source.width() + column) * 4, 4,
                            target.pixels().data() + (to_y * target.width() + to_x) * 4);
            }
        }
    }
    return target;
}

bool are_equal(Bitmap const& a, Bitmap const& b)
{
    return std::ranges::equal(a.view().pixels, b.view().pixels);
}

} // namespace

TEST_CASE("packed bitmap: unpacks to the original pixels at any place")
{
    for (unsigned seed = 0; seed < 20; ++seed) {
        auto source = map_like(37, 23, seed);
        PackedBitmap const packed(source.view(), 0, 0, 37, 23);
        std::mt19937 random{seed};
        for (int i = 0; i < 20; ++i) {
            int const x = static_cast<int>(random() % 120) - 60;
            int const y = static_cast<int>(random() % 100) - 50;
            Bitmap target(40, 30, Color{1, 2, 3, 255});
            auto const expected = copied(target, source, x, y);
            packed.copy_to(target, x, y);
            CHECK(are_equal(target, expected));
        }
    }
}

TEST_CASE("packed bitmap: a part of an image")
{
    auto source = map_like(50, 40, 7);
    PackedBitmap const packed(source.view(), 11, 5, 20, 30);
    CHECK(packed.width() == 20);
    CHECK(packed.height() == 30);
    Bitmap target(20, 30);
    packed.copy_to(target, 0, 0);
    Bitmap expected(20, 30);
    CHECK(are_equal(target, copied(expected, source, -11, -5)));
}

TEST_CASE("packed bitmap: an even image is tiny, one of noise hardly larger than its pixels")
{
    Bitmap const even(256, 256, Color{10, 20, 30, 255});
    CHECK(PackedBitmap(even.view(), 0, 0, 256, 256).bytes() < 2000);
    Bitmap noise(256, 256);
    std::mt19937 random{1};
    std::ranges::generate(noise.pixels(), [&] { return static_cast<std::uint8_t>(random()); });
    CHECK(PackedBitmap(noise.view(), 0, 0, 256, 256).bytes() < 256 * 256 * 4 + 4096);
}
