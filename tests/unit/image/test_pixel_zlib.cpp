// SPDX-License-Identifier: MIT
// Streams are read back by zlib.
#include "image/pixel_zlib.hpp"

#include "image/encoder.hpp"

#include <doctest/doctest.h>
#include <zlib.h>

#include <algorithm>
#include <random>

using namespace ms::image;

namespace {

struct Rows {
    std::size_t row_bytes;
    std::size_t pixel_bytes;
    std::vector<std::uint8_t> bytes;

    Rows(std::size_t width, std::size_t height, std::size_t pixel)
        : row_bytes(1 + width * pixel), pixel_bytes(pixel), bytes(row_bytes * height)
    {}
    [[nodiscard]] PixelRows view() const { return {bytes, row_bytes, pixel_bytes}; }
    [[nodiscard]] std::uint8_t* pixel(std::size_t x, std::size_t y)
    {
        return bytes.data() + y * row_bytes + 1 + x * pixel_bytes;
    }
};

std::vector<std::uint8_t> unpacked(std::vector<std::uint8_t> const& stream, std::size_t size)
{
    std::vector<std::uint8_t> bytes(size);
    auto length = static_cast<uLongf>(size);
    auto const status = uncompress(bytes.data(), &length, stream.data(), stream.size());
    CHECK(status == Z_OK);
    bytes.resize(length);
    return bytes;
}

bool comes_back(Rows const& rows)
{
    return unpacked(pixel_zlib(rows.view()), rows.bytes.size()) == rows.bytes;
}

/// Areas of a few colours with sloping, smoothed borders, as a map has them.
Rows areas(std::size_t width, std::size_t height, std::size_t pixel_bytes)
{
    Rows rows(width, height, pixel_bytes);
    for (std::size_t y = 0; y < height; ++y) {
        for (std::size_t x = 0; x < width; ++x) {
            auto const place = x * 3 + y;
            auto const area = place / 400;
            bool const is_border = place % 400 < 6;
            for (std::size_t i = 0; i < pixel_bytes; ++i) {
                rows.pixel(x, y)[i] = static_cast<std::uint8_t>(
                    is_border ? place % 400 * 30 + y % 7 * 5 : area * 37 + i * 11);
            }
        }
    }
    return rows;
}

Rows noise(std::size_t width, std::size_t height, std::size_t pixel_bytes)
{
    Rows rows(width, height, pixel_bytes);
    std::mt19937 random{7};
    std::ranges::generate(rows.bytes, [&] { return static_cast<std::uint8_t>(random()); });
    return rows;
}

} // namespace

TEST_CASE("pixel_zlib: rows of every small size come back, flat and noisy")
{
    for (std::size_t const pixel_bytes : {1U, 3U, 4U}) {
        for (std::size_t width = 1; width <= 40; ++width) {
            for (std::size_t const height : {1U, 2U, 3U, 17U}) {
                CAPTURE(width);
                CAPTURE(pixel_bytes);
                CHECK(comes_back(Rows(width, height, pixel_bytes)));
                CHECK(comes_back(areas(width, height, pixel_bytes)));
                CHECK(comes_back(noise(width, height, pixel_bytes)));
            }
        }
    }
}

TEST_CASE("pixel_zlib: pixels that are equal but for some samples come back")
{
    std::mt19937 random{7};
    for (std::size_t const pixel_bytes : {std::size_t{1}, std::size_t{3}, std::size_t{4}}) {
        for (std::size_t width = 1; width < 12; ++width) {
            for (int image = 0; image < 60; ++image) {
                Rows rows(width, 12, pixel_bytes);
                for (std::size_t y = 0; y < 12; ++y) {
                    auto* const sample = rows.pixel(0, y);
                    std::generate(sample, sample + width * pixel_bytes, [&] {
                        return static_cast<std::uint8_t>(random() % 5 == 0 ? 1 : 0);
                    });
                }
                REQUIRE(comes_back(rows));
            }
        }
    }
}

