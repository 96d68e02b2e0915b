// SPDX-License-Identifier: MIT
#include "mapfile/quote.hpp"

namespace ms::mapfile {

std::string in_quotes(std::string_view text)
{
    std::string out{'"'};
    for (char const c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
        }
        out += c;
    }
    return out + '"';
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
