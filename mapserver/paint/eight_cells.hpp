// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Sums up eight cells of a coverage grid at once.

#include "image/eight_pixels.hpp"

#include <bit>
#include <cstdint>
#include <cstring>

namespace ms::paint {

/// The covered parts of eight neighbouring pixels for the non-zero rule, 0..255.
///
/// \param cells  eight times the height of edges and twice the area to their left, as in
///               CoverageGrid; cleared
/// \param cover  the height of all edges to the left; then also of these
/// \param count  pixels from here that are drawn: the others are 0
[[nodiscard]] inline image::Eight take_eight_cells(std::uint32_t* cells, std::uint32_t& cover,
                                                   int count) noexcept
{
    using Sums [[gnu::vector_size(16)]] = std::uint32_t;
    using Signed [[gnu::vector_size(16)]] = std::int32_t;
    auto const all = [](int value) { return Signed{value, value, value, value}; };
    // Each with those to its left.
    auto const summed = [](Sums v) {
        Sums const none{};
        v += __builtin_shufflevector(none, v, 0, 4, 5, 6);
        return v + __builtin_shufflevector(none, v, 0, 1, 4, 5);
    };
    auto const covered = [&](Sums twice_area, Signed lanes) {
        auto const part = std::bit_cast<Signed>(twice_area) >> all(9); // 2^17 is a whole pixel: 256
        auto const sign = part >> all(31);
        auto const size = (part ^ sign) - sign;
        auto const is_whole = size > all(255);
        return ((size & ~is_whole) | (is_whole & all(255))) & (lanes < all(count));
    };
    Sums pairs[4];
    std::memcpy(pairs, cells, sizeof pairs);
    std::memset(cells, 0, sizeof pairs);
    auto heights = summed(__builtin_shufflevector(pairs[0], pairs[1], 0, 2, 4, 6)) +
                   Sums{cover, cover, cover, cover};
    auto const areas = __builtin_shufflevector(pairs[0], pairs[1], 1, 3, 5, 7);
    auto const first = covered((heights << 9U) - areas, Signed{0, 1, 2, 3});
    heights = summed(__builtin_shufflevector(pairs[2], pairs[3], 0, 2, 4, 6)) +
              __builtin_shufflevector(heights, heights, 3, 3, 3, 3);
    auto const more_areas = __builtin_shufflevector(pairs[2], pairs[3], 1, 3, 5, 7);
    auto const second = covered((heights << 9U) - more_areas, Signed{4, 5, 6, 7});
    cover = heights[3];
    return __builtin_shufflevector(std::bit_cast<image::Eight>(first),
                                   std::bit_cast<image::Eight>(second), 0, 2, 4, 6, 8, 10, 12, 14);
}

} // namespace ms::paint
