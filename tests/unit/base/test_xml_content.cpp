// SPDX-License-Identifier: MIT
#include "base/xml_content.hpp"

#include "base/hex.hpp"

#include <doctest/doctest.h>

TEST_CASE("XML content: texts and elements that are closed may stand in an element")
{
    for (auto const* const text : {"", "plain > text", "a <b c=\"1\">bold</b> word", "<a/><b/>"}) {
        CAPTURE(text);
        CHECK(ms::is_xml_content(text));
    }
}

TEST_CASE("XML content: what is not closed, or closes the element around it, may not")
{
    for (auto const* const text : {"<b>", "</x>", "a</x><x>b", "a < b", "<a></b>", "<a b=1/>"}) {
        CAPTURE(text);
        CHECK_FALSE(ms::is_xml_content(text));
    }
}

TEST_CASE("hexadecimal digits")
{
    CHECK(ms::hex_digit('7') == 7);
    CHECK(ms::hex_digit('a') == 10);
    CHECK(ms::hex_digit('F') == 15);
    for (char const c : {'g', 'G', '@', '`', '/', ':', '\x01', '\xE1'}) {
        CHECK_FALSE(ms::hex_digit(c));
    }
    CHECK(ms::hex_byte('f', '0') == 0xF0);
    CHECK_FALSE(ms::hex_byte('f', 'x'));
}
