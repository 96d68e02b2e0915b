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
