// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Functions from text to text. By default letters are ASCII letters, and the bytes of other
/// characters stay unchanged.

#include <string>
#include <string_view>

namespace ms::expr {

/// Inserts commas between groups of three in the first run of digits: "-1234567.5 m" is
/// "-1,234,567.5 m". MapServer counts other characters as digits, so that "-123" becomes "-,123"
/// there.
void append_commified(std::string_view text, std::string& out);
void append_upper(std::string_view text, std::string& out);
void append_lower(std::string_view text, std::string& out);
/// Appends the text in lower case with the letters of all Unicode scripts, letter by letter, like
/// PostgreSQL's lower() in a UTF-8 database. Invalid UTF-8 stays unchanged.
void append_case_folded(std::string_view text, std::string& out);
/// First letter of each word, after spaces, in upper case, all others in lower case.
void append_words_capitalized(std::string_view text, std::string& out);
/// First letter in upper case, all others in lower case.
void append_capitalized(std::string_view text, std::string& out);

} // namespace ms::expr
