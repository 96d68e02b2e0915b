// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Hexadecimal digits.

#include <cstdint>
#include <optional>

namespace ms {

/// 0 to 15, of letters in either case; nothing for anything else.
[[nodiscard]] constexpr std::optional<unsigned> hex_digit(char c) noexcept
{
    if (c >= '0' && c <= '9') {
        return static_cast<unsigned>(c - '0');
    }
    char const lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? std::optional{static_cast<unsigned>(lower - 'a') + 10U}
                                        : std::nullopt;
}

/// The byte that two digits are; nothing unless both are digits.
[[nodiscard]] constexpr std::optional<std::uint8_t> hex_byte(char high, char low) noexcept
{
    auto const first = hex_digit(high);
    auto const second = hex_digit(low);
    return first && second ? std::optional{static_cast<std::uint8_t>(*first * 16U + *second)}
                           : std::nullopt;
}

} // namespace ms
