// SPDX-License-Identifier: MIT
#include "source/postgis/sql/sql_text.hpp"

#include "base/error.hpp"
#include "source/postgis/sql/tokens.hpp"

#include <doctest/doctest.h>

using namespace ms::source::postgis;

TEST_CASE("identifiers: quotes inside are doubled, NUL is refused")
{
    CHECK(quote_identifier("plain") == R"("plain")");
    CHECK(quote_identifier(R"(a"; DROP TABLE t; --)") == R"("a""; DROP TABLE t; --")");
    CHECK_THROWS_AS((void)quote_identifier(std::string_view{"a\0b", 3}), ms::Error);
}

TEST_CASE("identifiers: quotes come off only in pairs")
{
    CHECK(unquote_identifier(R"("a""b")") == R"(a"b)");
    CHECK(unquote_identifier("a") == "a");
    CHECK(unquote_identifier("\"") == "\"");
}

TEST_CASE("statement: more values than the protocol allows are the client's error")
{
    ms::source::postgis::Statement statement;
    for (int i = 0; i < 65535; ++i) {
        (void)statement.bind("1");
    }
    CHECK_THROWS_AS((void)statement.bind("1"), ms::Error);
}

TEST_CASE("SQL: values are UTF-8 without a NUL")
{
    Statement statement;
    for (auto const* const bad : {"a\xFF", "\xED\xA0\x80", "\xC0\xAF", "\xE2\x82"}) {
        CHECK_THROWS_AS((void)statement.bind(bad), ms::Error);
    }
    CHECK_THROWS_AS((void)statement.bind(std::string("a\0b", 3)), ms::Error);
    CHECK(statement.parameters.empty());
    CHECK(statement.bind("\xF0\x9F\x98\x80") == "$1");
}

TEST_CASE("quoted text: skipped whole, by PostgreSQL's lexical rules")
{
    auto const skipped = [](std::string_view sql) { return sql.substr(0, skip_quoted(sql, 0)); };
    CHECK(skipped("'it''s' x") == "'it''s'");
    CHECK(skipped(R"('back\' x)") == R"('back\')"); // standard_conforming_strings
    CHECK(skipped("\"a\"\"b\" x") == "\"a\"\"b\"");
    CHECK(skipped("$$ ' $$ x") == "$$ ' $$");
    CHECK(skipped("$tag$ $$ $tag$ x") == "$tag$ $$ $tag$");
    CHECK(skipped("$1 x").empty());
    CHECK(skipped("-- c\nx") == "-- c\n");
    CHECK(skipped("/* a /* b */ c */ x") == "/* a /* b */ c */");
    CHECK(skipped("/*/ x") == "/*/ x");
    CHECK(skipped("- 1").empty());
    CHECK(skipped("'open") == "'open");
    CHECK(skip_quoted(R"(E'a\'b' x)", 1) == 7);
}

TEST_CASE("parameters: $1 is not $10, and not in quotes")
{
    CHECK(mentions_parameter("a = $1", 1));
    CHECK(mentions_parameter("a = $1::int", 1));
    CHECK_FALSE(mentions_parameter("a = $10", 1));
    CHECK_FALSE(mentions_parameter("a = '$1' -- $1", 1));
}

TEST_CASE("tokens: numbers are bound, !BOX! is the caller's text")
{
    Statement statement;
    statement.parameters = {"bindval"};
    auto const sql = substitute_tokens(
        "f(!BOX!, !PIXEL_WIDTH!, !PIXEL_HEIGHT!) where s > !SCALE_DENOMINATOR! / !ZOOM!",
        {"envelope", 2.5, 25000}, statement);
    CHECK(sql == "f(envelope, $2::float8, $3::float8) where s > $4::float8 / $5::float8");
    // 559082264.03 / 25000 = 22363 is 2^14.45.
    CHECK(statement.parameters == std::vector<std::string>{"bindval", "2.5", "2.5", "25000", "14"});
}

TEST_CASE("tokens: digits inside a literal, nothing in a comment, only in capitals")
{
    Statement statement;
    CHECK(substitute_tokens("'z!ZOOM!' \"!PIXEL_WIDTH!\" /* !ZOOM! */ !zoom! !box! !NO!",
                            {"", 2, 25000},
                            statement) == "'z14' \"2\" /* !ZOOM! */ !zoom! !box! !NO!");
    CHECK(statement.parameters.empty());
}

TEST_CASE("tokens: !BOX! is replaced only where it is SQL")
{
    CHECK(uses_box("a && !BOX!"));
    CHECK_FALSE(uses_box("a && !box!"));
    CHECK_FALSE(uses_box("a -- !BOX!"));
}

TEST_CASE("zoom: the scale denominators of OGC's WebMercatorQuad are its levels")
{
    CHECK(zoom_level(559082264.0287178) == 0);
    CHECK(zoom_level(34942641.501794861) == 4);
    CHECK(zoom_level(4265.4591676995681) == 17);
    CHECK(zoom_level(0) == 0);
    CHECK(zoom_level(1e-300) == 30);
}
