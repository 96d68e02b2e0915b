// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Sums up eight or four cells of a coverage grid at once.

#include "image/eight_pixels.hpp"

#include <bit>
#include <cstdint>
#include <cstring>

namespace ms::paint {

/// The covered parts of four neighbouring pixels for the non-zero rule, 0..255.
///
/// \param cells  four cells of CoverageGrid; cleared
/// \param area   of the pixel to the left, four times; then of the last of these
[[nodiscard]] inline image::Four take_four_cells(std::uint32_t* cells, image::Four& area) noexcept
{
    using image::Four;
    using Signed [[gnu::vector_size(16)]] = std::int32_t;
    auto const all = [](int value) { return Signed{value, value, value, value}; };
    Four sums;
    std::memcpy(&sums, cells, sizeof sums);
    std::memset(cells, 0, sizeof sums);
    Four const none{};
    // Each with those to its left.
    sums += __builtin_shufflevector(none, sums, 0, 4, 5, 6);
    sums += __builtin_shufflevector(none, sums, 0, 1, 4, 5);
    sums += area;
    area = __builtin_shufflevector(sums, sums, 3, 3, 3, 3);
    auto const part = std::bit_cast<Signed>(sums) >> all(9); // 2^17 is a whole pixel: 256
    auto const sign = part >> all(31);
    auto const size = (part ^ sign) - sign;
    auto const is_whole = size > all(255);
    return std::bit_cast<Four>((size & ~is_whole) | (is_whole & all(255)));
}

/// The same for eight pixels.
[[nodiscard]] inline image::Eight take_eight_cells(std::uint32_t* cells, image::Four& area) noexcept
{
    auto const first = take_four_cells(cells, area);
    auto const second = take_four_cells(cells + image::EightInk::half, area);
    return __builtin_shufflevector(std::bit_cast<image::Eight>(first),
                                   std::bit_cast<image::Eight>(second), 0, 2, 4, 6, 8, 10, 12, 14);
}

} // namespace ms::paint
