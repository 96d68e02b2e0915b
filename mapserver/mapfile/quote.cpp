// SPDX-License-Identifier: MIT
#include "mapfile/quote.hpp"

namespace ms::mapfile {

std::string in_quotes(std::string_view text)
{
    bool const has_double = text.find('"') != std::string_view::npos;
    bool const has_single = text.find('\'') != std::string_view::npos;
    char const quote = has_double && !has_single ? '\'' : '"';
    std::string out{quote};
    for (char const c : text) {
        bool const is_quote = c == '"' || c == '\'';
        if (c == '\\' || (is_quote && has_double && has_single)) {
            out += '\\';
        }
        out += c;
    }
    return out + quote;
}

std::string as_text(Token const& token)
{
    std::string const text{token.text};
    std::string const suffix = token.ignores_case ? "i" : "";
    switch (token.kind) {
    case TokenKind::String:
        return in_quotes(text) + suffix;
    case TokenKind::Binding:
        return '[' + text + ']';
    case TokenKind::Regex:
        return '/' + text + '/' + suffix;
    case TokenKind::List:
        return '{' + text + '}';
    default:
        return text;
    }
}

} // namespace ms::mapfile
