// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A colour as mapfiles and clients write it.

#include <cstdint>

namespace ms::image {

/// 8-bit sRGB with straight (not premultiplied) alpha.
struct Color {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;
    std::uint8_t alpha = 255;

    friend constexpr bool operator==(Color const&, Color const&) = default;
};

} // namespace ms::image
