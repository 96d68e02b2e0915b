// SPDX-License-Identifier: MIT
#include "base/percent_encode.hpp"

namespace ms {

namespace {

bool is_alphanumeric(char c) noexcept
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// \param unescaped characters, besides letters and digits
std::string encode(std::string_view text, std::string_view unescaped)
{
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string encoded;
    encoded.reserve(text.size());
    for (char const c : text) {
        if (is_alphanumeric(c) || unescaped.find(c) != std::string_view::npos) {
            encoded.push_back(c);
        } else {
            auto const byte = static_cast<unsigned char>(c);
            encoded.append({'%', digits[byte >> 4U], digits[byte & 15U]});
        }
    }
    return encoded;
}

} // namespace

std::string percent_encode(std::string_view text)
{
    return encode(text, "-._~,:/");
}

std::string encode_component(std::string_view text)
{
    return encode(text, "-_.!~*'()");
}

} // namespace ms
