// SPDX-License-Identifier: MIT
#include "source/postgis/sql/pushdown.hpp"

#include "base/error.hpp"
#include "source/postgis/sql/time_period.hpp"

#include <doctest/doctest.h>

using namespace ms::source::postgis;
using Parameters = std::vector<std::string>;

namespace {

TableFacts facts()
{
    TableFacts facts;
    for (auto const& [name, type] :
         std::vector<std::pair<std::string, std::string>>{{"pop", "int4"},
                                                          {"area", "float8"},
                                                          {"cost", "numeric"},
                                                          {"name", "text"},
                                                          {"code", "bpchar"},
                                                          {"Kind", "varchar"},
                                                          {"key", "uuid"},
                                                          {"day", "date"},
                                                          {"seen", "timestamptz"},
                                                          {"flag", "bool"}}) {
        facts.schema.fields.push_back({name});
        facts.types.push_back(type);
    }
    facts.geometry = "geom";
    facts.srid = 25832;
    return facts;
}

struct Result {
    std::string sql;
    Parameters parameters;
    bool is_whole = false; ///< no rest

    friend bool operator==(Result const&, Result const&) = default;
};

Result push(ms::expr::Expression const& expression)
{
    Statement statement;
    auto const pushed = push_down(expression, facts(), statement);
    return {pushed.sql, statement.parameters, pushed.rest.is_always_true()};
}

Result push(std::string_view text)
{
    return push(ms::expr::parse(text));
}

Result all(std::string sql, Parameters parameters)
{
    return {std::move(sql), std::move(parameters), true};
}

Result const nothing{};

} // namespace

TEST_CASE("pushdown: numbers in the column's type, the column bare")
{
    CHECK(push("([pop] > 1000)") == all("\"pop\" > $1::int8", {"1000"}));
    CHECK(push("([pop] <= -3)") == all("\"pop\" <= $1::int8", {"-3"}));
    CHECK(push("([pop] < 2.5)") == all("\"pop\" < $1::float8", {"2.5"}));
    CHECK(push("([area] != 2)") == all("\"area\" <> $1::float8", {"2"}));
    CHECK(push("([cost] >= 0.1)") == all("\"cost\" >= $1::numeric", {"0.1"}));
    CHECK(push("(5 < [pop])") == all("\"pop\" > $1::int8", {"5"}));
    // From 2^53 on a double represents more than one whole number.
    CHECK(push("([pop] > 9007199254740992)") == all("\"pop\" > $1::int8", {"9007199254740992"}));
    CHECK(push("([pop] > 9007199254740994)") == all("\"pop\" > $1::float8", {"9007199254740994"}));
    CHECK(push("([POP] = 1)") == all("\"pop\" = $1::int8", {"1"}));
    CHECK(push("([pop] > [area])") == all("\"pop\" > \"area\"", {}));
}

TEST_CASE("pushdown: texts as parameters, cast only where the column is not a text")
{
    CHECK(push("(\"[name]\" = \"it's\")") == all("\"name\" = $1::text", {"it's"}));
    CHECK(push("('[Kind]' != 'a')") == all("\"Kind\" <> $1::text", {"a"}));
    CHECK(push("('[code]' = 'a')") == all("\"code\"::text = $1::text", {"a"}));
    CHECK(push("('[name]' < 'm')") == all("\"name\" < $1::text COLLATE \"C\"", {"m"}));
    CHECK(push("('[name]' =* 'Zug')") == all("lower(\"name\") = lower($1::text)", {"Zug"}));
    CHECK(push("('[area]' = '1.0')") == all("\"area\"::text = $1::text", {"1.0"}));
    CHECK(push("([name] = '5')") == all("\"name\" = $1::text", {"5"})); // quoted or not
}

TEST_CASE(
    "pushdown: FILTERITEM's text meets integers and uuids in their own type when it can be one")
{
    CHECK(push(ms::expr::equals("pop", "57", false)) == all("\"pop\" = $1::int8", {"57"}));
    CHECK(push(ms::expr::equals("pop", "057", false)) == all("\"pop\"::text = $1::text", {"057"}));
    CHECK(push(ms::expr::equals("pop", "99999999999999999999", false)) ==
          all("\"pop\"::text = $1::text", {"99999999999999999999"}));
    auto const* const uuid = "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11";
    CHECK(push(ms::expr::equals("key", uuid, false)) == all("\"key\" = $1::uuid", {uuid}));
    CHECK(push(ms::expr::equals("key", "A0EEBC99", false)) ==
          all("\"key\"::text = $1::text", {"A0EEBC99"}));
    CHECK(push(ms::expr::equals("name", "a", true)) ==
          all("lower(\"name\") = lower($1::text)", {"a"}));
}

