// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// ASCII case folding, splitting and numbers of texts. UTF-8 passes through unchanged.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ms {

/// Equal but for the case of ASCII letters.
[[nodiscard]] bool equals_ignoring_case(std::string_view a, std::string_view b) noexcept;
/// `text` begins with `prefix` but for the case of ASCII letters.
[[nodiscard]] bool starts_with_ignoring_case(std::string_view text,
                                             std::string_view prefix) noexcept;
/// First place of `needle` but for the case of ASCII letters, or npos.
[[nodiscard]] std::size_t find_ignoring_case(std::string_view text, std::string_view needle,
                                             std::size_t from = 0) noexcept;
[[nodiscard]] std::string to_lower(std::string_view text);
[[nodiscard]] std::string to_upper(std::string_view text);
/// Without white space at both ends.
[[nodiscard]] std::string_view trim(std::string_view text) noexcept;
/// The pieces between separators; n separators give n + 1 pieces. Views into `text`.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);
/// The runs of characters that are not white space. Views into `text`.
[[nodiscard]] std::vector<std::string_view> split_words(std::string_view text);
/// `text` with every `from` replaced by `to`.
[[nodiscard]] std::string replace_all(std::string_view text, std::string_view from,
                                      std::string_view to);

/// The whole text as a finite number ("1", "-1.5e3", " 2 " after trimming), else nullopt.
[[nodiscard]] std::optional<double> parse_double(std::string_view text) noexcept;
/// The whole text as a decimal integer in range, else nullopt.
[[nodiscard]] std::optional<int> parse_int(std::string_view text) noexcept;
/// The shortest decimal text that reads back as the same number.
[[nodiscard]] std::string format_double(double value);

} // namespace ms
