// SPDX-License-Identifier: MIT
#include "text/wrap.hpp"

namespace ms::text {

namespace {

constexpr std::string_view zero_width_space = "\xE2\x80\x8B";

bool is_continuation(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80;
}

} // namespace

std::string wrap(std::string_view utf8, char wrap_at, int max_length)
{
    std::string text;
    text.reserve(utf8.size());
    int length = 0; // of the line, in characters
    for (std::size_t i = 0; i < utf8.size();) {
        bool const is_space = max_length > 0 && utf8.substr(i).starts_with(zero_width_space);
        bool const is_wrap = is_space || (wrap_at != '\0' && utf8[i] == wrap_at);
        std::size_t const size = is_space ? zero_width_space.size() : 1;
        if (utf8[i] == '\n' || (is_wrap && (max_length <= 0 || length >= max_length))) {
            text.push_back('\n');
            length = 0;
        } else {
            text.append(utf8.substr(i, size));
            length += is_continuation(utf8[i]) ? 0 : 1;
        }
        i += size;
    }
    return text;
}

} // namespace ms::text
