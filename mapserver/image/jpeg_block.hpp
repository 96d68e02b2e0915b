// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Decodes a block of a file that is stored as JPEG.

#include <cstdint>
#include <span>

namespace ms::image {

/// As TIFF stores it: TIFF Technical Note 2 (1995), "abbreviated image" and "tables".
struct JpegBlock {
    std::span<std::uint8_t const> tables; ///< a stream with tables only; empty: none
    std::span<std::uint8_t const> stream;
    int width = 0; ///< pixels as decoded; another width is an error
    int bands = 1; ///< 1: grey; 3: YCbCr, decoded to RGB
    int scale = 1; ///< 1, 2, 4 or 8: how much smaller it is decoded than it is stored
};

/// Its first rows. Decoded smaller, of fewer coefficients, a pixel is about the mean of `scale` x
/// `scale` pixels.
/// \param rows at least 1 \param out rows * width * bands samples, those of a pixel side by side
/// \returns false if it is damaged, progressive, smaller or of another kind; then the content of
/// `out` does not matter
[[nodiscard]] bool decode_jpeg_block(JpegBlock const& block, int rows, std::span<std::uint8_t> out);

} // namespace ms::image
