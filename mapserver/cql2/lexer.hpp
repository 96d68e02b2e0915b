// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Splits CQL2 text into words, numbers and signs.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ms::cql2 {

enum class TokenKind : std::uint8_t {
    End,
    Number,
    Text,       ///< 'text'
    Identifier, ///< a name, or a word of the language
    Quoted,     ///< "name"
    Sign,
};

struct Token {
    TokenKind kind = TokenKind::End;
    std::string text{}; ///< without quotes; identifiers, numbers and signs as written
    double number = 0;
    std::size_t offset = 0; ///< in the filter, from 0
};

/// Reads tokens one after another.
class Lexer {
public:
    /// \param text must outlive the lexer
    explicit Lexer(std::string_view text) : m_text(text) {}
    /// \throws Error{BadRequest} with the place
    [[nodiscard]] Token next();
    /// The well-known text that continues after a token with its type, up to the parenthesis that
    /// closes it; the next token is the one after it. Empty if it is never closed.
    [[nodiscard]] std::string_view rest_of_wkt(Token const& type);
    /// \throws Error{BadRequest} "... Occurred around :" with the place under the filter
    [[noreturn]] void fail(std::size_t offset, std::string_view message) const;

private:
    [[nodiscard]] Token read_quoted(char quote);
    [[nodiscard]] Token read_number();
    [[nodiscard]] Token read_identifier();
    [[nodiscard]] Token read_sign();

    std::string_view m_text;
    std::size_t m_at = 0;
};

} // namespace ms::cql2
