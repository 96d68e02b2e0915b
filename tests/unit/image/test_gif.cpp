// SPDX-License-Identifier: MIT
// The files were written by Pillow 9.4.
#include "image/gif.hpp"

#include "base/error.hpp"
#include "image/decode.hpp"

#include <doctest/doctest.h>

#include <array>
#include <vector>

using namespace ms::image;

namespace {

/// 4 x 2: blue, its first pixel red.
constexpr auto small = std::to_array<std::uint8_t>(
    {0x47, 0x49, 0x46, 0x38, 0x37, 0x61, 0x04, 0x00, 0x02, 0x00, 0x81, 0x00, 0x00, 0xFF, 0x00, 0x00,
     0x00, 0x00, 0xFF, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x2C, 0x00, 0x00, 0x00, 0x00, 0x04, 0x00,
     0x02, 0x00, 0x00, 0x08, 0x08, 0x00, 0x01, 0x04, 0x18, 0x48, 0x30, 0x40, 0x40, 0x00, 0x3B});

/// 16 x 17, interlaced: rows of red, blue and a green that is transparent.
constexpr auto interlaced = std::to_array<std::uint8_t>(
    {0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 0x10, 0x00, 0x11, 0x00, 0x81, 0x00, 0x00, 0xFF, 0x00,
     0x00, 0x00, 0x00, 0xFF, 0x00, 0xFF, 0x00, 0x00, 0x00, 0x00, 0x21, 0xF9, 0x04, 0x01, 0x00,
     0x00, 0x02, 0x00, 0x2C, 0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x11, 0x00, 0x40, 0x08, 0x39,
     0x00, 0x01, 0x08, 0x1C, 0x48, 0xB0, 0x20, 0x00, 0x01, 0x08, 0x13, 0x2A, 0x5C, 0x28, 0x20,
     0x80, 0xC3, 0x87, 0x10, 0x23, 0x4A, 0x9C, 0x08, 0xD1, 0xA0, 0xC5, 0x81, 0x0C, 0x33, 0x26,
     0xBC, 0x78, 0x91, 0x22, 0x45, 0x8D, 0x1A, 0x3D, 0x4E, 0xE4, 0x68, 0x11, 0x64, 0x46, 0x91,
     0x12, 0x49, 0x1A, 0x34, 0xC9, 0x10, 0x65, 0x44, 0x95, 0x05, 0x03, 0x02, 0x00, 0x3B});

Color at(Bitmap const& bitmap, int x, int y)
{
    auto const i = static_cast<std::size_t>(y * bitmap.width() + x) * 4;
    auto const p = bitmap.view().pixels;
    return {p[i], p[i + 1], p[i + 2], p[i + 3]};
}

constexpr Color red{255, 0, 0};
constexpr Color blue{0, 0, 255};

} // namespace

TEST_CASE("gif: pixels get their colours")
{
    auto const bitmap = decode(small);
    REQUIRE(bitmap.width() == 4);
    REQUIRE(bitmap.height() == 2);
    CHECK(at(bitmap, 0, 0) == red);
    for (int i = 1; i < 8; ++i) {
        CHECK(at(bitmap, i % 4, i / 4) == blue);
    }
}

TEST_CASE("gif: interlaced rows come to their places, the transparent colour stays out")
{
    auto const bitmap = decode(interlaced);
    REQUIRE(bitmap.height() == 17);
    for (int y = 0; y < 17; ++y) {
        CAPTURE(y);
        CHECK(at(bitmap, 7, y) == (y % 3 == 0 ? red : y % 3 == 1 ? blue : Color{0, 0, 0, 0}));
    }
}

TEST_CASE("gif: a file that ends early shows as far as it goes, or is refused")
{
    for (std::size_t size = 0; size < interlaced.size(); ++size) {
        CAPTURE(size);
        try {
            auto const bitmap = decode_gif(std::span{interlaced}.first(size), 1000);
            CHECK(bitmap.height() == 17);
        } catch (ms::Error const& error) {
            CHECK(error.kind() == ms::ErrorKind::Source);
        }
    }
}

TEST_CASE("gif: a too large image is refused before memory is allocated for it")
{
    auto file = small;
    file[6] = file[7] = file[8] = file[9] = 0xFF; // the screen's size
    CHECK_THROWS_AS((void)decode_gif(file, 1000), ms::Error);
    CHECK_THROWS_AS((void)decode_gif(small, 7), ms::Error);
    file = small;
    file[30] = file[31] = file[32] = file[33] = 0xFF; // the image's on it
    CHECK_THROWS_AS((void)decode_gif(file, 1000), ms::Error);
}

// MapServer 8.0.0 and its successors.
TEST_CASE("gif: an image beyond its screen, or without colours, is refused in MapServer's words")
{
    auto const refusal_of = [](std::span<std::uint8_t const> file) -> std::string {
        try {
            (void)decode_gif(file, 1000);
        } catch (ms::PublicError const& error) {
            CHECK(error.kind() == ms::ErrorKind::Source);
            return error.public_text();
        }
        return {};
    };
    auto const* const beyond =
        "readGIF(): General error message. corrupted gif image, img size exceeds screen size";
    auto const* const colorless = "readGIF(): General error message. gif image has no color map";
    for (auto const byte :
         std::to_array<std::size_t>({26, 28, 30, 32})) { // left, top, width, height
        CAPTURE(byte);
        auto file = small;
        ++file[byte];
        CHECK(refusal_of(file) == beyond);
    }
    constexpr auto empty = std::to_array<std::uint8_t>(
        {0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 0x01, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x3B});
    CHECK(refusal_of(empty) == colorless);
    auto file = std::vector<std::uint8_t>(small.begin(), small.end());
    file[10] = 0; // no global table
    file.erase(file.begin() + 13, file.begin() + 25);
    CHECK(refusal_of(file) == colorless);
    CHECK(refusal_of(small).empty());
}

TEST_CASE("gif: any byte may be wrong")
{
    for (std::size_t i = 6; i < interlaced.size(); ++i) {
        for (int const value : {0, 1, 0x80, 0xFF}) {
            auto file = interlaced;
            file[i] = static_cast<std::uint8_t>(value);
            try {
                auto const bitmap = decode_gif(file, 100000);
                CHECK(bitmap.width() > 0);
            } catch (ms::Error const& error) {
                CHECK(error.kind() != ms::ErrorKind::Internal);
            }
        }
    }
}
