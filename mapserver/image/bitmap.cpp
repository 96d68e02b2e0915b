// SPDX-License-Identifier: MIT
#include "image/bitmap.hpp"

#include "image/blend.hpp"

#include <array>
#include <cstring>

namespace ms::image {

void Bitmap::fill(Color color) noexcept
{
    std::array<std::uint8_t, 4> const pixel{multiply(color.red, color.alpha),
                                            multiply(color.green, color.alpha),
                                            multiply(color.blue, color.alpha), color.alpha};
    for (std::size_t i = 0; i < m_pixels.size(); i += 4) {
        std::memcpy(m_pixels.data() + i, pixel.data(), 4);
    }
}

} // namespace ms::image
