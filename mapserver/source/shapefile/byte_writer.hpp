// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Appends numbers of the shapefile formats, which mix both byte orders.

#include "source/shapefile/bytes.hpp"

#include <vector>

namespace ms::source::shapefile {

/// \param out has four bytes at `at`, which are replaced
inline void store_u32(std::uint32_t value, ByteOrder order, std::vector<std::byte>& out,
                      std::size_t at)
{
    for (std::size_t i = 0; i < 4; ++i) {
        auto const shift = 8 * (order == ByteOrder::Little ? i : 3 - i);
        out[at + i] = static_cast<std::byte>(value >> shift & 0xffU);
    }
}

inline void append_u32(std::uint32_t value, ByteOrder order, std::vector<std::byte>& out)
{
    out.resize(out.size() + 4);
    store_u32(value, order, out, out.size() - 4);
}

inline void append_double(double value, ByteOrder order, std::vector<std::byte>& out)
{
    auto const bits = std::bit_cast<std::uint64_t>(value);
    auto const low = static_cast<std::uint32_t>(bits);
    auto const high = static_cast<std::uint32_t>(bits >> 32U);
    append_u32(order == ByteOrder::Little ? low : high, order, out);
    append_u32(order == ByteOrder::Little ? high : low, order, out);
}

} // namespace ms::source::shapefile
