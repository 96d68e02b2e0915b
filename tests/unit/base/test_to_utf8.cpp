// SPDX-License-Identifier: MIT
#include "base/to_utf8.hpp"

#include <doctest/doctest.h>

using ms::ToUtf8;

TEST_CASE("encoding: texts become UTF-8")
{
    auto latin1 = ToUtf8::from("ISO-8859-1");
    REQUIRE(latin1);
    CHECK((*latin1)("Lom\xe9") == "Lomé");
    CHECK((*latin1)("Rome") == "Rome");

    auto cyrillic = ToUtf8::from("CP1251");
    REQUIRE(cyrillic);
    CHECK((*cyrillic)("\xcc\xee\xf1\xea\xe2\xe0") == "Москва");
}

TEST_CASE("encoding: a last letter that an accent could follow is there")
{
    // Code page 1255: F9 EC E5 ED E9 are shin, lamed, vav, final mem, yod; TCVN 5712 is ASCII here.
    auto hebrew = ToUtf8::from("CP1255");
    REQUIRE(hebrew);
    CHECK((*hebrew)("\xf9\xec\xe5\xed\xe9") == "שלוםי");
    auto vietnamese = ToUtf8::from("TCVN");
    REQUIRE(vietnamese);
    CHECK((*vietnamese)("Ba") == "Ba");
}

TEST_CASE("encoding: one that gives ASCII letters another meaning is converted throughout")
{
    auto utf7 = ToUtf8::from("UTF-7");
    REQUIRE(utf7);
    CHECK((*utf7)("Lom+AOk-") == "Lomé");
}

TEST_CASE("encoding: a text malformed in its encoding is passed on")
{
    // As MapServer 8.0.0 does with ENCODING "EUC-JP".
    auto japanese = ToUtf8::from("EUC-JP");
    REQUIRE(japanese);
    CHECK((*japanese)("ab\xa1") == "ab\xa1");
    CHECK((*japanese)("\xa4\xa2") == "あ");
}

TEST_CASE("encoding: UTF-8 is not converted, unknown names give nullopt")
{
    auto utf8 = ToUtf8::from("utf8");
    REQUIRE(utf8);
    CHECK((*utf8)("\xff") == "\xff");
    CHECK_FALSE(ToUtf8::from("nonsense"));
}
