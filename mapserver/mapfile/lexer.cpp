// SPDX-License-Identifier: MIT
#include "mapfile/lexer.hpp"

namespace ms::mapfile {

namespace {

constexpr bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

constexpr bool starts_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '/' || c == '.';
}

constexpr bool continues_word(char c)
{
    return starts_word(c) || is_digit(c) || c == '_' || c == '-' || c == '=';
}

constexpr bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0';
}

} // namespace

Lexer::Lexer(std::string_view text, std::uint32_t file, TokenTexts& texts)
    : m_text(text), m_file(file), m_texts(texts)
{
    if (m_text.starts_with("\xEF\xBB\xBF")) {
        m_text.remove_prefix(3);
    }
}

Token Lexer::next()
{
    skip_blanks_and_comments();
    if (m_offset == m_text.size()) {
        return {.at = here()};
    }
    switch (char const c = peek()) {
    case '"':
    case '\'':
        return string(c);
    case '[':
        return to_closing(TokenKind::Binding, ']');
    case '{':
        return to_closing(TokenKind::List, '}');
    case '(':
        return expression();
    default:
        break;
    }
    auto const number_size = number_length();
    if (number_size > 0 && number_size >= word_length()) {
        return take(TokenKind::Number, number_size);
    }
    if (starts_word(peek())) {
        return slash_or_word();
    }
    return unexpected();
}

void Lexer::advance(std::size_t count)
{
    auto const passed = m_text.substr(m_offset, count);
    for (auto end = passed.find('\n'); end != std::string_view::npos;
         end = passed.find('\n', end + 1)) {
        ++m_line;
        m_line_start = m_offset + end + 1;
    }
    m_offset += passed.size();
}

Position Lexer::here() const
{
    return {m_file, m_line, static_cast<std::uint32_t>(m_offset - m_line_start + 1)};
}

std::string_view Lexer::rest_of_line() const
{
    auto const rest = m_text.substr(m_offset);
    return rest.substr(0, rest.find('\n'));
}

void Lexer::skip_blanks_and_comments()
{
    while (m_offset < m_text.size()) {
        if (peek() == '\n') {
            advance(1);
        } else if (is_blank(peek())) {
            ++m_offset;
        } else if (peek() == '#' || (peek() == '/' && peek(1) == '/')) {
            m_offset += rest_of_line().size();
        } else if (peek() == '/' && peek(1) == '*') {
            skip_block_comment();
        } else {
            return;
        }
    }
}

void Lexer::skip_block_comment()
{
    auto const end = m_text.find("*/", m_offset + 2);
    advance((end == std::string_view::npos ? m_text.size() : end + 2) - m_offset);
}

Token Lexer::take(TokenKind kind, std::size_t length)
{
    Token const token{.kind = kind, .at = here(), .text = m_text.substr(m_offset, length)};
    advance(length);
    return token;
}

/// Reads `length` characters; the token is the text between the first and the last.
Token Lexer::take_between(TokenKind kind, std::size_t length)
{
    Token token = take(kind, length);
    token.text = token.text.substr(1, length - 2);
    return token;
}

Token Lexer::bad(std::size_t length, std::string message)
{
    Token token = take(TokenKind::Bad, length);
    token.text = m_texts.emplace_back(std::move(message));
    return token;
}

/// A character that begins nothing, with all its bytes.
Token Lexer::unexpected()
{
    std::size_t length = 1;
    while (length < 4 && (static_cast<unsigned char>(peek(length)) & 0xC0U) == 0x80) {
        ++length;
    }
    return bad(length, '"' + std::string{m_text.substr(m_offset, length)} +
                           "\": a text that begins with it needs quotes");
}

bool Lexer::is_suffix_i(std::size_t ahead) const
{
    return (peek(ahead) == 'i' || peek(ahead) == 'I') && !continues_word(peek(ahead + 1));
}

bool Lexer::take_suffix_i()
{
    bool const is_there = is_suffix_i(0);
    advance(is_there ? 1 : 0);
    return is_there;
}

