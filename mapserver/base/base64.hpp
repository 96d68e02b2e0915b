// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Encodes and decodes base64 (RFC 4648, 4).

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ms {

[[nodiscard]] std::string to_base64(std::span<std::uint8_t const> bytes);
/// nullopt for invalid base64: other characters, padding that is missing or in the middle.
[[nodiscard]] std::optional<std::vector<std::uint8_t>> from_base64(std::string_view text);

/// The bytes of "data:image/png;base64,..." (RFC 2397); nullopt for any other text.
[[nodiscard]] std::optional<std::vector<std::uint8_t>> from_data_url(std::string_view url);

} // namespace ms
