// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Validates texts that may not be UTF-8.

#include <cstddef>
#include <string>
#include <string_view>

namespace ms {

/// Bytes of the UTF-8 character that starts at `at`; 0 if it is invalid (RFC 3629).
[[nodiscard]] std::size_t utf8_length(std::string_view text, std::size_t at) noexcept;

/// Appends one character; `code` is one of Unicode.
void append_utf8(char32_t code, std::string& out);

[[nodiscard]] bool is_valid_utf8(std::string_view text) noexcept;

/// The text with U+FFFD in place of every invalid byte.
[[nodiscard]] std::string valid_utf8(std::string_view text);

} // namespace ms
