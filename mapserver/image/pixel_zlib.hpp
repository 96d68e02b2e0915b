// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Compresses rows of pixels by repetitions of whole pixels.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ms::image {

/// Filtered scanlines of a PNG: a filter byte, then pixels.
struct PixelRows {
    std::span<std::uint8_t const> bytes; ///< whole rows
    std::size_t row_bytes = 1;           ///< with the filter byte
    std::size_t pixel_bytes = 1;         ///< 1, 3 or 4; 1 as well if a byte holds several pixels
};

/// A zlib stream (RFC 1950) of the rows. With ISA-L in this build it looks for repetitions only
/// where maps have them, and takes ISA-L's Huffman codes: maps are a few percent smaller than with
/// libdeflate's level 5, in half of its time if every pixel differs from its neighbour, in a tenth
/// of it if hardly any does. Without ISA-L it is libdeflate's level 5.
/// \return nothing when there are too many bytes for one go (4 GiB)
[[nodiscard]] std::vector<std::uint8_t> pixel_zlib(PixelRows const& rows);

} // namespace ms::image
