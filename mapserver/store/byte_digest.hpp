// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A number to look for equal bytes by.

#include <cstdint>
#include <span>

namespace ms::store {

/// FNV-1a. Bytes of the same digest are compared.
[[nodiscard]] constexpr std::int64_t digest_of(std::span<std::uint8_t const> bytes) noexcept
{
    std::uint64_t digest = 0xCBF29CE484222325ULL;
    for (auto const byte : bytes) {
        digest = (digest ^ byte) * 0x100000001B3ULL;
    }
    return static_cast<std::int64_t>(digest);
}

} // namespace ms::store
