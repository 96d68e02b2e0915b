// SPDX-License-Identifier: MIT
#include "base/utf8.hpp"

namespace ms {

namespace {

bool is_continuation(std::string_view text, std::size_t at) noexcept
{
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
}

} // namespace

std::size_t utf8_length(std::string_view text, std::size_t at) noexcept
{
    auto const first = static_cast<unsigned char>(text[at]);
    if (first < 0x80U) {
        return 1;
    }
    auto const length = first >= 0xF0U ? 4U : first >= 0xE0U ? 3U : 2U;
    if (first < 0xC2U || first > 0xF4U || !is_continuation(text, at + 1)) {
        return 0;
    }
    auto const second = static_cast<unsigned char>(text[at + 1]);
    bool const is_overlong =
        (first == 0xE0U && second < 0xA0U) || (first == 0xF0U && second < 0x90U);
    bool const is_surrogate = first == 0xEDU && second > 0x9FU;
    bool const is_too_large = first == 0xF4U && second > 0x8FU;
    if (is_overlong || is_surrogate || is_too_large) {
        return 0;
    }
    for (std::size_t i = 2; i < length; ++i) {
        if (!is_continuation(text, at + i)) {
            return 0;
        }
    }
    return length;
}

void append_utf8(char32_t code, std::string& out)
{
    auto const tail = [&](unsigned shift) {
        out += static_cast<char>(0x80U | ((code >> shift) & 0x3FU));
    };
    if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x800) {
        out += static_cast<char>(0xC0U | (code >> 6U));
        tail(0);
    } else if (code < 0x10000) {
        out += static_cast<char>(0xE0U | (code >> 12U));
        tail(6);
        tail(0);
    } else {
        out += static_cast<char>(0xF0U | (code >> 18U));
        tail(12);
        tail(6);
        tail(0);
    }
}

bool is_valid_utf8(std::string_view text) noexcept
{
    for (std::size_t i = 0; i < text.size();) {
        auto const length = utf8_length(text, i);
        if (length == 0) {
            return false;
        }
        i += length;
    }
    return true;
}

std::string valid_utf8(std::string_view text)
{
    std::string valid;
    valid.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        auto const length = utf8_length(text, i);
        valid.append(length == 0 ? std::string_view{"\xEF\xBF\xBD"} : text.substr(i, length));
        i += length == 0 ? 1 : length;
    }
    return valid;
}

} // namespace ms
