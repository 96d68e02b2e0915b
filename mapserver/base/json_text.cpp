// SPDX-License-Identifier: MIT
#include "base/json_text.hpp"

#include "base/utf8.hpp"

namespace ms {

std::string json_text(std::string_view text)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out{"\""};
    for (char const c : valid_utf8(text)) {
        auto const byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out.append({'\\', c});
        } else if (byte < 0x20U) {
            out.append("\\u00").append({digits[byte >> 4U], digits[byte & 15U]});
        } else {
            out.push_back(c);
        }
    }
    return out.append("\"");
}

} // namespace ms
