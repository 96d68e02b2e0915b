// SPDX-License-Identifier: MIT
#include "expr/lexer.hpp"

#include "base/error.hpp"
#include "base/string.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace ms::expr {

namespace {

bool is_word_character(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/// The name in "[name]", where "]]" is a bracket of the name; "" when the text is something else.
std::string attribute_in(std::string_view text)
{
    if (text.size() < 3 || text.front() != '[' || text.back() != ']') {
        return {};
    }
    text = text.substr(1, text.size() - 2);
    std::string name;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == ']' && (i + 1 == text.size() || text[++i] != ']')) {
            return {};
        }
        name += text[i];
    }
    return name;
}

constexpr std::size_t max_tokens = 20000;

} // namespace

void fail_at(std::size_t offset, std::string const& message)
{
    throw Error{ErrorKind::BadMapfile, "column " + std::to_string(offset + 1) + ": " + message};
}

bool Lexer::is_at_number() const noexcept
{
    auto const rest = m_text.substr(m_at);
    return !rest.empty() &&
           (is_digit(rest[0]) || (rest[0] == '.' && rest.size() > 1 && is_digit(rest[1])));
}

Token Lexer::next()
{
    while (m_at < m_text.size() && std::isspace(static_cast<unsigned char>(m_text[m_at])) != 0) {
        ++m_at;
    }
    if (m_at == m_text.size()) {
        return {.kind = TokenKind::End, .text = {}, .name = {}, .offset = m_at};
    }
    if (++m_count > max_tokens) {
        fail_at(m_at, "the expression is too long");
    }
    char const c = m_text[m_at];
    if (c == '"' || c == '\'' || c == '`') {
        return read_quoted(c);
    }
    if (c == '[') {
        return read_attribute();
    }
    if (is_at_number()) {
        return read_number();
    }
    return is_word_character(c) ? read_word() : read_sign();
}

Token Lexer::read_quoted(char quote)
{
    constexpr std::string_view escapable = "\"'\\";
    Token token{.kind = quote == '`' ? TokenKind::Time : TokenKind::Text,
                .text = {},
                .name = {},
                .offset = m_at};
    for (++m_at; m_at < m_text.size() && m_text[m_at] != quote; ++m_at) {
        bool const is_escape = m_text[m_at] == '\\' && m_at + 1 < m_text.size() &&
                               (m_text[m_at + 1] == quote ||
                                escapable.find(m_text[m_at + 1]) != std::string_view::npos);
        m_at += is_escape ? 1U : 0U;
        token.text += m_text[m_at];
    }
    if (m_at == m_text.size()) {
        fail_at(token.offset, std::string{"no closing "} + quote);
    }
    ++m_at;
    token.name = attribute_in(token.text);
    if (!token.name.empty()) {
        token.kind = quote == '`' ? TokenKind::TimeAttribute : TokenKind::TextAttribute;
    }
    if (token.kind == TokenKind::Text && m_at < m_text.size() &&
        (m_text[m_at] == 'i' || m_text[m_at] == 'I') &&
        (m_at + 1 == m_text.size() || !is_word_character(m_text[m_at + 1]))) {
        token.ignore_case = true;
        ++m_at;
    }
    return token;
}

Token Lexer::read_attribute()
{
    Token token{.kind = TokenKind::NumberAttribute, .text = {}, .name = {}, .offset = m_at};
    for (++m_at; m_at < m_text.size(); ++m_at) {
        if (m_text[m_at] == ']') {
            if (m_at + 1 >= m_text.size() || m_text[m_at + 1] != ']') {
                break;
            }
            ++m_at; // "]]" is a bracket of the name
        }
        token.name += m_text[m_at];
    }
    if (m_at == m_text.size() || token.name.empty()) {
        fail_at(token.offset, "no attribute name in [ ]");
    }
    ++m_at;
    token.text = "[" + token.name + "]";
    return token;
}

Token Lexer::read_number()
{
    auto stop = m_at;
    while (stop < m_text.size() && (is_digit(m_text[stop]) || m_text[stop] == '.')) {
        ++stop;
    }
    if (stop < m_text.size() && (m_text[stop] == 'e' || m_text[stop] == 'E')) {
        auto digits = stop + 1;
        digits +=
            digits < m_text.size() && (m_text[digits] == '-' || m_text[digits] == '+') ? 1U : 0U;
        if (digits < m_text.size() && is_digit(m_text[digits])) {
            stop = digits;
            while (stop < m_text.size() && is_digit(m_text[stop])) {
                ++stop;
            }
        }
    }
    auto const text = m_text.substr(m_at, stop - m_at);
    auto const value = parse_double(text);
    if (!value) {
        fail_at(m_at, "\"" + std::string{text} + "\" is no number");
    }
    Token token{.kind = TokenKind::Number,
                .text = std::string{text},
                .name = {},
                .number = *value,
                .offset = m_at};
    m_at = stop;
    return token;
}

Token Lexer::read_word()
{
    auto const first = m_at;
    while (m_at < m_text.size() && is_word_character(m_text[m_at])) {
        ++m_at;
    }
    return {.kind = TokenKind::Word,
            .text = to_lower(m_text.substr(first, m_at - first)),
            .name = {},
            .offset = first};
}

Token Lexer::read_sign()
{
    constexpr std::array<std::string_view, 9> long_signs{
        "==", "!=", "<>", ">=", "<=", "=*", "~*", "||", "&&"};
    constexpr std::string_view signs = "()<>=~!+-*/%^,";
    auto const rest = m_text.substr(m_at);
    bool const is_long = std::ranges::any_of(
        long_signs, [&](std::string_view sign) { return rest.starts_with(sign); });
    if (!is_long && signs.find(rest.front()) == std::string_view::npos) {
        fail_at(m_at, std::string{"unexpected \""} + rest.front() + "\"");
    }
    Token token{.kind = TokenKind::Sign,
                .text = std::string{rest.substr(0, is_long ? 2 : 1)},
                .name = {},
                .offset = m_at};
    m_at += token.text.size();
    return token;
}

} // namespace ms::expr
