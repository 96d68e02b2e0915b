// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Compressed bitmaps for the tile cache.

#include "image/bitmap.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ms::image {

/// Runs of equal pixels, row by row; a row that is like the one above it takes four bytes. Packing
/// and unpacking cost little more than copying, unlike any format of files. Immutable.
class PackedBitmap {
public:
    /// Packs the part of `source` that begins at (x, y); the part must lie inside `source`.
    PackedBitmap(BitmapView const& source, int x, int y, int width, int height);

    [[nodiscard]] int width() const noexcept { return m_width; }
    [[nodiscard]] int height() const noexcept { return static_cast<int>(m_rows.size()); }
    /// Its memory in bytes.
    [[nodiscard]] std::size_t bytes() const noexcept;

    /// The pixel that all are equal to; nullopt: they differ.
    [[nodiscard]] std::optional<std::uint32_t> only_pixel() const noexcept;

    /// Copies the pixels to `target`, with the upper left corner at (x, y), which may lie outside;
    /// pixels outside `target` are skipped.
    void copy_to(Bitmap& target, int x, int y) const noexcept;

private:
    void pack_row(std::uint32_t const* row);

    int m_width = 0;
    std::vector<std::uint32_t> m_rows;  ///< start of each in m_words
    std::vector<std::uint32_t> m_words; ///< a head, then its pixels, until the row is full
};

} // namespace ms::image
