// SPDX-License-Identifier: MIT
#include "expr/lexer.hpp"

#include "base/error.hpp"
#include "base/string.hpp"

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

/// "[name]" as a whole: the attribute as text.
std::string attribute_in(std::string const& text)
{
    bool const is_whole = text.size() > 2 && text.front() == '[' && text.back() == ']' &&
                          text.find(']') == text.size() - 1;
    return is_whole ? text.substr(1, text.size() - 2) : std::string{};
}

} // namespace

void fail_at(std::size_t offset, std::string const& message)
{
    throw Error{ErrorKind::BadMapfile, "column " + std::to_string(offset + 1) + ": " + message};
}

Token Lexer::next()
{
    while (m_at < m_text.size() && std::isspace(static_cast<unsigned char>(m_text[m_at])) != 0) {
        ++m_at;
    }
    if (m_at == m_text.size()) {
        return {.kind = TokenKind::End, .text = {}, .offset = m_at};
    }
    char const c = m_text[m_at];
    if (c == '"' || c == '\'' || c == '`') {
        return read_quoted(c);
    }
    if (c == '[') {
        return read_attribute();
    }
    if (c == '{') {
        return read_until('}', TokenKind::List);
    }
    if (is_digit(c) || (c == '.' && m_at + 1 < m_text.size() && is_digit(m_text[m_at + 1]))) {
        return read_number();
    }
    return is_word_character(c) ? read_word() : read_sign();
}

Token Lexer::read_until(char end, TokenKind kind)
{
    auto const stop = m_text.find(end, m_at + 1);
    if (stop == std::string_view::npos) {
        fail_at(m_at, std::string{"no closing "} + end);
    }
    Token token{.kind = kind,
                .text = std::string{m_text.substr(m_at + 1, stop - m_at - 1)},
                .offset = m_at};
    m_at = stop + 1;
    return token;
}

Token Lexer::read_quoted(char quote)
{
    Token token{
        .kind = quote == '`' ? TokenKind::Time : TokenKind::Text, .text = {}, .offset = m_at};
    for (++m_at; m_at < m_text.size() && m_text[m_at] != quote; ++m_at) {
        bool const is_escape = m_text[m_at] == '\\' && m_at + 1 < m_text.size() &&
                               (m_text[m_at + 1] == quote || m_text[m_at + 1] == '\\');
        m_at += is_escape ? 1U : 0U;
        token.text += m_text[m_at];
    }
    if (m_at == m_text.size()) {
        fail_at(token.offset, std::string{"no closing "} + quote);
    }
    ++m_at;
    if (auto name = attribute_in(token.text); !name.empty()) {
        token.kind = quote == '`' ? TokenKind::TimeAttribute : TokenKind::TextAttribute;
        token.text = std::move(name);
    } else if (quote != '`' && m_at < m_text.size() && m_text[m_at] == 'i' &&
               (m_at + 1 == m_text.size() || !is_word_character(m_text[m_at + 1]))) {
        token.ignore_case = true;
        ++m_at;
    }
    return token;
}

Token Lexer::read_attribute()
{
    Token token{.kind = TokenKind::NumberAttribute, .text = {}, .offset = m_at};
    for (++m_at; m_at < m_text.size(); ++m_at) {
        if (m_text[m_at] == ']') {
            if (m_at + 1 >= m_text.size() || m_text[m_at + 1] != ']') {
                break;
            }
            ++m_at; // "]]" is a bracket of the name
        }
        token.text += m_text[m_at];
    }
    if (m_at == m_text.size() || token.text.empty()) {
        fail_at(token.offset, "no attribute name in [ ]");
    }
    ++m_at;
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
    Token token{
        .kind = TokenKind::Number, .text = std::string{text}, .number = *value, .offset = m_at};
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
            .offset = first};
}

Token Lexer::read_sign()
{
    constexpr std::array<std::string_view, 10> long_signs{
        "==", "!=", "<>", ">=", "<=", "=*", "~*", "||", "&&", "=="};
    for (auto const sign : long_signs) {
        if (m_text.substr(m_at).starts_with(sign)) {
            Token token{.kind = TokenKind::Sign, .text = std::string{sign}, .offset = m_at};
            m_at += 2;
            return token;
        }
    }
    constexpr std::string_view signs = "()<>=~!+-*/%^,";
    if (signs.find(m_text[m_at]) == std::string_view::npos) {
        fail_at(m_at, std::string{"unexpected \""} + m_text[m_at] + "\"");
    }
    Token token{.kind = TokenKind::Sign, .text = std::string{m_text[m_at]}, .offset = m_at};
    ++m_at;
    return token;
}

} // namespace ms::expr
