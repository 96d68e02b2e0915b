// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds NaN and infinite coordinates quickly.

#include "geometry/types.hpp"

#include <bit>
#include <cstdint>
#include <span>

namespace ms::geometry {

/// Bit 63 is set if the number is NaN or infinite; the other bits are meaningless. The bits of all
/// numbers are ored and tested once, without a branch or a chain of additions per coordinate.
[[nodiscard]] constexpr std::uint64_t non_finite_bit(double value) noexcept
{
    constexpr std::uint64_t magnitude = 0x7fff'ffff'ffff'ffff;
    constexpr std::uint64_t one_exponent = 0x0010'0000'0000'0000;
    // An exponent of all ones overflows into the sign bit.
    return (std::bit_cast<std::uint64_t>(value) & magnitude) + one_exponent;
}

[[nodiscard]] constexpr bool is_finite(Point p) noexcept
{
    return ((non_finite_bit(p.x) | non_finite_bit(p.y)) >> 63U) == 0;
}

[[nodiscard]] constexpr bool are_finite(std::span<Point const> points) noexcept
{
    std::uint64_t bits = 0;
    for (Point const& p : points) {
        bits |= non_finite_bit(p.x) | non_finite_bit(p.y);
    }
    return (bits >> 63U) == 0;
}

} // namespace ms::geometry
