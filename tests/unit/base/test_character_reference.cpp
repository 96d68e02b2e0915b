// SPDX-License-Identifier: MIT
#include "base/character_reference.hpp"

#include <doctest/doctest.h>

using ms::decode_character_references;

TEST_CASE("character references: numbers and names of HTML 4 become UTF-8")
{
    // Code points and names: HTML 4.01 24; bytes: RFC 3629 3.
    CHECK(decode_character_references("&#169;&nbsp;Map") == "\xC2\xA9\xC2\xA0Map");
    CHECK(decode_character_references("&copy;&Aacute;&aacute;&zwnj;") ==
          "\xC2\xA9\xC3\x81\xC3\xA1\xE2\x80\x8C");
    CHECK(decode_character_references("&#x20AC; &#X20ac; &euro;") ==
          "\xE2\x82\xAC \xE2\x82\xAC \xE2\x82\xAC");
    CHECK(decode_character_references("&#x10348;") == "\xF0\x90\x8D\x88");
    CHECK(decode_character_references("R&amp;D &lt;b&gt; &thetasym;") == "R&D <b> \xCF\x91");
}

TEST_CASE("character references: invalid ones stay unchanged")
{
    for (auto const* const text :
         {"", "&", "a & b", "fish & chips; peas", "&#;", "&#x;", "&#0;", "&#xD800;", "&#1114112;",
          "&nosuch;", "&copy", "&#169", "&&", "&#99999999999999999999;"}) {
        CHECK(decode_character_references(text) == text);
    }
    CHECK(decode_character_references("&&#65;;") == "&A;");
}
