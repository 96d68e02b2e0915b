// SPDX-License-Identifier: MIT
#include "inja/lexer.hpp"

#include <array>

namespace ms::inja {

namespace {

bool is_digit(char c) noexcept
{
    return c >= '0' && c <= '9';
}

bool begins_name(char c) noexcept
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80U;
}

bool continues_name(char c) noexcept
{
    return begins_name(c) || is_digit(c) || c == '.' || c == '/' || c == '-';
}

char unescaped(char c) noexcept
{
    switch (c) {
    case 'n':
        return '\n';
    case 't':
        return '\t';
    case 'r':
        return '\r';
    default:
        return c;
    }
}

} // namespace

Token Lexer::next()
{
    while (m_at < m_end && (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r')) {
        ++m_at;
    }
    Token token{.offset = m_at};
    auto const c = peek();
    if (m_at >= m_end) {
        return token;
    }
    if (c == '"') {
        token.kind = TokenKind::Text;
        token.text = read_text();
    } else if (is_digit(c)) {
        token.kind = TokenKind::Number;
        token.text = read_number();
    } else if (begins_name(c)) {
        token.kind = TokenKind::Name;
        while (m_at < m_end && continues_name(peek())) {
            token.text.push_back(m_source.text[m_at++]);
        }
    } else {
        token.kind = TokenKind::Sign;
        token.text = read_sign();
    }
    return token;
}

std::string Lexer::read_text()
{
    auto const start = m_at++;
    std::string text;
    while (m_at < m_end && peek() != '"') {
        if (peek() == '\\' && m_at + 1 < m_end) {
            ++m_at;
            text.push_back(unescaped(peek()));
        } else {
            text.push_back(peek());
        }
        ++m_at;
    }
    if (m_at >= m_end) {
        fail(start, "the text has no closing quote");
    }
    ++m_at;
    return text;
}

std::string Lexer::read_number()
{
    std::string text;
    auto const take = [&] { text.push_back(m_source.text[m_at++]); };
    while (is_digit(peek())) {
        take();
    }
    if (peek() == '.' && is_digit(peek(1))) {
        take();
        while (is_digit(peek())) {
            take();
        }
    }
    bool const has_sign = peek(1) == '+' || peek(1) == '-';
    if ((peek() == 'e' || peek() == 'E') && is_digit(peek(has_sign ? 2 : 1))) {
        take();
        take();
        while (is_digit(peek())) {
            take();
        }
    }
    return text;
}

std::string Lexer::read_sign()
{
    // Longer ones first.
    constexpr std::array<std::string_view, 22> signs{"==", "!=", "<=", ">=", "<", ">", "+", "-",
                                                     "*",  "/",  "%",  "^",  "(", ")", "[", "]",
                                                     "{",  "}",  ",",  ":",  "|", "="};
    auto const rest = std::string_view{m_source.text}.substr(m_at, m_end - m_at);
    for (auto const sign : signs) {
        if (rest.starts_with(sign)) {
            m_at += sign.size();
            return std::string{sign};
        }
    }
    fail(m_at, "unexpected character");
}

} // namespace ms::inja
