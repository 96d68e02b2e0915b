// SPDX-License-Identifier: MIT
#include "script/color.hpp"

#include "base/hex.hpp"
#include "script/constants.hpp"
#include "script/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace ms::script {

namespace {

void check(std::array<int, 4> const& components, char const* routine)
{
    fail_if(std::ranges::any_of(components, [](int value) { return value > 255 || value < -255; }),
            MS_MISCERR, routine, "Invalid color.");
}

/// The byte of two digits.
int component(std::string_view text, std::size_t at)
{
    auto const byte = hex_byte(text[at], text[at + 1]);
    fail_if(!byte, MS_MISCERR, "setHex()", "Invalid hex color.");
    return *byte;
}

} // namespace

colorObj::colorObj(int r, int g, int b, int a) : red(r), green(g), blue(b), alpha(a)
{
    // As MapServer: -1 means no colour; setRGB() accepts more.
    fail_if(std::ranges::min({r, g, b}) < -1 || a < 0, MS_MISCERR, "colorObj()", "Invalid color.");
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
    fail_if((text.size() != 7 && text.size() != 9) || text.front() != '#', MS_MISCERR, "setHex()",
            "Invalid hex color.");
    return setRGB(component(text, 1), component(text, 3), component(text, 5),
                  text.size() == 9 ? component(text, 7) : 255);
}

Text colorObj::toHex() const
{
    fail_if(red < 0 || green < 0 || blue < 0, MS_MISCERR, "toHex()",
            "Can't express invalid color as hex.");
    auto const text = fmt::format("#{:02x}{:02x}{:02x}", red & 255, green & 255, blue & 255);
    return alpha == 255 || alpha < 0 ? text : fmt::format("{}{:02x}", text, alpha & 255);
}

} // namespace ms::script