/// Strings span lines. A backslash escapes only a quote or another backslash: Windows paths and
/// regular expressions keep theirs.
Token Lexer::string(char quote)
{
    auto const is_escape = [this](std::size_t i) {
        return m_text[i] == '\\' && i + 1 < m_text.size() &&
               (m_text[i + 1] == '"' || m_text[i + 1] == '\'' || m_text[i + 1] == '\\');
    };
    bool has_escapes = false;
    std::size_t end = m_offset + 1;
    while (end < m_text.size() && m_text[end] != quote) {
        bool const escape = is_escape(end);
        has_escapes = has_escapes || escape;
        end += escape ? 2 : 1;
    }
    if (end >= m_text.size()) {
        return bad(m_text.size() - m_offset, "the string is not closed");
    }
    if (has_escapes) {
        std::string& text = m_texts.emplace_back();
        for (std::size_t i = m_offset + 1; i < end; ++i) {
            i += is_escape(i) ? 1U : 0U;
            text += m_text[i];
        }
    }
    Token token = take_between(TokenKind::String, end + 1 - m_offset);
    if (has_escapes) {
        token.text = m_texts.back();
    }
    token.ignores_case = take_suffix_i();
    return token;
}

Token Lexer::to_closing(TokenKind kind, char closing)
{
    auto const line = rest_of_line();
    auto const end = line.find(closing);
    if (end == std::string_view::npos) {
        return bad(line.size(), std::string{"missing "} + closing + " on this line");
    }
    return take_between(kind, end + 1);
}

/// Up to the last parenthesis of the line, with any text between: MapServer's rule.
Token Lexer::expression()
{
    auto const line = rest_of_line();
    auto const end = line.rfind(')');
    if (end == std::string_view::npos) {
        return bad(line.size(), "missing ) on this line; an expression cannot go over lines");
    }
    return take(TokenKind::Expression, end + 1);
}

/// `/usr/share` is a word, `/^a/` and `/^a/i` are regular expressions; the longer one wins.
Token Lexer::slash_or_word()
{
    auto const regex = regex_length();
    auto const word = word_length();
    bool const has_suffix = regex > 0 && is_suffix_i(regex);
    if (regex == 0 || regex + (has_suffix ? 1U : 0U) < word) {
        return take(TokenKind::Word, word);
    }
    Token token = take_between(TokenKind::Regex, regex);
    token.ignores_case = take_suffix_i();
    return token;
}

std::size_t Lexer::word_length() const
{
    if (!starts_word(peek())) {
        return 0;
    }
    std::size_t length = 1;
    while (m_offset + length < m_text.size() && continues_word(peek(length))) {
        ++length;
    }
    return length;
}

std::size_t Lexer::number_length() const
{
    std::size_t i = peek() == '-' ? 1 : 0;
    auto const first = i;
    while (is_digit(peek(i))) {
        ++i;
    }
    auto digits = i - first;
    if (peek(i) == '.') {
        auto const fraction = i + 1;
        for (i = fraction; is_digit(peek(i)); ++i) {
            ++digits;
        }
    }
    if (digits == 0) {
        return 0;
    }
    if (peek(i) == 'e' || peek(i) == 'E') {
        auto exponent = i + 1;
        exponent += peek(exponent) == '+' || peek(exponent) == '-' ? 1U : 0U;
        if (is_digit(peek(exponent))) {
            for (i = exponent; is_digit(peek(i));) {
                ++i;
            }
        }
    }
    return i;
}

/// Including both slashes; 0 if there is none on this line.
std::size_t Lexer::regex_length() const
{
    if (peek() != '/') {
        return 0;
    }
    auto const end = m_text.find_first_of("/\n", m_offset + 2); // at least one character between
    bool const is_closed = end != std::string_view::npos && m_text[end] == '/' && peek(1) != '\n';
    return is_closed ? end + 1 - m_offset : 0;
}

} // namespace ms::mapfile
