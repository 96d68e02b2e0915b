// SPDX-License-Identifier: MIT
#include "db/database.hpp"

#include <algorithm>
#include <doctest/doctest.h>

using ms::geometry::Kind;
using test::everything;
using test::Rows;

namespace {

/// A fresh process with one request.
struct Fixture {
    test::Schema schema;
    ms::source::postgis::Databases databases;
    test::Request request{databases};

    Rows read(std::string const& data, ms::source::Query const& query)
    {
        auto const source = request.open(data);
        auto const cursor = source->start(query);
        auto rows = test::read_all(*cursor, schema.session());
        std::ranges::sort(rows);
        return rows;
    }
};

} // namespace

TEST_CASE_FIXTURE(Fixture, "rows: polygons, attributes and keys are what PostGIS says itself")
{
    schema.run("CREATE TABLE " + schema("land") +
               R"( (id int PRIMARY KEY, name text, area numeric(8,2), seen timestamp,
        geom geometry(MultiPolygon, 3857)))");
    schema.run("INSERT INTO " + schema("land") + R"( VALUES
        (1, 'Zürich', 12.50, '2024-02-29 12:00', 'SRID=3857;MULTIPOLYGON(((0 0,10 0,10 10,0 10,0 0),(2 2,4 2,4 4,2 2)))'),
        (2, NULL, NULL, NULL, 'SRID=3857;MULTIPOLYGON(((20 0,30 0,30 10,20 0)),((40 0,50 0,50 10,40 0)))'))");
    auto query = everything(Kind::Polygon, {"name", "area", "seen"});
    query.with_ids = true;

    auto const expected = schema.session().rows(
        "SELECT name, area, seen, id, ST_AsText(geom) FROM " + schema("land") + " ORDER BY 1");
    auto rows = read("geom from " + schema("land"), query);
    REQUIRE(rows.size() == 2);
    std::ranges::sort(rows, {}, [](auto const& row) { return row[3]; });
    // One part is written back as POLYGON, two as MULTIPOLYGON: compare as PostGIS sees them.
    CHECK(rows[0][0] == "Zürich");
    CHECK(rows[0][1] == "12.50");
    CHECK(rows[0][2] == "2024-02-29 12:00:00");
    CHECK(rows[0][4] == "POLYGON((0 0,10 0,10 10,0 10,0 0),(2 2,4 2,4 4,2 2))");
    CHECK(rows[1][0] == "<null>");
    CHECK(rows[1][4] == expected[1][4]);
}
