// SPDX-License-Identifier: MIT
#include "db/database.hpp"

#include <algorithm>
#include <doctest/doctest.h>

using ms::expr::Expression;
using ms::geometry::Kind;

namespace {

/// Rows with a bit of everything, none NULL.
struct FiltersFixture {
    test::Schema schema;
    ms::source::postgis::Databases databases;
    test::Request request{databases};
    std::unique_ptr<ms::source::FeatureSource> source;

    FiltersFixture()
    {
        schema.run("CREATE TABLE " + schema("t") +
                   R"( (id int PRIMARY KEY, n int, f float8, d numeric(8,2), name text,
            code char(4), v varchar(20), u uuid, day date, ts timestamptz, flag boolean, geom geometry(Point,25832)))");
        schema.run("INSERT INTO " + schema("t") + R"( SELECT i, i - 10, i / 4.0, i / 10.0,
            (ARRAY['Alpha','beta','Gamma delta','it''s','','10','010','%_','a"b','back\slash','Zürich'])[i % 11 + 1],
            (ARRAY['a','bb','ccc','dddd'])[i % 4 + 1], 'v' || i,
            ('00000000-0000-0000-0000-0000000000' || to_char(i, 'FM00'))::uuid,
            date '2024-01-01' + i * 11, timestamptz '2024-01-31 22:00+00' + i * interval '1 hour', i % 2 = 0,
            ST_Point(i, i, 25832) FROM generate_series(0, 40) i)");
        source = request.open("geom from " + schema("t"));
    }

    std::vector<std::string> ids(Expression const& filter)
    {
        auto query = test::everything(Kind::Point, {"id"});
        query.filter = filter;
        std::vector<std::string> ids;
        for (auto const& row : test::read_all(*source->start(query), schema.session())) {
            ids.push_back(row[0]);
        }
        std::ranges::sort(ids);
        return ids;
    }

    /// The same, decided by our own evaluation of every row.
    std::vector<std::string> ids_here(Expression const& filter)
    {
        return test::ids_evaluated(*source, Kind::Point, filter);
    }

    bool is_filtered_here(Expression const& filter)
    {
        auto query = test::everything(Kind::Point, {"id"});
        query.filter = filter;
        return source->explain(query).find("filtered here") != std::string::npos;
    }
};

} // namespace

TEST_CASE_FIXTURE(FiltersFixture, "filters: the server finds the rows that we would find ourselves")
{
    for (std::string const text : {"([n] > 5)",
                                   "([n] >= -3 and [n] < 4)",
                                   "([n] = 2.0)",
                                   "([n] > 2.5)",
                                   "(3 > [n])",
                                   "([f] = 2.25)",
                                   "([d] <= 1.1)",
                                   "([d] = 0.3)",
                                   "('[d]' = '0.30')",
                                   "('[name]' = 'it\\'s')",
                                   "('[name]' = '10')",
                                   "('[name]' != 'beta')",
                                   "('[name]' < 'a')",
                                   "('[name]' >= 'Zu')",
                                   "('[name]' =* 'ALPHA')",
                                   "('[code]' = 'bb')",
                                   "('[v]' = 'v7')",
                                   "('[n]' = '7')",
                                   "('[n]' = '07')",
                                   "('[n]' < '3')",
                                   "('[u]' = '00000000-0000-0000-0000-000000000007')",
                                   "('[flag]' = 'true')",
                                   "([n] in '1,2,x, 3')",
                                   "('[name]' in 'Alpha,it\\'s,back\\slash')",
                                   "('[code]' in 'a,bb')",
                                   "('[name]' ~ '^[A-G]')",
                                   "('[name]' ~* '^g.*a$')",
                                   "('[v]' ~ '^v1.?$')",
                                   "('[v]' ~ '^v++1')",
                                   "('[v]' ~ '^v{1,300}1')",
                                   "('[name]' ~ 'a\\\"b')",
                                   "(`[day]` = `2024-03`)",
                                   "(`[day]` > `2024-03-01`)",
                                   "(`[day]` <= `2024`)",
                                   "(`[day]` != `2024-01`)",
                                   "(`[ts]` >= `2024-02-01T03`)",
                                   "(`[ts]` < `2024-02-01`)",
                                   "(not ([n] > 5) or '[name]' = 'beta')",
                                   "([n] > [f])",
                                   "([n] = [id])",
                                   "('[name]' = 'beta' and length('[v]') = 3)",
                                   "([n] * 2 > [f])",
                                   "(length('[name]') > 3 or [n] = 1)"}) {
        CAPTURE(text);
        auto const filter = ms::expr::parse(text);
        CHECK(ids(filter) == ids_here(filter));
    }
}

