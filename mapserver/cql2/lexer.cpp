// SPDX-License-Identifier: MIT
#include "cql2/lexer.hpp"

#include "base/string.hpp"
#include "base/utf8.hpp"
#include "cql2/refuse.hpp"

#include <algorithm>

namespace ms::cql2 {

namespace {

constexpr std::size_t shown_around = 40; ///< bytes of the filter before and after an error

constexpr bool is_digit(char c) noexcept
{
    return c >= '0' && c <= '9';
}

/// OGC 21-065r2, identifierStart: ':', '_' and letters; of those beyond ASCII all are taken.
constexpr bool is_identifier_start(char c) noexcept
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == ':' ||
           static_cast<unsigned char>(c) >= 0x80;
}

constexpr bool is_identifier_part(char c) noexcept
{
    return is_identifier_start(c) || is_digit(c) || c == '.';
}

constexpr bool is_space(char c) noexcept
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

} // namespace

void Lexer::fail(std::size_t offset, std::string_view message) const
{
    auto const first = offset - std::min(offset, shown_around);
    auto const around = m_text.substr(first, offset - first + shown_around);
    cannot_parse("CQL2Text Expression Parsing Error: " + std::string{message} +
                 ". Occurred around :\n" + valid_utf8(around) + "\n" +
                 std::string(offset - first, ' ') + "^");
}

Token Lexer::next()
{
    while (m_at < m_text.size() && is_space(m_text[m_at])) {
        ++m_at;
    }
    if (m_at == m_text.size()) {
        return {.kind = TokenKind::End, .offset = m_at};
    }
    char const c = m_text[m_at];
    if (c == '\'' || c == '"') {
        return read_quoted(c);
    }
    bool const is_fraction = c == '.' && m_at + 1 < m_text.size() && is_digit(m_text[m_at + 1]);
    if (is_digit(c) || is_fraction) {
        return read_number();
    }
    return is_identifier_start(c) ? read_identifier() : read_sign();
}

/// A quote inside is doubled; inside a text it may also follow a backslash, unless that is the
/// second of two. Other backslashes stay: LIKE reads them.
Token Lexer::read_quoted(char quote)
{
    Token token{.kind = quote == '"' ? TokenKind::Quoted : TokenKind::Text, .offset = m_at};
    for (++m_at; m_at < m_text.size(); ++m_at) {
        bool const has_next = m_at + 1 < m_text.size() && m_text[m_at + 1] == quote;
        bool const is_escape =
            has_next && (m_text[m_at] == quote || (m_text[m_at] == '\\' && quote == '\''));
        if (m_text[m_at] == quote && !is_escape) {
            ++m_at;
            return token;
        }
        bool const is_pair = quote == '\'' && m_text.substr(m_at).starts_with("\\\\");
        if (is_pair) {
            token.text += '\\';
        }
        m_at += is_escape || is_pair ? 1U : 0U;
        token.text += m_text[m_at];
    }
    fail(token.offset, quote == '"' ? "syntax error, a name in quotes is not closed"
                                    : "syntax error, a string is not closed");
}

Token Lexer::read_number()
{
    auto const skip_digits = [&](std::size_t at) {
        while (at < m_text.size() && is_digit(m_text[at])) {
            ++at;
        }
        return at;
    };
    auto stop = skip_digits(m_at);
    if (stop < m_text.size() && m_text[stop] == '.') {
        stop = skip_digits(stop + 1);
    }
    if (stop < m_text.size() && (m_text[stop] == 'e' || m_text[stop] == 'E')) {
        auto digits = stop + 1;
        digits +=
            digits < m_text.size() && (m_text[digits] == '-' || m_text[digits] == '+') ? 1U : 0U;
        stop = skip_digits(digits) > digits ? skip_digits(digits) : stop;
    }
    auto const text = m_text.substr(m_at, stop - m_at);
    auto const value = parse_double(text);
    if (!value) {
        fail(m_at, "syntax error, a number is out of range");
    }
    Token token{
        .kind = TokenKind::Number, .text = std::string{text}, .number = *value, .offset = m_at};
    m_at = stop;
    return token;
}

Token Lexer::read_identifier()
{
    auto const first = m_at;
    while (m_at < m_text.size() && is_identifier_part(m_text[m_at])) {
        ++m_at;
    }
    return {.kind = TokenKind::Identifier,
            .text = std::string{m_text.substr(first, m_at - first)},
            .offset = first};
}

Token Lexer::read_sign()
{
    constexpr std::string_view signs = "()<>=+-*/%^,";
    auto const rest = m_text.substr(m_at);
    bool const is_long = rest.starts_with("<=") || rest.starts_with(">=") || rest.starts_with("<>");
    if (signs.find(rest.front()) == std::string_view::npos) {
        fail(m_at, "syntax error, unexpected character");
    }
    Token token{.kind = TokenKind::Sign,
                .text = std::string{rest.substr(0, is_long ? 2 : 1)},
                .offset = m_at};
    m_at += token.text.size();
    return token;
}

std::string_view Lexer::rest_of_wkt(Token const& type)
{
    int open = 0;
    for (auto at = type.offset + type.text.size(); at < m_text.size(); ++at) {
        open += m_text[at] == '(' ? 1 : m_text[at] == ')' ? -1 : 0;
        if (m_text[at] == ')' && open <= 0) {
            m_at = at + 1;
            return m_text.substr(type.offset, m_at - type.offset);
        }
    }
    return {};
}

} // namespace ms::cql2
