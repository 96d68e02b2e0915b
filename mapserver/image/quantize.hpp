// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Pictures of few colours.

#include "image/bitmap.hpp"

#include <cstdint>
#include <vector>

namespace ms::image {

/// A picture as numbers into a palette.
struct IndexedBitmap {
    int width = 0;
    int height = 0;
    std::vector<Color> palette;        ///< at most 256, straight alpha, the transparent ones first
    std::vector<std::uint8_t> indexes; ///< row by row
};

inline constexpr std::size_t most_palette_colors = 256;

/// Exact when the picture has at most `most_colors` colours; else by median cut (Heckbert 1982,
/// doi:10.1145/800064.801294) in premultiplied RGBA, the box with the largest squared error first,
/// and every colour goes to the nearest of the palette. No dithering: it would fray lines and
/// letters. \param most_colors 2..256
[[nodiscard]] IndexedBitmap quantize(BitmapView const& bitmap, std::size_t most_colors);

} // namespace ms::image
