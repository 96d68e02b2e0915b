// SPDX-License-Identifier: MIT
#include "ows/wms/color.hpp"

#include "base/string.hpp"

#include <charconv>

namespace ms::ows::wms {

std::optional<image::Color> parse_color(std::string_view text) noexcept
{
    if (starts_with_ignoring_case(text, "0x")) {
        text.remove_prefix(2);
    } else if (text.starts_with('#')) {
        text.remove_prefix(1);
    }
    unsigned value = 0;
    auto const* const end = text.data() + text.size();
    auto const [stop, error] = std::from_chars(text.data(), end, value, 16);
    if (text.size() != 6 || error != std::errc{} || stop != end) {
        return std::nullopt;
    }
    auto const byte = [&](unsigned shift) {
        return static_cast<std::uint8_t>((value >> shift) & 0xFFU);
    };
    return image::Color{byte(16), byte(8), byte(0), 255};
}

} // namespace ms::ows::wms
