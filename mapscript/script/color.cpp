// SPDX-License-Identifier: MIT
#include "script/color.hpp"

#include "script/constants.hpp"
#include "script/error.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace ms::script {

namespace {

void check(std::array<int, 4> const& components, char const* routine)
{
    if (std::ranges::any_of(components, [](int value) { return value > 255 || value < -255; })) {
        throw Failure{MS_MISCERR, routine, "Invalid color."};
    }
}

std::string hex_pair(int value)
{
    constexpr std::string_view digits = "0123456789abcdef";
    auto const byte = static_cast<unsigned>(value);
    return {digits[byte >> 4U & 15U], digits[byte & 15U]};
}

int component(std::string_view text)
{
    int value = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
    if (error != std::errc{} || end != text.data() + text.size()) {
        throw Failure{MS_MISCERR, "setHex()", "Invalid hex color."};
    }
    return value;
}

} // namespace

colorObj::colorObj(int r, int g, int b, int a) : red(r), green(g), blue(b), alpha(a)
{
    // As MapServer: -1 means no colour; setRGB() accepts more.
    if (std::ranges::min({r, g, b}) < -1 || a < 0) {
        throw Failure{MS_MISCERR, "colorObj()", "Invalid color."};
    }
    check({r, g, b, a}, "colorObj()");
}

int colorObj::setRGB(int r, int g, int b, int a)
{
    check({r, g, b, a}, "setRGB()");
    red = r;
    green = g;
    blue = b;
    alpha = a;
    return MS_SUCCESS;
}

int colorObj::setHex(Text const& psHexColor)
{
    std::string_view const text = psHexColor.str();
    if ((text.size() != 7 && text.size() != 9) || text.front() != '#') {
        throw Failure{MS_MISCERR, "setHex()", "Invalid hex color."};
    }
    return setRGB(component(text.substr(1, 2)), component(text.substr(3, 2)),
                  component(text.substr(5, 2)),
                  text.size() == 9 ? component(text.substr(7, 2)) : 255);
}

Text colorObj::toHex() const
{
    if (red < 0 || green < 0 || blue < 0) {
        throw Failure{MS_MISCERR, "toHex()", "Can't express invalid color as hex."};
    }
    auto const text = '#' + hex_pair(red) + hex_pair(green) + hex_pair(blue);
    return alpha == 255 || alpha < 0 ? text : text + hex_pair(alpha);
}

} // namespace ms::script
