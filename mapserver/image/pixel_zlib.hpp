// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Compression of pictures that looks for repetitions by pixels, not by bytes.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ms::image {

/// Unfiltered scanlines of a PNG.
struct PixelRows {
    std::span<std::uint8_t const> bytes; ///< whole rows: the filter type, then pixels
    std::size_t row_bytes = 0;
    std::size_t pixel_bytes = 0; ///< 1 (or parts of it), 3, 4
};

/// Whether pixel_zlib() is made for this machine and rows of these pixels. Where a byte is a pixel
/// libdeflate is faster.
[[nodiscard]] bool pixel_zlib_takes(PixelRows const& rows) noexcept;

/// A zlib stream (RFC 1950). Looks at the pixel before and the pixel above first, which is where a
/// map repeats itself, then for the same two pixels elsewhere, at last for the same one. A third as
/// many places are looked at as a compressor of bytes would: of 20 maps the result is smaller than
/// that of libdeflate's level 5, in two thirds of the time.
[[nodiscard]] std::vector<std::uint8_t> pixel_zlib(PixelRows const& rows);

} // namespace ms::image
