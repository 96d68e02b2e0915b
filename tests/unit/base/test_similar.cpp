// SPDX-License-Identifier: MIT
#include "base/similar.hpp"

#include <array>
#include <doctest/doctest.h>
#include <string>

using namespace ms;

// Counted by hand.
TEST_CASE("similar: distances")
{
    CHECK(edit_distance("", "") == 0);
    CHECK(edit_distance("", "abc") == 3);
    CHECK(edit_distance("abc", "") == 3);
    CHECK(edit_distance("kitten", "sitting") == 3);
    CHECK(edit_distance("WIDHT", "width") == 1); // neighbours swapped
    CHECK(edit_distance("colour", "color") == 1);
    CHECK(edit_distance("ca", "abc") == 3); // optimal string alignment: no letter twice
}

TEST_CASE("similar: the nearest known name, if one is near")
{
    constexpr std::array<std::string_view, 5> known{"NAME", "STATUS", "EXTENT", "SIZE", "DATA"};
    CHECK(most_similar("NAMES", known) == "NAME");
    CHECK(most_similar("staus", known) == "STATUS");
    CHECK(most_similar("EXTNET", known) == "EXTENT");
    CHECK(most_similar("WIDTH", known).empty());
    CHECK(most_similar("", known).empty());
    CHECK(most_similar("x", known).empty());
    CHECK(most_similar(std::string(100'000, 'x'), known).empty());
    CHECK(suggestion("Dta", known) == "; did you mean DATA?");
    CHECK(suggestion("nothing", known).empty());
}
