// SPDX-License-Identifier: MIT
#include "source/postgis/sql/data_clause.hpp"

#include <doctest/doctest.h>

using ms::source::postgis::DataClause;
using ms::source::postgis::parse_data_clause;

namespace {

DataClause parse(std::string_view data)
{
    return parse_data_clause(data, {"roads", "roads.map:41:16"});
}

} // namespace

TEST_CASE("data clause: a table alone")
{
    auto const clause = parse("the_geom from public.roads");
    CHECK(clause.geometry == "the_geom");
    CHECK(clause.source == "public.roads");
    CHECK(clause.key.empty());
    CHECK_FALSE(clause.srid);
    CHECK(clause.is_table());
}

TEST_CASE("data clause: unique and srid in any order, case and spacing")
{
    for (auto const* data : {"geom from roads using unique gid using srid=25832",
                             "geom FROM roads USING SRID=25832 USING UNIQUE gid",
                             "geom\nFrom\troads\n  using  unique\tgid\r\nusing srid = 25832 "}) {
        CAPTURE(data);
        auto const clause = parse(data);
        CHECK(clause.source == "roads");
        CHECK(clause.key == "gid");
        CHECK(clause.srid == 25832);
    }
}

TEST_CASE("data clause: a sub-select is unchanged, with any words in it")
{
    auto const clause = parse(
        "geom from (select a.*, ' using unique x ' as \"from\" from a join b using (id) /* using "
        "srid=1 */ where c = 'it''s') as t using unique id using srid=-1");
    CHECK(clause.source ==
          "(select a.*, ' using unique x ' as \"from\" from a join b using (id) /* using srid=1 */ "
          "where c = 'it''s') as t");
    CHECK(clause.key == "id");
    CHECK(clause.srid == -1);
    CHECK_FALSE(clause.is_table());
}

TEST_CASE("data clause: a line comment in a sub-select ends at its line")
{
    auto const clause =
        parse("geom from (select * -- don't stop\nfrom roads) as t using unique id");
    CHECK(clause.source == "(select * -- don't stop\nfrom roads) as t");
    CHECK(clause.key == "id");
}

TEST_CASE("data clause: a comment behind the source is not a part of it")
{
    for (auto const* data : {"geom from roads -- all of them", "geom from roads /* all */",
                             "geom from roads -- all\n using unique gid", "geom from roads"}) {
        CAPTURE(data);
        CHECK(parse(data).source == "roads");
        CHECK(parse(data).is_table());
    }
    CHECK(parse("geom from (select 1) as t -- one\n using srid=4326").source == "(select 1) as t");
}

TEST_CASE("data clause: a sub-select without alias gets one, which PostgreSQL 15 insists on")
{
    CHECK(parse("geom from (select * from roads) using srid=3857").source ==
          "(select * from roads) AS ms_source");
    CHECK(parse("geom from (select ')' as a, (1) as b from roads)").source ==
          "(select ')' as a, (1) as b from roads) AS ms_source");
}

TEST_CASE("data clause: a join that begins and ends with parentheses is left as it is")
{
    CHECK(parse("geom from (select * from roads) a join names n on (a.id = n.id)").source ==
          "(select * from roads) a join names n on (a.id = n.id)");
}

TEST_CASE("data clause: quoted names lose their quotes, but not in the source")
{
    auto const clause =
        parse("\"My \"\"Geom\" from \"My Schema\".\"My Roads\" using unique \"My Id\"");
    CHECK(clause.geometry == "My \"Geom");
    CHECK(clause.source == "\"My Schema\".\"My Roads\"");
    CHECK(clause.key == "My Id");
    CHECK(clause.is_table());
}

TEST_CASE("data clause: which texts are a table's name")
{
    CHECK(parse("g from Straßen_1").is_table());
    CHECK(parse("g from db.public.roads").is_table());
    CHECK_FALSE(parse("g from roads r").is_table());
    CHECK_FALSE(parse("g from roads_of(7)").is_table());
    CHECK_FALSE(parse("g from \"roads\" \"r\"").is_table());
    CHECK_FALSE(parse("g from a.").is_table());
}

TEST_CASE("data clause: errors name the layer, the place and the cause")
{
    auto const message = [](std::string_view data) -> std::string {
        try {
            (void)parse(data);
        } catch (ms::Error const& error) {
            CHECK(error.kind() == ms::ErrorKind::BadMapfile);
            return error.what();
        }
        return "no error";
    };
    auto const wrapped = [](std::string const& cause) {
        return "layer \"roads\": DATA: " + cause + " (roads.map:41:16)";
    };

    auto const no_from = wrapped("expected \"geometry_column from table_or_subselect\"");
    for (auto const* data :
         {"", "roads", "geom from", "from roads", "geomfrom roads", "(geom from roads)"}) {
        CAPTURE(data);
        CHECK(message(data) == no_from);
    }
    CHECK(message("g from using unique gid") ==
          wrapped("nothing stands between \"from\" and \"using\""));
    CHECK(message("g from t using unique a using unique b") ==
          wrapped("\"using unique\" is given twice"));
    CHECK(message("g from t using srid=1 using srid=2") ==
          wrapped("\"using srid\" is given twice"));
    CHECK(message("g from t using unique") ==
          wrapped("expected one column name behind \"using unique\""));
    CHECK(message("g from t using unique a b") ==
          wrapped("expected one column name behind \"using unique\""));
    CHECK(message("g from t using srid=abc") ==
          wrapped("expected a number behind \"using srid=\""));
    CHECK(message("g from t using srid") == wrapped("expected a number behind \"using srid=\""));
    CHECK(message("g from t using srid=4326 x") ==
          wrapped("expected a number behind \"using srid=\""));
}

TEST_CASE("data clause: quotes and parentheses that are never closed end with the text")
{
    CHECK(parse("g from (select 'a from t using unique x").source ==
          "(select 'a from t using unique x");
    CHECK(parse("g from (((t using unique x").source == "(((t using unique x");
    CHECK(parse("g from $q$ t using unique x").source == "$q$ t using unique x");
}

TEST_CASE("data clause: the table of a sub-select that has all its columns, and of no other")
{
    using ms::source::postgis::table_in_subselect;
    CHECK(table_in_subselect("(select * from roads where geom && !BOX!) as t") == "roads");
    CHECK(table_in_subselect("( SELECT *\nFROM a.\"b c\" WHERE f(x, !BOX!) as t") == "a.\"b c\"");
    for (auto const* source :
         {"", "(", "roads", "(select *", "(select * from roads)",
          "(select * from roads, lanes where true) as t", "(select * from roads r where true) as t",
          "(select id, geom from roads where true) as t",
          "(select * from (select * from roads where true) as u where true) as t",
          "(select * from roads join lanes on true where true) as t"}) {
        CAPTURE(source);
        CHECK(table_in_subselect(source).empty());
    }
}
