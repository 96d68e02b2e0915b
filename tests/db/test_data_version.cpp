// SPDX-License-Identifier: MIT
#include "db/database.hpp"
#include "source/postgis/data_version.hpp"

#include <doctest/doctest.h>

using ms::source::DataVersions;

namespace {

struct DataVersionFixture {
    test::Schema schema;
    ms::source::postgis::Databases databases;
    test::Request request{databases};

    DataVersionFixture()
    {
        schema.run("CREATE TABLE " + schema("t") + " (id int PRIMARY KEY, geom geometry(Point))");
    }

    std::optional<std::string> version(std::string const& wish)
    {
        auto settings = test::settings("geom from " + schema("t"));
        settings.data_version = wish;
        DataVersions versions;
        return request.open(settings)->version(versions);
    }

    void insert(int id)
    {
        schema.run("INSERT INTO " + schema("t") + " VALUES (" + std::to_string(id) + ")");
    }
};

} // namespace

TEST_CASE_FIXTURE(DataVersionFixture,
                  "data version: none without DATA_VERSION, none from a query that fails")
{
    CHECK_FALSE(version(""));
    CHECK_FALSE(version("SELECT nonsense"));
    CHECK_FALSE(version("SELECT 1 WHERE false"));
    CHECK_FALSE(version("SELECT NULL::text"));
    CHECK_FALSE(request.lines.empty());
}

TEST_CASE_FIXTURE(DataVersionFixture, "data version: a query's answer decides")
{
    auto const wish = "SELECT max(id) FROM " + schema("t");
    CHECK_FALSE(version(wish)); // no row yet: NULL
    insert(1);
    auto const one = version(wish);
    REQUIRE(one);
    CHECK(version(wish) == one);
    insert(2);
    CHECK(version(wish) != one);
}

// Other tests write to the cluster at the same time, which may only make versions differ.
TEST_CASE_FIXTURE(DataVersionFixture, "data version: every commit makes another snapshot")
{
    for (auto const* change :
         {"INSERT INTO {t} VALUES (1)", "UPDATE {t} SET id = 2", "TRUNCATE {t}",
          "ALTER TABLE {t} ADD extra int", "CREATE INDEX ON {t} (id)", "DROP TABLE {t}"}) {
        auto const before = version("snapshot");
        REQUIRE(before);
        std::string sql{change};
        for (auto at = sql.find("{t}"); at != std::string::npos; at = sql.find("{t}")) {
            sql.replace(at, 3, schema("t"));
        }
        schema.run(sql);
        CHECK_MESSAGE(version("SNAPSHOT") != before, sql);
    }
}

TEST_CASE_FIXTURE(DataVersionFixture,
                  "data version: a transaction that began before changes it when it commits")
{
    test::Session writer;
    writer.run("BEGIN");
    writer.run("INSERT INTO " + schema("t") + " VALUES (1)");
    insert(2); // a later transaction ends first
    auto const open = version("SNAPSHOT");
    writer.run("COMMIT");
    CHECK(version("SNAPSHOT") != open);
}

TEST_CASE_FIXTURE(DataVersionFixture, "data version: layers of one database query it once")
{
    auto settings = test::settings("geom from " + schema("t"));
    settings.data_version = "SELECT clock_timestamp()";
    DataVersions versions;
    auto const first = request.open(settings)->version(versions);
    CHECK(request.open(settings)->version(versions) == first);
    CHECK(versions.size() == 1);
    DataVersions later;
    CHECK(request.open(settings)->version(later) != first);
}
