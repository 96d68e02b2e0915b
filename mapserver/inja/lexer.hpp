// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Splits the tags of a template into words, numbers and signs.

#include "inja/error.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ms::inja {

enum class TokenKind : std::uint8_t {
    End,
    Number,
    Text, ///< "text"
    Name, ///< letters, digits and . / _ -, as Inja has it: "a-b" is one name
    Sign,
};

struct Token {
    TokenKind kind = TokenKind::End;
    std::string text{}; ///< of a Text without quotes and escapes
    std::size_t offset = 0;
};

/// Reads tokens one after another.
class Lexer {
public:
    /// \param source must outlive the lexer
    /// \param begin, end of the part between the brackets
    Lexer(Source const& source, std::size_t begin, std::size_t end)
        : m_source(source), m_at(begin), m_end(end)
    {}
    /// \throws PublicError for a text without an end and signs that mean nothing
    [[nodiscard]] Token next();
    [[noreturn]] void fail(std::size_t offset, std::string_view message) const
    {
        inja::fail(m_source, offset, message);
    }

private:
    [[nodiscard]] char peek(std::size_t ahead = 0) const
    {
        return m_at + ahead < m_end ? m_source.text[m_at + ahead] : '\0';
    }
    [[nodiscard]] std::string read_text();
    [[nodiscard]] std::string read_number();
    [[nodiscard]] std::string read_sign();

    Source const& m_source;
    std::size_t m_at;
    std::size_t m_end;
};

} // namespace ms::inja
