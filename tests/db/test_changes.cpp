// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "db/database.hpp"

#include <doctest/doctest.h>

using ms::geometry::Kind;
using test::Rows;

namespace {

/// A table that this process has read already, several times over one connection.
struct ChangesFixture {
    test::Schema schema;
    ms::source::postgis::Databases databases;

    ChangesFixture()
    {
        schema.run("CREATE TABLE " + schema("t") +
                   " (id int PRIMARY KEY, name text, geom geometry(Point,4326))");
        schema.run("INSERT INTO " + schema("t") + " VALUES (1, 'a', ST_Point(1,1,4326))");
        for (int i = 0; i < 3; ++i) {
            REQUIRE(read({"name"}) == Rows{{"a", "1", "POINT(1 1)"}});
        }
    }

    Rows read(std::vector<std::string> fields, std::string const& where = "")
    {
        test::Request request{databases};
        auto const source = request.open("geom from " + schema("t") + where);
        auto query = test::everything(Kind::Point, std::move(fields));
        query.box = ms::geometry::Box{0, 0, 2000000, 2000000};
        query.with_ids = true;
        return test::read_all(*source->start(query), schema.session());
    }
};

} // namespace

TEST_CASE_FIXTURE(ChangesFixture, "changes: a new column is found")
{
    schema.run("ALTER TABLE " + schema("t") + " ADD height int DEFAULT 7");
    CHECK(read({"name", "height"}) == Rows{{"a", "7", "1", "POINT(1 1)"}});
}

TEST_CASE_FIXTURE(ChangesFixture, "changes: a dropped column is an error only if it is used")
{
    schema.run("ALTER TABLE " + schema("t") + " DROP name");
    CHECK_THROWS_WITH_AS((void)read({"name"}),
                         "layer \"test\": column \"name\" does not exist (test.map:3:8)",
                         ms::Error);
    CHECK(read({}) == Rows{{"1", "POINT(1 1)"}});
}

TEST_CASE_FIXTURE(ChangesFixture, "changes: a renamed key is found again")
{
    schema.run("ALTER TABLE " + schema("t") + " RENAME id TO gid");
    CHECK(read({"name"}) == Rows{{"a", "1", "POINT(1 1)"}});
}

TEST_CASE_FIXTURE(ChangesFixture, "changes: a table in another CRS is queried in that CRS")
{
    schema.run("ALTER TABLE " + schema("t") +
               " ALTER geom TYPE geometry(Point,3857) USING ST_SetSRID(ST_Point(1000000,5), 3857)");
    CHECK(read({"name"}) == Rows{{"a", "1", "POINT(1000000 5)"}});
}

TEST_CASE_FIXTURE(ChangesFixture, "changes: a column changes its type, a table is made anew")
{
    schema.run("ALTER TABLE " + schema("t") + " ALTER name TYPE int USING 5");
    CHECK(read({"name"}) == Rows{{"5", "1", "POINT(1 1)"}});
    schema.run("DROP TABLE " + schema("t"));
    CHECK_THROWS_AS((void)read({"name"}), ms::Error);
    schema.run("CREATE TABLE " + schema("t") +
               " AS SELECT 9 AS id, 'new' AS name, ST_Point(3,3,4326) AS geom");
    schema.run("ALTER TABLE " + schema("t") + " ADD PRIMARY KEY (id)");
    CHECK(read({"name"}) == Rows{{"new", "9", "POINT(3 3)"}});
}
