// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Splits an expression into words, numbers and signs.

#include <cstdint>
#include <string>
#include <string_view>

namespace ms::expr {

enum class TokenKind : std::uint8_t {
    End,
    Number,
    Text,
    Time,
    NumberAttribute, ///< [name]
    TextAttribute,   ///< "[name]"
    TimeAttribute,   ///< `[name]`
    Word,
    Sign,
};

struct Token {
    TokenKind kind = TokenKind::End;
    std::string text; ///< without quotes; words in lower case; signs as written
    std::string name; ///< of an attribute
    double number = 0;
    bool ignore_case = false; ///< suffix i of a string
    std::size_t offset = 0;   ///< in the expression, from 0
};

/// Reads tokens one after another.
class Lexer {
public:
    /// \param text must outlive the lexer
    explicit Lexer(std::string_view text) : m_text(text) {}
    /// \throws Error{BadMapfile} "column n: ..."; Error{BadMapfile} when there are too many
    [[nodiscard]] Token next();
    /// Whether a number follows at once, as in "-3".
    [[nodiscard]] bool is_at_number() const noexcept;

private:
    [[nodiscard]] Token read_quoted(char quote);
    [[nodiscard]] Token read_attribute();
    [[nodiscard]] Token read_number();
    [[nodiscard]] Token read_word();
    [[nodiscard]] Token read_sign();

    std::string_view m_text;
    std::size_t m_at = 0;
    std::size_t m_count = 0;
};

/// \throws Error{BadMapfile} "column <offset + 1>: message"
[[noreturn]] void fail_at(std::size_t offset, std::string const& message);

} // namespace ms::expr
