// SPDX-License-Identifier: MIT
#include "script/color.hpp"

#include "image/hex_color.hpp"
#include "script/constants.hpp"
#include "script/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ms::script {

namespace {

void check(std::array<int, 4> const& components, char const* routine)
{
    fail_if(std::ranges::any_of(components, [](int value) { return value > 255 || value < -255; }),
            MS_MISCERR, routine, "Invalid color.");
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
    auto const color = image::parse_hex_color(psHexColor.str());
    fail_if(!color, MS_MISCERR, "setHex()", "Invalid hex color.");
    return setRGB(color->red, color->green, color->blue, color->alpha);
}

Text colorObj::toHex() const
{
    fail_if(red < 0 || green < 0 || blue < 0, MS_MISCERR, "toHex()",
            "Can't express invalid color as hex.");
    auto const text = fmt::format("#{:02x}{:02x}{:02x}", red & 255, green & 255, blue & 255);
    return alpha == 255 || alpha < 0 ? text : fmt::format("{}{:02x}", text, alpha & 255);
}

} // namespace ms::script
