// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Products of parts of colours.

#include <cstdint>

namespace ms::image {

/// round(a * b / 255), exactly, for a and b in 0..255.
[[nodiscard]] constexpr std::uint8_t multiply(unsigned a, unsigned b) noexcept
{
    unsigned const t = a * b + 128U;
    return static_cast<std::uint8_t>((t + (t >> 8U)) >> 8U);
}

} // namespace ms::image
