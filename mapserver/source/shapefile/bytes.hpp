// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads numbers at given offsets of the shapefile formats, which mix both byte orders.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace ms::source::shapefile {

using Bytes = std::span<std::byte const>;

enum class ByteOrder : std::uint8_t { Little, Big };

// Unchecked: the caller ensures that the number lies within `bytes`.

[[nodiscard]] inline std::uint8_t load_u8(Bytes bytes, std::size_t at) noexcept
{
    return std::to_integer<std::uint8_t>(bytes[at]);
}

[[nodiscard]] inline std::uint16_t load_u16_le(Bytes bytes, std::size_t at) noexcept
{
    return static_cast<std::uint16_t>(load_u8(bytes, at) | load_u8(bytes, at + 1) << 8U);
}

[[nodiscard]] inline std::uint32_t load_u32(Bytes bytes, std::size_t at, ByteOrder order) noexcept
{
    std::uint32_t const a = load_u8(bytes, at);
    std::uint32_t const b = load_u8(bytes, at + 1);
    std::uint32_t const c = load_u8(bytes, at + 2);
    std::uint32_t const d = load_u8(bytes, at + 3);
    return order == ByteOrder::Little ? a | b << 8U | c << 16U | d << 24U
                                      : d | c << 8U | b << 16U | a << 24U;
}

[[nodiscard]] inline double load_double(Bytes bytes, std::size_t at, ByteOrder order) noexcept
{
    std::uint64_t const first = load_u32(bytes, at, order);
    std::uint64_t const second = load_u32(bytes, at + 4, order);
    return std::bit_cast<double>(order == ByteOrder::Little ? first | second << 32U
                                                            : second | first << 32U);
}

} // namespace ms::source::shapefile
