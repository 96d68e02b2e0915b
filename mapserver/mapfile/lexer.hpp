// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Splits a mapfile into words (reference: mapfile, lexical rules).

#include "mapfile/model/common.hpp"

#include <deque>

namespace ms::mapfile {

enum class TokenKind : std::uint8_t {
    EndOfText,
    Word,       ///< bare: a keyword or an unquoted string
    Number,     ///< text as written
    String,     ///< without quotes, escapes resolved
    Binding,    ///< [name], without the brackets
    Regex,      ///< /re/, without the slashes
    Expression, ///< ( ... ), with the outer parentheses
    List,       ///< {a,b}, without the braces
    Bad,        ///< invalid; text is the error message
};

struct Token {
    TokenKind kind = TokenKind::EndOfText;
    bool ignores_case = false; ///< suffix i of a string or regex
    Position at{};
    std::string_view text;
};

/// Texts of tokens that are not part of the file: unescaped strings, messages.
using TokenTexts = std::deque<std::string>;

/// Cuts one file into tokens, from the start to the end.
class Lexer {
public:
    /// \param text   must outlive the lexer and its tokens; a leading byte order mark is skipped
    /// \param file   number of the file, for positions
    /// \param texts  must outlive the tokens
    Lexer(std::string_view text, std::uint32_t file, TokenTexts& texts);

    /// EndOfText again and again once the end is reached.
    [[nodiscard]] Token next();

private:
    void skip_blanks_and_comments();
    void skip_block_comment();
    void advance(std::size_t count);
    [[nodiscard]] char peek(std::size_t ahead = 0) const
    {
        return m_offset + ahead < m_text.size() ? m_text[m_offset + ahead] : '\0';
    }
    [[nodiscard]] Position here() const;
    [[nodiscard]] Token take(TokenKind kind, std::size_t length);
    [[nodiscard]] Token take_between(TokenKind kind, std::size_t length);
    [[nodiscard]] Token bad(std::size_t length, std::string message);
    [[nodiscard]] Token unexpected();
    [[nodiscard]] bool is_suffix_i(std::size_t ahead) const;
    [[nodiscard]] bool take_suffix_i();

    [[nodiscard]] Token string(char quote);
    [[nodiscard]] Token to_closing(TokenKind kind, char closing);
    [[nodiscard]] Token expression();
    [[nodiscard]] Token slash_or_word();
    [[nodiscard]] std::size_t number_length() const;
    [[nodiscard]] std::size_t word_length() const;
    [[nodiscard]] std::size_t regex_length() const;
    [[nodiscard]] std::string_view rest_of_line() const;

    std::string_view m_text;
    std::size_t m_offset = 0;
    std::uint32_t m_file;
    std::uint32_t m_line = 1;
    std::size_t m_line_start = 0;
    TokenTexts& m_texts;
};

} // namespace ms::mapfile
