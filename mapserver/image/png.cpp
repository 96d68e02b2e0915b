// SPDX-License-Identifier: MIT
#include "image/encoders.hpp"

#include "image/png_file.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace ms::image {

namespace {

std::uint8_t straight(unsigned premultiplied, unsigned alpha) noexcept
{
    return static_cast<std::uint8_t>(std::min((premultiplied * 255U + alpha / 2U) / alpha, 255U));
}

std::uint32_t load(std::uint8_t const* from) noexcept
{
    std::uint32_t value = 0;
    std::memcpy(&value, from, 4);
    return value;
}

/// Four pixels, twelve bytes, three words: faster than byte by byte.
void write_four_rgb(std::uint8_t* to, std::uint8_t const* from) noexcept
{
    auto const a = load(from), b = load(from + 4), c = load(from + 8), d = load(from + 12);
    std::array<std::uint32_t, 3> const words{
        (a & 0xFFFFFFU) | b << 24U, (b >> 8U & 0xFFFFU) | c << 16U, (c >> 16U & 0xFFU) | d << 8U};
    std::memcpy(to, words.data(), 12);
}

void write_rgb(std::uint8_t* to, std::uint8_t const* from, std::size_t pixels) noexcept
{
    if constexpr (std::endian::native == std::endian::little) {
        for (; pixels >= 4; pixels -= 4, from += 16, to += 12) {
            write_four_rgb(to, from);
        }
    }
    for (; pixels > 0; --pixels, from += 4, to += 3) {
        to[0] = from[0];
        to[1] = from[1];
        to[2] = from[2];
    }
}

void write_rgba(std::uint8_t* to, std::uint8_t const* from, std::size_t pixels) noexcept
{
    for (; pixels > 0; --pixels, from += 4, to += 4) {
        unsigned const alpha = from[3];
        bool const is_mixed = alpha != 0 && alpha != 255;
        for (int i = 0; i < 3; ++i) {
            to[i] = is_mixed ? straight(from[i], alpha) : from[i];
        }
        to[3] = from[3];
    }
}

/// Filter type 0 (None) before every row: the other filters make maps larger and slower to pack,
/// because flat areas and repeated symbols no longer look alike.
Buffer filtered_rows(BitmapView const& bitmap, PngColor color)
{
    auto const width = static_cast<std::size_t>(bitmap.width);
    auto const height = static_cast<std::size_t>(bitmap.height);
    std::size_t const row_bytes = 1 + width * (color == PngColor::Rgba ? 4 : 3);
    Buffer rows(row_bytes * height);
    auto const write = color == PngColor::Rgba ? write_rgba : write_rgb;
    for (std::size_t y = 0; y < height; ++y) {
        auto* const row = rows.bytes.get() + y * row_bytes;
        *row = 0;
        write(row + 1, bitmap.pixels.data() + y * width * 4, width);
    }
    return rows;
}

} // namespace

std::vector<std::uint8_t> encode_png(BitmapView const& bitmap, EncodeOptions const& options)
{
    if (options.is_quantized || !options.palette.empty()) {
        return encode_png8(bitmap, options);
    }
    check_size(bitmap, "PNG", 0x7FFFFFFF);
    auto const color = options.has_alpha ? PngColor::Rgba : PngColor::Rgb;
    auto out = begin_png(bitmap, color, 8, options.dpi);
    end_png(out, filtered_rows(bitmap, color), options.compression);
    return out;
}

} // namespace ms::image
