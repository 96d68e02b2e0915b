// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Decodes blocks (tiles or strips) as files store them, without GDAL.

#include "raster/band.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ms::raster {

enum class BlockCompression : std::uint8_t {
    Deflate,
    Jpeg, ///< of one band, or of three as YCbCr
};

/// How all blocks of a level of a file are stored: bytes, those of a pixel side by side.
struct StoredForm {
    BlockCompression compression = BlockCompression::Deflate;
    Size block;
    int bands = 1;
    bool has_differences = false;          ///< TIFF 6.0, section 14: to the pixel on the left
    std::vector<std::uint8_t> jpeg_tables; ///< TIFF's JPEGTables
    int jpeg_scale = 1; ///< a stored block has so many times as many columns and rows as `block`

    [[nodiscard]] std::size_t row_bytes() const noexcept
    {
        return static_cast<std::size_t>(block.width) * static_cast<std::size_t>(bands);
    }
};

/// Where a block is in its file, in bytes.
struct StoredPlace {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
};

/// Decodes the first rows of a block; those below them cost nothing.
/// \param rows 1 .. form.block.height \param out rows * form.row_bytes()
/// \returns false if the block is damaged or of another form; then the content of `out` does not
/// matter
[[nodiscard]] bool decode_rows(StoredForm const& form, std::span<std::uint8_t const> stored,
                               int rows, std::span<std::uint8_t> out);

/// Separates a band of pixels. \param band from 0 \param out as many samples as there are pixels
void copy_band(std::span<std::uint8_t const> pixels, std::size_t pixel_bytes, std::size_t band,
               std::span<std::uint8_t> out) noexcept;
/// Separates three bands of pixels that have three, 16 pixels at a time.
/// \param out of each, pixels.size() / 3 samples
void copy_three_bands(std::span<std::uint8_t const> pixels, std::uint8_t* first,
                      std::uint8_t* second, std::uint8_t* third) noexcept;

} // namespace ms::raster
