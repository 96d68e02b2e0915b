// SPDX-License-Identifier: MIT
#include "raster/color_rows.hpp"

#include <array>
#include <cstring>

namespace ms::raster {

namespace {

/// Pixels that are drawn at once. Compilers do not make vectors of a loop over pixels, which takes
/// a dozen times as long (bench_raster).
constexpr std::size_t block = 16;

using Bytes = std::uint8_t __attribute__((vector_size(16)));
using Words = std::uint16_t __attribute__((vector_size(16)));

Bytes load(std::uint8_t const* from) noexcept
{
    Bytes bytes;
    std::memcpy(&bytes, from, sizeof(bytes));
    return bytes;
}

/// The lower or upper halves of two vectors, by turns.
Bytes zip_low(Bytes a, Bytes b) noexcept
{
    return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
Bytes zip_high(Bytes a, Bytes b) noexcept
{
    return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15,
                                   31);
}

/// Eight pixels out of pairs of red and green, and of blue and alpha.
void store(Bytes red_green, Bytes blue_alpha, std::uint8_t* out) noexcept
{
    auto const a = reinterpret_cast<Words>(red_green);
    auto const b = reinterpret_cast<Words>(blue_alpha);
    auto const low = __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
    auto const high = __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
    std::memcpy(out, &low, sizeof(low));
    std::memcpy(out + sizeof(low), &high, sizeof(high));
}

void draw_block(ColorBands const& bands, std::uint8_t* out) noexcept
{
    constexpr Bytes opaque{255, 255, 255, 255, 255, 255, 255, 255,
                           255, 255, 255, 255, 255, 255, 255, 255};
    auto const red = load(bands.red);
    auto const green = load(bands.green);
    auto const blue = load(bands.blue);
    store(zip_low(red, green), zip_low(blue, opaque), out);
    store(zip_high(red, green), zip_high(blue, opaque), out + block * 2);
}

void draw_pixel(ColorBands const& bands, std::size_t at, std::uint8_t* out) noexcept
{
    std::array<std::uint8_t, 4> const pixel{bands.red[at], bands.green[at], bands.blue[at], 255};
    std::memcpy(out, pixel.data(), pixel.size());
}

} // namespace

void draw_row(ColorBands const& bands, std::size_t count, std::uint8_t* out) noexcept
{
    std::size_t i = 0;
    for (; i + block <= count; i += block) {
        draw_block(bands.from(i), out + i * 4);
    }
    for (; i < count; ++i) {
        draw_pixel(bands, i, out + i * 4);
    }
}

void draw_row(ColorBands const& bands, std::span<std::int32_t const> indices,
              std::uint8_t* out) noexcept
{
    for (std::size_t i = 0; i < indices.size(); ++i) {
        if (auto const at = indices[i]; at >= 0) {
            draw_pixel(bands, static_cast<std::size_t>(at), out + i * 4);
        }
    }
}

void draw_row(ColorBands const& bands, RowLine const& line, Window const& window,
              std::uint8_t* out) noexcept
{
    auto const count = static_cast<std::size_t>(line.end - line.begin);
    LinePlaces places{line, window};
    std::size_t i = 0;
    for (; i + block <= count; i += block) {
        if (places.are_consecutive(block)) {
            draw_block(bands.from(places.index()), out + i * 4);
            places.advance(block);
            continue;
        }
        for (std::size_t pixel = i; pixel < i + block; ++pixel) {
            draw_pixel(bands, places.index(), out + pixel * 4);
            places.advance(1);
        }
    }
    for (; i < count; ++i) {
        draw_pixel(bands, places.index(), out + i * 4);
        places.advance(1);
    }
}

} // namespace ms::raster
