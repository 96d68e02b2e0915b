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
/// \param cells  four sums of CoverageGrid, each with the height of edges in its lower half and
///               twice the area to their left in the upper one; cleared
/// \param cover  four times the height of all edges to the left; then also of these
/// \param count  pixels from here that are drawn: the others are 0
[[nodiscard]] inline image::Four take_four_cells(std::uint64_t* cells, image::Four& cover,
                                                 int count) noexcept
{
    using image::Four;
    using Signed [[gnu::vector_size(16)]] = std::int32_t;
    auto const all = [](int value) { return Signed{value, value, value, value}; };
    Four pairs[2];
    std::memcpy(pairs, cells, sizeof pairs);
    std::memset(cells, 0, sizeof pairs);
    auto heights = __builtin_shufflevector(pairs[0], pairs[1], 0, 2, 4, 6);
    // A negative height has borrowed one from the area.
    auto const areas = __builtin_shufflevector(pairs[0], pairs[1], 1, 3, 5, 7) + (heights >> 31U);
    Four const none{};
    // Each with those to its left.
    heights += __builtin_shufflevector(none, heights, 0, 4, 5, 6);
    heights += __builtin_shufflevector(none, heights, 0, 1, 4, 5);
    heights += cover;
    cover = __builtin_shufflevector(heights, heights, 3, 3, 3, 3);
    // 2^17 is a whole pixel: 256
    auto const part = std::bit_cast<Signed>((heights << 9U) - areas) >> all(9);
    auto const sign = part >> all(31);
    auto const size = (part ^ sign) - sign;
    auto const is_whole = size > all(255);
    return std::bit_cast<Four>(((size & ~is_whole) | (is_whole & all(255))) &
                               (Signed{0, 1, 2, 3} < all(count)));
}

/// The same for eight pixels.
[[nodiscard]] inline image::Eight take_eight_cells(std::uint64_t* cells, image::Four& cover,
                                                   int count) noexcept
{
    constexpr int half = image::EightInk::half;
    auto const first = take_four_cells(cells, cover, count);
    auto const second = take_four_cells(cells + half, cover, count - half);
    return __builtin_shufflevector(std::bit_cast<image::Eight>(first),
                                   std::bit_cast<image::Eight>(second), 0, 2, 4, 6, 8, 10, 12, 14);
}

} // namespace ms::paint
