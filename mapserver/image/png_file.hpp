// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes the chunks of PNG files of every colour type.

#include "image/encoder.hpp"
#include "image/packing.hpp"
#include "image/pixel_zlib.hpp"

#include <memory>

namespace ms::image {

/// Bytes that are written before they are read: not cleared.
struct Buffer {
    explicit Buffer(std::size_t n)
        : bytes(std::make_unique_for_overwrite<std::uint8_t[]>(n)), size(n)
    {}
    std::unique_ptr<std::uint8_t[]> bytes;
    std::size_t size;
};

/// W3C PNG (Third Edition) 11.2.1.
enum class PngColor : std::uint8_t { Rgb = 2, Palette = 3, Rgba = 6 };

/// Length, type, data and CRC.
void append_chunk(std::vector<std::uint8_t>& out, std::string_view type,
                  std::span<std::uint8_t const> data);

/// Signature, IHDR and, when the resolution is known, pHYs.
[[nodiscard]] std::vector<std::uint8_t> begin_png(BitmapView const& bitmap, PngColor color,
                                                  int bit_depth, int dpi);

/// IDAT and IEND.
/// \throws Error{Limit} when the rows do not fit into one chunk
void end_png(std::vector<std::uint8_t>& out, PixelRows const& rows, Packing const& packing);

} // namespace ms::image
