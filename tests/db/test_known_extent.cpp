// SPDX-License-Identifier: MIT
// A box beyond all rows sends no statement, as long as the version of the data says that the rows
// are the same.
#include "base/trace.hpp"
#include "db/database.hpp"

#include <doctest/doctest.h>

using ms::geometry::Box;

namespace {

constexpr Box among_rows{0, 0, 10, 10};
constexpr Box beyond_rows{200, 200, 210, 210};

struct Fixture {
    test::Schema schema;
    ms::source::postgis::Databases databases;

    Fixture()
    {
        schema.run("CREATE TABLE " + schema("t") +
                   " AS SELECT i AS id, ST_SetSRID(ST_Point(i % 100, i / 100), 3857)"
                   "::geometry(Point, 3857) AS geom FROM generate_series(0, 9999) i");
        schema.run("CREATE TABLE " + schema("version") + " AS SELECT 1 AS number");
    }

    /// Of the layer of the last rows().
    std::uint64_t statements = 0;

    /// The number of rows of a map of this box, which asks for the version before it is drawn.
    std::size_t rows(Box const& box, std::string const& data)
    {
        ms::Trace trace;
        ms::source::DataVersions versions;
        test::Request request{databases};
        request.services.trace = &trace;
        request.services.versions = &versions;
        auto settings = test::settings(data);
        settings.data_version = "SELECT number FROM " + schema("version");
        REQUIRE(request.open(settings)->version(versions));
        auto query = test::everything(ms::geometry::Kind::Point, {"id"});
        query.box = box;
        auto const count = test::count_all(*request.open(settings)->start(query));
        statements = trace.count(ms::Counter::Statements);
        return count;
    }
    std::size_t rows(Box const& box) { return rows(box, table()); }

    [[nodiscard]] std::string table() const
    {
        return "geom from " + schema("t") + " using srid=3857";
    }
    void index() { schema.run("CREATE INDEX ON " + schema("t") + " USING gist (geom)"); }
    void analyse() { schema.run("ANALYZE " + schema("t")); }
    /// More rows than are read for their extent.
    void grow()
    {
        schema.run("INSERT INTO " + schema("t") + " SELECT id, geom FROM " + schema("t"));
        analyse();
    }
    void insert_beyond()
    {
        schema.run("INSERT INTO " + schema("t") +
                   " VALUES (-1, ST_SetSRID(ST_Point(205, 205), 3857))");
    }
    void raise_version() { schema.run("UPDATE " + schema("version") + " SET number = number + 1"); }
};

} // namespace

TEST_CASE_FIXTURE(Fixture,
                  "known extent: the third map beyond all rows of a version sends no statement")
{
    index();
    grow();
    CHECK(rows(beyond_rows) == 0);
    CHECK(statements == 1);
    CHECK(rows(beyond_rows) == 0); // the version is met again: the extent is read, and serves
    CHECK(statements == 0);
    CHECK(rows(beyond_rows) == 0);
    CHECK(statements == 0);
    CHECK(rows(among_rows) == 242); // each row twice
    CHECK(statements == 1);
}

TEST_CASE_FIXTURE(Fixture, "known extent: rows of another version are found")
{
    index();
    grow();
    for (int i = 0; i < 3; ++i) {
        CHECK(rows(beyond_rows) == 0);
    }
    insert_beyond();
    raise_version();
    CHECK(rows(beyond_rows) == 1);
    CHECK(rows(beyond_rows) == 1); // the extent is that of the index, not of old statistics
    CHECK(rows(beyond_rows) == 1);
}

TEST_CASE_FIXTURE(Fixture, "known extent: statistics and partial indexes are no bound")
{
    grow();
    SUBCASE("no index") {}
    SUBCASE("a partial index")
    {
        schema.run("CREATE INDEX ON " + schema("t") + " USING gist (geom) WHERE id >= 0");
    }
    insert_beyond();
    for (int i = 0; i < 3; ++i) {
        CHECK(rows(beyond_rows) == 1);
        CHECK(rows({300, 300, 301, 301}) == 0);
        CHECK(statements == 1);
    }
}

TEST_CASE_FIXTURE(Fixture, "known extent: small tables and sub-selects are read for it")
{
    analyse();
    auto const sub_select = "geom from (SELECT * FROM " + schema("t") +
                            " WHERE id < 5000) AS s using unique id using srid=3857";
    for (auto const& data : {table(), sub_select}) {
        (void)rows(beyond_rows, data);
        CHECK(rows(beyond_rows, data) == 0);
        CHECK(statements == 0);
        CHECK(rows(among_rows, data) == 121);
    }
    auto const of_box = "geom from (SELECT * FROM " + schema("t") +
                        " WHERE geom && !BOX!) AS s using unique id using srid=3857";
    for (int i = 0; i < 3; ++i) {
        CHECK(rows(beyond_rows, of_box) == 0);
        CHECK(statements == 1);
    }
}

TEST_CASE_FIXTURE(Fixture, "known extent: without a version every map sends its statement")
{
    index();
    for (int i = 0; i < 3; ++i) {
        ms::Trace trace;
        test::Request request{databases};
        request.services.trace = &trace;
        auto query = test::everything(ms::geometry::Kind::Point);
        query.box = beyond_rows;
        CHECK(test::count_all(*request.open(table())->start(query)) == 0);
        CHECK(trace.count(ms::Counter::Statements) == 1);
    }
}
