// SPDX-License-Identifier: MIT
#include "expr/text_functions.hpp"

#include <algorithm>
#include <iterator>

namespace ms::expr {

namespace {

constexpr char lower(char c) noexcept
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

constexpr char upper(char c) noexcept
{
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - ('a' - 'A')) : c;
}

} // namespace

void append_commified(std::string_view text, std::string& out)
{
    constexpr std::string_view digits = "0123456789";
    auto const first = std::min(text.find_first_of(digits), text.size());
    auto const last = std::min(text.find_first_not_of(digits, first), text.size());
    out.append(text.substr(0, first));
    for (auto i = first; i < last; ++i) {
        if (i > first && (last - i) % 3 == 0) {
            out += ',';
        }
        out += text[i];
    }
    out.append(text.substr(last));
}

void append_upper(std::string_view text, std::string& out)
{
    std::ranges::transform(text, std::back_inserter(out), upper);
}

void append_lower(std::string_view text, std::string& out)
{
    std::ranges::transform(text, std::back_inserter(out), lower);
}

void append_words_capitalized(std::string_view text, std::string& out)
{
    char before = ' ';
    for (char const c : text) {
        out += before == ' ' ? upper(c) : lower(c);
        before = c;
    }
}

void append_capitalized(std::string_view text, std::string& out)
{
    auto const first = out.size();
    append_lower(text, out);
    if (!text.empty()) {
        out[first] = upper(out[first]);
    }
}

} // namespace ms::expr
