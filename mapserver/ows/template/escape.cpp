// SPDX-License-Identifier: MIT
#include "ows/template/escape.hpp"

#include "base/string.hpp"

#include <fmt/format.h>

#include <iterator>

namespace ms::ows::tmpl {

std::string escape_html(std::string_view text)
{
    std::string result;
    result.reserve(text.size());
    for (char const c : text) {
        switch (c) {
        case '&':
            result += "&amp;";
            break;
        case '<':
            result += "&lt;";
            break;
        case '>':
            result += "&gt;";
            break;
        case '"':
            result += "&quot;";
            break;
        case '\'':
            result += "&#39;";
            break;
        default:
            result += c;
        }
    }
    return result;
}

std::string escape_url(std::string_view text)
{
    std::string result;
    for (char const c : text) {
        bool const is_unreserved = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                                   (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.' ||
                                   c == '~';
        if (is_unreserved) {
            result += c;
        } else {
            fmt::format_to(std::back_inserter(result), "%{:02X}", static_cast<unsigned char>(c));
        }
    }
    return result;
}

std::string escape_js(std::string_view text)
{
    std::string result;
    result.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        auto const c = static_cast<unsigned char>(text[i]);
        auto const three = text.substr(i, 3);
        if (c == '"' || c == '\\' || c == '/') {
            (result += '\\') += text[i];
        } else if (c < 0x20 || c == 0x7F || c == '<' || c == '\'') {
            fmt::format_to(std::back_inserter(result), "\\u{:04x}", c);
        } else if (three == "\xE2\x80\xA8" || three == "\xE2\x80\xA9") { // U+2028, U+2029
            result += three[2] == '\xA8' ? "\\u2028" : "\\u2029";
            i += 2;
        } else {
            result += text[i];
        }
    }
    return result;
}

std::string escaped(std::string_view text, std::string const* how)
{
    if (how != nullptr && equals_ignoring_case(*how, "none")) {
        return std::string{text};
    }
    if (how != nullptr && equals_ignoring_case(*how, "url")) {
        return escape_url(text);
    }
    if (how != nullptr && equals_ignoring_case(*how, "js")) {
        return escape_js(text);
    }
    return escape_html(text);
}

} // namespace ms::ows::tmpl
