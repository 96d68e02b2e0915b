// SPDX-License-Identifier: MIT
#include "cql2/cql2.hpp"

#include "base/error.hpp"
#include "expr/print.hpp"

#include <doctest/doctest.h>

namespace {

using namespace ms;

std::optional<cql2::Queryable> queryable(std::string_view name)
{
    using enum expr::Type;
    if (name == "Name" || name == "city name") {
        return cql2::Queryable{"n", Text};
    }
    if (name == "pop" || name == "area") {
        return cql2::Queryable{std::string{name}, Number};
    }
    if (name == "flag") {
        return cql2::Queryable{"flag", Boolean};
    }
    if (name == "seen") {
        return cql2::Queryable{"seen", Time};
    }
    return name == "geom" ? std::optional{cql2::Queryable{{}, Shape}} : std::nullopt;
}

std::string translated(std::string_view filter)
{
    return expr::print(cql2::parse(filter, cql2::Language::Text, {.queryable = queryable}));
}

/// That an expression of a mapfile would read as.
std::string mapfile(std::string_view text)
{
    return expr::print(expr::parse(text));
}

std::string refusal(std::string_view filter)
{
    try {
        static_cast<void>(translated(filter));
    } catch (Error const& error) {
        CHECK(error.kind() == ErrorKind::BadRequest);
        return error.what();
    }
    return "";
}

constexpr char const* untranslatable = "Cannot translate CQL2 filter to MapServer expression: ";

} // namespace

