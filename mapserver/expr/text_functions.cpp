// SPDX-License-Identifier: MIT
#include "expr/text_functions.hpp"

#include "base/utf8.hpp"

#include <algorithm>
#include <cwctype>
#include <iterator>
#include <locale.h> // NOLINT(modernize-deprecated-headers): newlocale() is POSIX's

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

/// Built into glibc; if it is missing, only ASCII letters are folded.
locale_t unicode()
{
    static locale_t const locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    return locale;
}

/// Decodes valid UTF-8.
char32_t decode(std::string_view bytes)
{
    auto const first = static_cast<unsigned char>(bytes.front());
    char32_t code = bytes.size() == 1 ? first : first & (0xFFU >> (bytes.size() + 1));
    for (char const c : bytes.substr(1)) {
        code = (code << 6U) | (static_cast<unsigned char>(c) & 0x3FU);
    }
    return code;
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

void append_case_folded(std::string_view text, std::string& out)
{
    for (std::size_t i = 0; i < text.size();) {
        auto const length = utf8_length(text, i);
        if (length < 2 || unicode() == nullptr) {
            out += lower(text[i++]);
            continue;
        }
        auto const folded =
            towlower_l(static_cast<wint_t>(decode(text.substr(i, length))), unicode());
        append_utf8(static_cast<char32_t>(folded), out);
        i += length;
    }
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
