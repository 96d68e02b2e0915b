// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses colours of mapfiles and clients.

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
