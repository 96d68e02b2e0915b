// SPDX-License-Identifier: MIT
#include "image/hex_color.hpp"

#include "base/hex.hpp"

#include <array>
#include <cstddef>

namespace ms::image {

std::optional<Color> parse_hex_color(std::string_view text) noexcept
{
    if (!text.starts_with('#') || (text.size() != 7 && text.size() != 9)) {
        return std::nullopt;
    }
    std::array<std::uint8_t, 4> parts{0, 0, 0, 255};
    for (std::size_t i = 0; i * 2 + 1 < text.size(); ++i) {
        auto const part = hex_byte(text[i * 2 + 1], text[i * 2 + 2]);
        if (!part) {
            return std::nullopt;
        }
        parts[i] = *part;
    }
    return Color{parts[0], parts[1], parts[2], parts[3]};
}

} // namespace ms::image