TEST_CASE("pixel_zlib: runs of every length come back")
{
    for (std::size_t const pixel_bytes : {1U, 3U, 4U}) {
        for (std::size_t length = 1; length <= 800; ++length) { // three of the longest matches
            Rows rows(length + 2, 2, pixel_bytes);
            rows.pixel(length, 0)[0] = 9;
            rows.pixel(1, 1)[0] = 5;
            CAPTURE(length);
            CHECK(comes_back(rows));
        }
    }
}

TEST_CASE("pixel_zlib: rows longer than the window of 32 KiB come back")
{
    CHECK(comes_back(areas(20'000, 5, 3)));
    CHECK(comes_back(noise(20'000, 3, 4)));
    // 32768 is the largest distance of DEFLATE: the row above lies exactly there, and beyond.
    for (std::size_t const width : {32'766U, 32'767U, 32'768U}) {
        CHECK(comes_back(areas(width, 4, 1)));
    }
}

TEST_CASE(
    "pixel_zlib: more symbols than one block holds come back, and cost little more than bytes")
{
    auto const rows = noise(500, 200, 3);
    auto const stream = pixel_zlib(rows.view());
    CHECK(stream.size() < rows.bytes.size() * 102 / 100 + 1000);
    CHECK(unpacked(stream, rows.bytes.size()) == rows.bytes);
}

TEST_CASE("pixel_zlib: identical rows and a whole image of one colour are tiny")
{
    CHECK(pixel_zlib(Rows(1000, 1000, 3).view()).size() < 6000); // a five hundredth
    auto repeated = noise(1000, 1, 3);
    auto const row = repeated.bytes;
    for (int i = 0; i < 99; ++i) {
        repeated.bytes.insert(repeated.bytes.end(), row.begin(), row.end());
    }
    CHECK(comes_back(repeated));
    CHECK(pixel_zlib(repeated.view()).size() < row.size() * 2);
}

TEST_CASE("pixel_zlib: a flat map is smaller than with zlib's fastest level, and always the same")
{
    auto const rows = areas(700, 500, 3);
    auto size = compressBound(static_cast<uLong>(rows.bytes.size()));
    std::vector<std::uint8_t> fastest(size);
    REQUIRE(compress2(fastest.data(), &size, rows.bytes.data(),
                      static_cast<uLong>(rows.bytes.size()), Z_BEST_SPEED) == Z_OK);
    auto const stream = pixel_zlib(rows.view());
    CHECK(stream.size() < size);
    CHECK(stream == pixel_zlib(rows.view()));
}

TEST_CASE("pixel_zlib: a dense map is nearly as small as with zlib's level 6")
{
    // Thin lines with smoothed edges, laid over each other.
    Rows rows(700, 500, 3);
    std::mt19937 random{11};
    auto const cover = [&](std::size_t x, std::size_t y, unsigned ink, unsigned sixteenths) {
        for (unsigned i = 0; i < 3; ++i) {
            auto& byte = rows.pixel(x, y)[i];
            byte = static_cast<std::uint8_t>(
                (byte * (16 - sixteenths) + (ink - 30 * i) * sixteenths) / 16);
        }
    };
    for (std::size_t y = 0; y < 500; ++y) {
        std::ranges::fill_n(rows.pixel(0, y), 2100, std::uint8_t{240});
    }
    for (int line = 0; line < 6'000; ++line) {
        auto const ink = static_cast<unsigned>(90 + random() % 3 * 60);
        auto const left = random() % 680, top = random() % 480, slope = random() % 16;
        for (unsigned i = 0; i < 20; ++i) {
            auto const y = top * 16 + i * slope;
            cover(left + i, y / 16, ink, static_cast<unsigned>(16 - y % 16));
            cover(left + i, y / 16 + 1, ink, static_cast<unsigned>(y % 16));
        }
    }
    auto size = compressBound(static_cast<uLong>(rows.bytes.size()));
    std::vector<std::uint8_t> level_6(size);
    REQUIRE(compress2(level_6.data(), &size, rows.bytes.data(),
                      static_cast<uLong>(rows.bytes.size()), 6) == Z_OK);
    CHECK(comes_back(rows));
    CHECK(pixel_zlib(rows.view()).size() < size * 108 / 100);
}
