// SPDX-License-Identifier: MIT
#include "text/wrap.hpp"

#include <doctest/doctest.h>

using ms::text::wrap;

TEST_CASE("wrap: a line is broken where it has as many characters as MAXLENGTH, or more")
{
    // MapServer 8.0.0 draws "MMM MMM" in two lines with MAXLENGTH 2 and 3, in one with 4.
    CHECK(wrap("MMM MMM", ' ', 2) == "MMM\nMMM");
    CHECK(wrap("MMM MMM", ' ', 3) == "MMM\nMMM");
    CHECK(wrap("MMM MMM", ' ', 4) == "MMM MMM");
    CHECK(wrap("\xC3\x84\xC3\x84\xC3\x84 MMM", ' ', 4) == "\xC3\x84\xC3\x84\xC3\x84 MMM");
}

TEST_CASE("wrap: without MAXLENGTH every WRAP is an end of line")
{
    CHECK(wrap("a b  c", ' ', 0) == "a\nb\n\nc");
    CHECK(wrap("a b\nc", '\0', 0) == "a b\nc");
}