TEST_CASE("pushdown: lists, which MapServer turns into an SQL error")
{
    CHECK(push(ms::expr::is_in_list("name", "a,b c,\"q\",\\")) ==
          all("\"name\" = ANY($1::text[])", {R"({"a","b c","\"q\"","\\"})"}));
    CHECK(push(ms::expr::is_in_list("pop", "1,02,x,3")) ==
          all("\"pop\" = ANY($1::int8[])", {R"({"1","3"})"}));
    CHECK(push("([pop] in '1,02')") == all("\"pop\" = ANY($1::int8[])", {R"({"1","2"})"}));
    CHECK(push("([pop] in '1,x')") == nothing);
    CHECK(push(ms::expr::is_in_list("pop", "x,y")) == all("false", {}));
    CHECK(push("([area] in '1.5,2')") == all("\"area\" = ANY($1::float8[])", {R"({"1.5","2"})"}));
}

TEST_CASE("pushdown: regular expressions that mean the same everywhere")
{
    CHECK(push(ms::expr::matches("name", "^a.*\\.b$", false)) ==
          all("\"name\" ~ $1::text", {"^a.*\\.b$"}));
    CHECK(push(ms::expr::matches("pop", "^1", true)) == all("\"pop\"::text ~* $1::text", {"^1"}));
    CHECK(push(ms::expr::matches("name", "(?i)a", false)) == nothing);
    CHECK(push(ms::expr::matches("name", "\\bword", false)) == nothing);
    // PostgreSQL 15: "invalid regular expression", 2201B
    CHECK(push(ms::expr::matches("name", "a*+b", false)) == nothing);
    CHECK(push(ms::expr::matches("name", "a++", false)) == nothing);
    CHECK(push(ms::expr::matches("name", "a{1,1000}", false)) == nothing);
    CHECK(push(ms::expr::matches("name", "a\\*+", false)) == all("\"name\" ~ $1::text", {"a\\*+"}));
}

TEST_CASE("pushdown: a time represents its period, the column stays bare")
{
    CHECK(push("(`[day]` = `2024-02`)") ==
          all("(\"day\" >= $1::timestamp AND \"day\" < ($1::timestamp + interval '1 month'))",
              {"2024-02-01 00:00:00"}));
    CHECK(push("(`[seen]` >= `2024-02-29T12:30Z`)") ==
          all("\"seen\" >= $1::timestamptz", {"2024-02-29 12:30:00Z"}));
    CHECK(push("(`[seen]` <= `2024`)") ==
          all("\"seen\" < ($1::timestamptz + interval '1 year')", {"2024-01-01 00:00:00"}));
    CHECK(push("(`[day]` = `2023-02-29`)") == nothing);
    CHECK(push("(`[name]` = `2024`)") == nothing);
}

TEST_CASE("pushdown: and, or, not preserve their structure; operands of AND are independent")
{
    CHECK(push("([pop] > 1 and ([area] < 2 or not '[name]' = 'x'))") ==
          all("\"pop\" > $1::int8 AND (\"area\" < $2::float8 OR NOT (\"name\" = $3::text))",
              {"1", "2", "x"}));

    auto const mixed = push("([pop] > 1 and length('[name]') = 3 and [area] < 2)");
    CHECK(mixed.sql == "\"pop\" > $1::int8 AND \"area\" < $2::float8");
    CHECK(mixed.parameters == Parameters{"1", "2"});
    CHECK_FALSE(mixed.is_whole);

    CHECK(push("([pop] > 1 or length('[name]') = 3)") == nothing);
}

TEST_CASE("pushdown: shapes are compared by PostGIS in the layer's CRS")
{
    CHECK(push("(intersects([shape], fromText('POINT(1 2)')))") ==
          all("ST_Intersects(\"geom\",ST_GeomFromText($1::text,25832))", {"POINT(1 2)"}));
    CHECK(push("(dwithin([shape], fromText('POINT(1 2)'), 10))") ==
          all("ST_DWithin(\"geom\",ST_GeomFromText($1::text,25832),$2::float8)",
              {"POINT(1 2)", "10"}));
    CHECK(
        push("(beyond([shape], buffer(fromText('POINT(1 2)'), 5), 10))") ==
        all("NOT "
            "ST_DWithin(\"geom\",ST_Buffer(ST_GeomFromText($1::text,25832),$2::float8),$3::float8)",
            {"POINT(1 2)", "5", "10"}));
}

TEST_CASE("pushdown: NULL as OGC filters write it")
{
    CHECK(push("('[name]' = '_MAPSERVER_NULL_')") == all("\"name\" IS NULL", {}));
}

TEST_CASE("pushdown: not where types or columns do not fit")
{
    CHECK(push("([flag] = 1)") == nothing);
    CHECK(push("([name] > 5)") == nothing);
    CHECK(push("([nowhere] = 5)") == nothing);
}

TEST_CASE("pushdown: an attacker's text is a parameter")
{
    for (std::string const text : {"'; DROP TABLE t; --", "\\'; SELECT 1", "$1", "%s", "a\"b"}) {
        CHECK(push(ms::expr::equals("name", text, false)) == all("\"name\" = $1::text", {text}));
    }
    CHECK_THROWS_AS((void)push(ms::expr::equals("name", "\xff\xfe", false)), ms::Error);
    CHECK(push(ms::expr::equals("name", std::string_view{"a\0b", 3}, false)) == nothing);
}

TEST_CASE("time period: has the resolution of the text")
{
    auto const check = [](std::string_view text, std::string_view start, std::string_view length) {
        CAPTURE(text);
        auto const period = parse_time_period(text);
        REQUIRE(period);
        CHECK(period->start == start);
        CHECK(period->length == length);
    };
    check("2024", "2024-01-01 00:00:00", "1 year");
    check("2024-02-29", "2024-02-29 00:00:00", "1 day");
    check("2024-02-29T07", "2024-02-29 07:00:00", "1 hour");
    check("2024-02-29 07:05:09Z", "2024-02-29 07:05:09Z", "1 second");
    check("2024-02-29T07:05:09.25", "2024-02-29 07:05:09.25", "1 microsecond");
    for (auto const* text :
         {"", "x", "24", "2024-", "2024-13", "2024-02-30", "2024-02-29T24", "2024Z", "2024-1",
          "2024-01-01T00:00:00.", "2024-01-01T00:00:00.1234567", "0000-01-01", "2024-01-01x"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_time_period(text));
    }
}

TEST_CASE("pushdown: arithmetic in doubles, a division by zero being unknown")
{
    CHECK(push("([pop] + 1 > [area])") == all("(\"pop\"::float8 + $1::float8) > \"area\"", {"1"}));
    CHECK(push("([area] * 2 - [cost] / [pop] <= 0.5)") ==
          all("((\"area\" * $1::float8) - (\"cost\"::float8 / NULLIF(\"pop\"::float8,0))) <= "
              "$2::float8",
              {"2", "0.5"}));
    CHECK(push("([pop] div 10 = 3)") ==
          all("trunc(\"pop\"::float8 / NULLIF($1::float8,0)) = $2::float8", {"10", "3"}));
    CHECK(push("(-[area] in '1,2')") == all("(-\"area\") = ANY($1::float8[])", {R"({"1","2"})"}));
}

TEST_CASE("pushdown: remainders of whole numbers only")
{
    CHECK(push("([pop] % 2.9 = 1)") ==
          all("(\"pop\"::int8 % NULLIF($1::int8,0))::float8 = $2::float8", {"2", "1"}));
    CHECK(push("([area] % 2 = 1)") == nothing);
}

TEST_CASE("pushdown: calculations that PostgreSQL could end with an error stay here")
{
    for (auto const* const text :
         {"([pop] ^ 2 > 1)", "([area] * 1e250 > 1)", "([area] * [area] * [area] * [area] > 1)",
          "([area] * 1e-250 > 1)", "([area] / 1e-250 > 1)", "([name] + 1 > 2)",
          "([pop] + [missing] > 1)"}) {
        CAPTURE(text);
        CHECK(push(text) == nothing);
    }
}

TEST_CASE("pushdown: folded texts are lower(), and two columns of texts are compared")
{
    CHECK(push("(casefold('[name]') = 'rice')") == all("lower(\"name\") = $1::text", {"rice"}));
    CHECK(push("(casefold('[code]') in 'a,b')") ==
          all("lower(\"code\"::text) = ANY($1::text[])", {R"({"a","b"})"}));
    CHECK(push("(casefold('[Kind]') ~ '^r.*$')") == all("lower(\"Kind\") ~ $1::text", {"^r.*$"}));
    CHECK(push("(casefold('[pop]') = '1')") == nothing);
    CHECK(push("('[name]' = '[code]')") == all("\"name\" = \"code\"::text", {}));
    CHECK(push("('[name]' < '[Kind]')") == all("\"name\" < \"Kind\" COLLATE \"C\"", {}));
    CHECK(push("('[name]' = '[pop]')") == nothing);
}

TEST_CASE("pushdown: braces behind a backslash are not a count")
{
    CHECK(push(R"(('[name]' ~ '^a\\{1\\}$'))") == all("\"name\" ~ $1::text", {R"(^a\{1\}$)"}));
    CHECK(push("('[name]' ~ '^a{1}$')") == nothing);
}
