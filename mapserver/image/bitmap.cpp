// SPDX-License-Identifier: MIT
#include "image/bitmap.hpp"

#include "image/multiply.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace ms::image {

namespace {

std::uint32_t premultiplied(Color color) noexcept
{
    return std::bit_cast<std::uint32_t>(std::array<std::uint8_t, 4>{
        multiply(color.red, color.alpha), multiply(color.green, color.alpha),
        multiply(color.blue, color.alpha), color.alpha});
}

} // namespace

Bitmap::Bitmap(int width, int height, Color color)
    : m_width(width), m_height(height),
      m_pixels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height),
               premultiplied(color))
{}

void Bitmap::fill(Color color) noexcept
{
    std::ranges::fill(m_pixels, premultiplied(color));
}

} // namespace ms::image
