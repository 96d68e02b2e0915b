// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Functions from text to text. Letters are ASCII letters, and the bytes of others stay as they
/// are, where nothing else is said.

#include <string>
#include <string_view>

namespace ms::expr {

/// Commas between groups of three in the first run of digits: "-1234567.5 m" is "-1,234,567.5 m".
/// MapServer counts other characters with the digits, so that "-123" becomes "-,123" there.
void append_commified(std::string_view text, std::string& out);
void append_upper(std::string_view text, std::string& out);
void append_lower(std::string_view text, std::string& out);
/// In lower case with the letters of all scripts of Unicode, letter by letter, as PostgreSQL's
/// lower() has it in a database of UTF-8. Bytes that are no UTF-8 stay.
void append_case_folded(std::string_view text, std::string& out);
/// First letter of each word, after spaces, in upper case, all others in lower case.
void append_words_capitalized(std::string_view text, std::string& out);
/// First letter in upper case, all others in lower case.
void append_capitalized(std::string_view text, std::string& out);

} // namespace ms::expr
