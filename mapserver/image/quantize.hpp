// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reduces images to few colours.

#include "image/bitmap.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ms::image {

/// An image as numbers into a palette.
struct IndexedBitmap {
    int width = 0;
    int height = 0;
    std::vector<Color> palette;        ///< at most 256, straight alpha, transparent colours first
    std::vector<std::uint8_t> indexes; ///< row by row
};

inline constexpr std::size_t max_palette_colors = 256;

/// Exact when the image has at most `max_colors` colours; else by median cut (Heckbert 1982,
/// doi:10.1145/800064.801294) in premultiplied RGBA, the box with the largest squared error first,
/// and every colour goes to the nearest of the palette. No dithering: it would fray lines and
/// letters. \param max_colors 2..256
[[nodiscard]] IndexedBitmap quantize(BitmapView const& bitmap, std::size_t max_colors);

/// The colours of the image itself; nullopt if it has more than `max_colors`, which is found out at
/// the first pixel beyond them. \param max_colors 2..256
[[nodiscard]] std::optional<IndexedBitmap> in_own_palette(BitmapView const& bitmap,
                                                          std::size_t max_colors);

/// The nearest of given colours for every pixel. \param palette 1..256 colours
[[nodiscard]] IndexedBitmap in_palette(BitmapView const& bitmap, std::span<Color const> palette);

/// Reads a file of colours: lines "red,green,blue" or "red,green,blue,alpha", 0..255; skips empty
/// lines and those that begin with #.
/// \throws Error{Source} naming the line, also for no colour or more than 256
[[nodiscard]] std::vector<Color> parse_palette(std::string_view text);

} // namespace ms::image