TEST_CASE("cql2-text: comparisons take properties under their names")
{
    CHECK(translated("Name='Rice'") == mapfile(R"(("[n]" = "Rice"))"));
    CHECK(translated("\"Name\" = 'Rice'") == mapfile(R"(("[n]" = "Rice"))"));
    CHECK(translated("\"city name\" <> 'it''s'") == mapfile(R"(("[n]" != "it's"))"));
    CHECK(translated("pop<3") == mapfile("([pop] < 3)"));
    CHECK(translated("pop <= 3") == mapfile("([pop] <= 3)"));
    CHECK(translated("3 > pop") == mapfile("(3 > [pop])"));
    CHECK(translated("pop >= .5e1") == mapfile("([pop] >= 5)"));
    CHECK(translated("pop = area") == mapfile("([pop] = [area])"));
}

TEST_CASE("cql2-text: a literal takes the type of the property beside it")
{
    CHECK(translated("Name = 007") == mapfile(R"(("[n]" = "007"))"));
    CHECK(translated("pop = '7'") == mapfile("([pop] = 7)"));
    CHECK(translated("seen < '2024-02'") == mapfile("(`[seen]` < `2024-02`)"));
}

TEST_CASE("cql2-text: AND binds tighter than OR, NOT tighter than both")
{
    CHECK(translated("pop=1 OR pop=2 AND NOT pop=3") ==
          mapfile("([pop] = 1 or ([pop] = 2 and not ([pop] = 3)))"));
    CHECK(translated("(pop=1 or pop=2) and Not Not pop=3") ==
          mapfile("(([pop] = 1 or [pop] = 2) and not (not ([pop] = 3)))"));
}

TEST_CASE("cql2-text: constants are computed at once")
{
    CHECK(translated("1=1 AND (1=1 AND 1=0)") == "(false)");
    CHECK(translated("true or false") == "(true)");
    CHECK(translated("true=true") == "(true)");
    CHECK(translated("pop = 5 - 1 - 2 * 3") == mapfile("([pop] = -2)"));
    CHECK(translated("pop = 2 ^ 3 ^ 2") == mapfile("([pop] = 512)"));
    CHECK(translated("pop = -(-4)") == mapfile("([pop] = 4)"));
    CHECK(translated("pop = 14 div 4 + 9 % 5 + 1 / 2") == mapfile("([pop] = 7.5)"));
    CHECK(translated("pop = -7 DIV 2") == mapfile("([pop] = -3)"));
}

TEST_CASE("cql2-text: LIKE knows %, _ and \\, and NOT before it")
{
    CHECK(translated("Name LIKE 'R_c%'") == mapfile(R"(("[n]" ~ "^R.c.*$"))"));
    CHECK(translated(R"(Name LIKE 'a.b\%c\\')") == mapfile(R"(("[n]" ~ "^a\\.b%c\\\\$"))"));
    CHECK(translated("NOT Name NOT LIKE 'Rice'") == mapfile(R"((not (not ("[n]" ~ "^Rice$"))))"));
    CHECK(translated("casei(Name) LIKE CASEI('rI%')") ==
          mapfile(R"((casefold("[n]") ~ "^ri.*$"))"));
}

TEST_CASE("cql2-text: BETWEEN, IN and IS NULL")
{
    CHECK(translated("pop BETWEEN 3 AND 5 AND true") ==
          mapfile("([pop] >= 3 and [pop] <= 5 and true)"));
    CHECK(translated("pop NOT BETWEEN 3 AND 5") == mapfile("(not ([pop] >= 3 and [pop] <= 5))"));
    CHECK(translated("pop IN (3, 5)") == mapfile("([pop] in '3,5')"));
    CHECK(translated("Name NOT IN ('a', 'b,c')") ==
          mapfile(R"((not ("[n]" = "a" or "[n]" = "b,c")))"));
    CHECK(translated("Name IS NOT NULL") == mapfile(R"((not ("[n]" = "")))"));
}

TEST_CASE("cql2-text: a boolean property alone is a condition")
{
    CHECK(translated("flag AND flag <> FALSE") ==
          mapfile(R"(("[flag]" = "true" and "[flag]" != "false"))"));
}

TEST_CASE("cql2-text: times are moments or days")
{
    CHECK(translated("seen = TIMESTAMP('2003-01-01T01:10:00Z')") ==
          mapfile("(`[seen]` = `2003-01-01T01:10:00Z`)"));
    CHECK(translated("seen >= date('2003-01-01')") == mapfile("(`[seen]` >= `2003-01-01`)"));
    CHECK(refusal("seen = TIMESTAMP('with`backtick')") ==
          std::string{untranslatable} + "Invalid characters in TIMESTAMP() argument");
    CHECK(refusal("seen = DATE('2003-13-01')") ==
          std::string{untranslatable} + "'2003-13-01' is not a date");
}

TEST_CASE("cql2-text: geometries and boxes with the collection's geometry")
{
    CHECK(translated("S_INTERSECTS(geom, POINT(7.02 49.92))") ==
          mapfile("(intersects([shape], fromtext('POINT(7.02 49.92)')))"));
    CHECK(translated("s_within(geom,bbox(0,-1,2,3))") ==
          mapfile("(within([shape], fromtext('POLYGON((0 -1,2 -1,2 3,0 3,0 -1))')))"));
    CHECK(translated("S_CONTAINS(POLYGON Z((0 0 1,1 0 1,1 1 1,0 0 1)), geom)") ==
          mapfile("(contains(fromtext('POLYGON((0 0,1 0,1 1,0 0))'), [shape]))"));
}

TEST_CASE("cql2-text: lines of one point and rings of two are invalid")
{
    CHECK(refusal("S_INTERSECTS(geom,POLYGON((0 0,1 1)))") ==
          std::string{untranslatable} + "a ring of a polygon has less than three corners");
    CHECK(refusal("S_INTERSECTS(geom,LINESTRING(0 0))") ==
          std::string{untranslatable} + "a line has less than two points");
    CHECK(refusal("S_INTERSECTS(geom,POLYGON((0 0,1 1,1 0,0 0)))").empty());
}

TEST_CASE("cql2-text: syntax errors show the place")
{
    CHECK(refusal("Area=") == "Cannot parse filter: CQL2Text Expression Parsing Error: syntax "
                              "error, unexpected end of string. Occurred around :\nArea=\n     ^");
    CHECK(refusal("pop = AND") == "Cannot parse filter: CQL2Text Expression Parsing Error: syntax "
                                  "error, unexpected AND. Occurred around :\npop = AND\n      ^");
    CHECK(refusal("pop = 1 2").find("unexpected number") != std::string::npos);
    CHECK(refusal("pop = 'x").find("not closed") != std::string::npos);
    CHECK(refusal("(pop = 1").find("expecting ')'") != std::string::npos);
    CHECK(refusal("pop = 1;").find("unexpected character") != std::string::npos);
    CHECK(refusal("s_intersects(geom, point(1))").find("malformed geometry") != std::string::npos);
    CHECK_FALSE(refusal("").empty());
}

TEST_CASE("cql2-text: untranslatable parts are named")
{
    CHECK(refusal("1=foo('bar')") == std::string{untranslatable} + "Unhandled function foo");
    CHECK(refusal("foo(5) = 1") == std::string{untranslatable} + "Unhandled function foo");
    for (auto const* const filter :
         {"foo(5)", "NOT foo()", "CASEI(foo(Name)) = 'x'", "foo(Name) LIKE 'x'", "foo(pop) + 1 > 2",
          "pop IN (1, foo(2))", "foo(1) BETWEEN 2 AND 3", "s_within(geom, foo(geom))",
          "s_foo(geom, geom)", "true = foo(1)"}) {
        CAPTURE(filter);
        CHECK(refusal(filter).find("Unhandled function ") != std::string::npos);
    }
    CHECK(refusal("unknown=0") ==
          std::string{untranslatable} + "'unknown' is not a queryable item");
    CHECK(refusal("pop") == std::string{untranslatable} + "'pop' is not a condition");
    CHECK(refusal("geom = 1").find("is a geometry") != std::string::npos);
    CHECK(refusal("Name + 1 > 'x'") != "");
    CHECK(refusal("(pop = 1) + 1 > 2").find("only numbers") != std::string::npos);
    CHECK(refusal("casei(pop) = 'a'").find("a text is needed") != std::string::npos);
}

TEST_CASE("cql2: invalid UTF-8 is refused")
{
    CHECK(refusal("Name = '\xFF'") == "Cannot parse filter: it is not UTF-8");
    CHECK(translated("Name = 'Z\xC3\xBCrich'") == mapfile("('[n]' = 'Z\xC3\xBCrich')"));
}

TEST_CASE("cql2-text: nesting is bounded, lists of conditions are not")
{
    for (std::string const opening : {"(", "NOT ", "-", "casei(", "1+(", "2^", "s_within("}) {
        std::string deep;
        for (int i = 0; i < 100'000; ++i) {
            deep += opening;
        }
        CHECK(refusal(deep + "1").find("nested too deeply") != std::string::npos);
    }
    std::string sum = "1 < 1";
    std::string all = "pop = 1";
    for (int i = 0; i < 10'000; ++i) {
        sum += "+pop";
        all += " AND pop = 1";
    }
    CHECK(refusal(sum).find("nested too deeply") != std::string::npos);
    CHECK(refusal(all).empty());
}
