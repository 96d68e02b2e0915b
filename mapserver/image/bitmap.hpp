// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Bitmaps: pixels in memory.

#include "image/color.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ms::image {

/// Read-only view of 8-bit premultiplied RGBA pixels, row by row from the top left.
/// pixels.size() == width * height * 4.
struct BitmapView {
    int width = 0;  ///< pixels
    int height = 0; ///< pixels
    std::span<std::uint8_t const> pixels;
};

/// Owns 8-bit premultiplied RGBA pixels, row by row from the top left; transparent when new.
class Bitmap {
public:
    Bitmap() = default;
    /// \param width, height pixels, both > 0
    Bitmap(int width, int height)
        : m_width(width), m_height(height),
          m_pixels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height))
    {}
    /// All of one colour.
    Bitmap(int width, int height, Color color);

    [[nodiscard]] int width() const noexcept { return m_width; }
    [[nodiscard]] int height() const noexcept { return m_height; }
    [[nodiscard]] std::span<std::uint8_t> pixels() noexcept
    {
        return {reinterpret_cast<std::uint8_t*>(m_pixels.data()), m_pixels.size() * 4};
    }
    [[nodiscard]] BitmapView view() const noexcept
    {
        auto const* const bytes = reinterpret_cast<std::uint8_t const*>(m_pixels.data());
        return {m_width, m_height, {bytes, m_pixels.size() * 4}};
    }
    /// Sets every pixel.
    void fill(Color color) noexcept;

private:
    int m_width = 0;
    int m_height = 0;
    std::vector<std::uint32_t> m_pixels; ///< four bytes each, in memory order
};

} // namespace ms::image
