// SPDX-License-Identifier: MIT
#include "image/hex_color.hpp"

#include <doctest/doctest.h>

using ms::image::Color;
using ms::image::parse_hex_color;

TEST_CASE("hex colour: six digits are opaque, eight have alpha")
{
    CHECK(parse_hex_color("#0a0B0c") == Color{10, 11, 12, 255});
    CHECK(parse_hex_color("#ff000080") == Color{255, 0, 0, 128});
}

TEST_CASE("hex colour: anything else is not read")
{
    for (auto const* const text :
         {"", "#", "0a0b0c", "#0a0b0", "#0a0b0c0", "#0a0b0g", "#+a0b0c", "#0a0b0c0d0"}) {
        CAPTURE(text);
        CHECK(!parse_hex_color(text));
    }
}