TEST_CASE_FIXTURE(FiltersFixture,
                  "filters: string, regex and list with an item, which MapServer fails on in part")
{
    for (auto const& filter :
         {ms::expr::equals("name", "beta", false), ms::expr::equals("name", "BETA", true),
          ms::expr::equals("n", "5", false), ms::expr::matches("v", "^v2", false),
          ms::expr::is_in_list("name", "Alpha,Gamma delta,a\"b,back\\slash,%_"),
          ms::expr::is_in_list("n", "1,02, 3,4")}) {
        CHECK(ids(filter) == ids_here(filter));
        CHECK_FALSE(ids(filter).empty());
        CHECK_FALSE(is_filtered_here(filter));
    }
}

TEST_CASE_FIXTURE(FiltersFixture, "filters: rows that we reject do not count towards max_features")
{
    auto query = test::everything(Kind::Point, {"id"});
    query.filter = ms::expr::parse("(length('[v]') = 3)"); // not SQL
    query.max_features = 4;
    CHECK(is_filtered_here(query.filter));
    auto const rows = test::read_all(*source->start(query), schema.session());
    REQUIRE(rows.size() == 4);
    CHECK(rows[0].size() == 2); // attributes of the filter alone are not returned
}

TEST_CASE_FIXTURE(FiltersFixture, "filters: shapes are compared by PostGIS")
{
    CHECK(ids(ms::expr::parse("(dwithin([shape], fromText('POINT(10 10)'), 1.5))")) ==
          std::vector<std::string>{"10", "11", "9"});
    CHECK(ids(ms::expr::parse(
              "([n] > 0 and intersects([shape], fromText('LINESTRING(5 5,12 12)')))")) ==
          std::vector<std::string>{"11", "12"});
}

TEST_CASE_FIXTURE(FiltersFixture, "filters: NULL compares as in SQL, as in MapServer")
{
    schema.run("INSERT INTO " + schema("t") + " (id, geom) VALUES (99, ST_Point(0,0,25832))");
    auto const contains_99 = [&](std::string const& text) {
        return std::ranges::count(ids(ms::expr::parse(text)), "99") == 1;
    };
    CHECK_FALSE(contains_99("('[name]' != 'beta')"));
    CHECK(contains_99("('[name]' = '_MAPSERVER_NULL_')"));
}

TEST_CASE_FIXTURE(FiltersFixture,
                  "filters: hostile values reach the server as parameters and match nothing")
{
    for (std::string const value :
         {"'; DROP TABLE t; --", "' OR '1'='1", "\\' OR 1=1 --", "$1", "{\"a\"}", "%"}) {
        CAPTURE(value);
        CHECK(ids(ms::expr::equals("name", value, false)).empty());
        CHECK(ids(ms::expr::equals("n", value, false)).empty());
        CHECK(ids(ms::expr::is_in_list("u", value)).empty());
        CHECK(ids(ms::expr::is_in_list("name", value)).empty());
    }
    CHECK(ids(ms::expr::equals("name", std::string(1 << 20, '\''), false)).empty());
    CHECK(schema.session().ask("SELECT count(*) FROM " + schema("t")) == "41");
}
