// SPDX-License-Identifier: MIT
// Levels of detail: scripts/mapserver_lod.sql makes them, PROCESSING "LOD=AUTO" reads them.
#include "base/error.hpp"
#include "db/database.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fstream>
#include <iterator>

using ms::geometry::Kind;
using test::Rows;

namespace {

std::string script()
{
    std::ifstream file{MS_SCRIPTS "/mapserver_lod.sql"};
    return {std::istreambuf_iterator<char>{file}, {}};
}

/// A hundred discs of 513 vertices in a square of 100 000, with levels for pixels of 400 and 100.
struct DetailFixture {
    test::Schema schema;
    ms::source::postgis::Databases databases;

    DetailFixture()
    {
        schema.run("SET search_path TO " + schema.name() + ", public");
        schema.run("SET client_min_messages TO warning");
        schema.run(
            "CREATE TABLE discs (id int PRIMARY KEY, name text, geom geometry(Polygon,3857))");
        schema.run("INSERT INTO discs SELECT i, 'disc ' || i, ST_Buffer(ST_Point(i % 10 * 10000, "
                   "i / 10 * 10000, 3857), 5000, 128) FROM generate_series(0, 99) i");
        schema.run("ANALYZE discs");
    }

    void build()
    {
        schema.run(script());
        schema.run("SELECT mapserver_lod_build('discs', 'geom', '{400,100}')");
    }

    [[nodiscard]] std::unique_ptr<ms::source::FeatureSource>
    open(test::Request& request, std::string const& table = "discs") const
    {
        auto settings = test::settings(
            "geom from " + table,
            test::conninfo() + " options='-c search_path=" + schema.name() + ",public'");
        settings.use_levels = true;
        return request.open(settings);
    }

    static ms::source::Query at(double pixel_size)
    {
        auto query = test::everything(Kind::Polygon, {"name"});
        query.box = ms::geometry::Box{-10000, -10000, 110000, 110000};
        query.pixel_size = pixel_size;
        return query;
    }

    /// The text after FROM.
    static std::string table_of(ms::source::FeatureSource& source, double pixel_size)
    {
        auto const text = source.explain(at(pixel_size));
        auto const begin = text.find(" FROM ") + 6;
        return text.substr(begin, text.find(' ', begin) - begin);
    }

    std::string table_at(double pixel_size)
    {
        test::Request request{databases};
        return table_of(*open(request), pixel_size);
    }

    /// By a server that knows nothing yet.
    [[nodiscard]] std::string table_at_first(double pixel_size, std::string const& table) const
    {
        ms::source::postgis::Databases own;
        test::Request request{own};
        return table_of(*open(request, table), pixel_size);
    }

    Rows read(double pixel_size)
    {
        test::Request request{databases};
        return test::read_all(*open(request)->start(at(pixel_size)), schema.session());
    }
};

} // namespace

TEST_CASE_FIXTURE(DetailFixture, "levels of detail: the scale decides which table is read")
{
    build();
    CHECK(table_at(1000) == "discs_lod1");
    CHECK(table_at(400) == "discs_lod1");
    CHECK(table_at(399) == "discs_lod2");
    CHECK(table_at(99) == "discs");
    CHECK(table_at(0) == "discs");
}

TEST_CASE_FIXTURE(DetailFixture,
                  "levels of detail: all rows with their attributes, borders within half a pixel")
{
    build();
    auto const rows = read(400);
    REQUIRE(rows.size() == 100);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        CHECK(rows[i][0] == fmt::format("disc {}", i));
    }
    // Vertices moved away by a quarter of a pixel at most, twice, and the grid of 1/16 pixel.
    auto const largest_error =
        schema.session().ask("SELECT max(ST_HausdorffDistance(b.geom, l.geom)) FROM discs b JOIN "
                             "discs_lod1 l USING (id)");
    CHECK(std::stod(largest_error) <= 200);
    CHECK(std::stod(largest_error) > 0);
    // The reader's own geometry is that of the level, not of the table.
    auto const areas = schema.session().ask(
        fmt::format("SELECT ST_HausdorffDistance(ST_GeomFromText('{}', 3857), geom) <= 400 / 16.0 "
                    "FROM discs_lod1 WHERE id = 0",
                    rows[0][1]));
    CHECK(areas == "t");
    CHECK(std::stoi(schema.session().ask("SELECT sum(ST_NPoints(geom)) FROM discs_lod1")) <
          51300 / 10);
}

TEST_CASE_FIXTURE(DetailFixture,
                  "levels of detail: sizes are found as long as a level halves the vertices")
{
    schema.run(script());
    auto const levels = schema.session().rows("SELECT pixel_size, vertices FROM "
                                              "mapserver_lod_build('discs', 'geom')");
    REQUIRE(levels.size() >= 2);
    CHECK(std::stod(levels[0][0]) == 200); // 90 000 and two radii of 5 000 on 500 pixels
    CHECK(std::stod(levels[1][0]) == 50);
    for (auto const& level : levels) {
        CHECK(std::stoi(level[1]) * 2 <= 51300);
    }
}

TEST_CASE_FIXTURE(DetailFixture, "levels of detail: they show changes when they are refreshed")
{
    build();
    schema.run("UPDATE discs SET name = 'new' WHERE id = 0");
    schema.run("DELETE FROM discs WHERE id = 99");
    CHECK(read(400).size() == 100);
    CHECK(read(10).size() == 99);
    schema.run("SELECT mapserver_lod_refresh('discs', 'geom')");
    auto const rows = read(400);
    CHECK(rows.size() == 99);
    CHECK(std::ranges::count(rows, "new", [](auto const& row) { return row[0]; }) == 1);
}

TEST_CASE_FIXTURE(DetailFixture,
                  "levels of detail: without any, and when they are dropped, the table is read")
{
    CHECK(read(400).size() == 100); // the script was never run
    ms::source::postgis::Databases later;
    build();
    auto const count = [&] {
        test::Request request{later};
        return test::count_all(*open(request)->start(at(400)));
    };
    CHECK(count() == 100);
    schema.run("INSERT INTO discs SELECT 100, 'more', geom FROM discs WHERE id = 0");
    CHECK(count() == 100); // the level
    schema.run("SELECT mapserver_lod_drop('discs', 'geom')");
    CHECK(schema.session().ask("SELECT count(*) FROM mapserver_lod") == "0");
    CHECK(count() == 101); // the cached facts still name the level: no request fails
    CHECK(count() == 101);
}

TEST_CASE_FIXTURE(DetailFixture,
                  "levels of detail: a new column of the table is read from the table")
{
    build();
    REQUIRE(table_at(400) == "discs_lod1");
    schema.run("ALTER TABLE discs ADD height int DEFAULT 7");
    auto query = at(400);
    query.fields = {"height"};
    test::Request request{databases};
    auto const rows = test::read_all(*open(request)->start(query), schema.session());
    REQUIRE(rows.size() == 100);
    CHECK(rows[0][0] == "7");
}

TEST_CASE_FIXTURE(
    DetailFixture,
    "levels of detail: readers of the table may read them, but not around row security")
{
    schema.run("GRANT SELECT ON discs TO PUBLIC");
    build();
    CHECK(
        schema.session().ask("SELECT count(*) FROM pg_class, aclexplode(relacl) a WHERE relname = "
                             "'discs_lod1' AND relnamespace = current_schema()::regnamespace AND "
                             "a.grantee = 0 AND a.privilege_type = 'SELECT'") == "1");
    schema.run("ALTER TABLE discs ENABLE ROW LEVEL SECURITY");
    CHECK_THROWS((void)schema.session().rows("SELECT mapserver_lod_build('discs', 'geom')"));
    CHECK_THROWS((void)schema.session().rows("SELECT mapserver_lod_refresh('discs', 'geom')"));
    CHECK(table_at(1000) == "discs"); // as long as there are levels of before
}

TEST_CASE_FIXTURE(DetailFixture,
                  "levels of detail: views have none if what they show depends on their reader")
{
    schema.run(script());
    schema.run("CREATE VIEW seen AS SELECT * FROM discs");
    schema.run("CREATE VIEW seen_twice AS SELECT * FROM seen");
    auto const build_for = [&](std::string const& view) {
        schema.run("SELECT mapserver_lod_build('" + view + "', 'geom', '{1000}')");
    };
    build_for("seen_twice");
    CHECK(table_at_first(1000, "seen_twice") == "seen_twice_lod1");
    schema.run("ALTER VIEW seen SET (security_invoker = on)");
    CHECK_THROWS(build_for("seen_twice"));
    CHECK_THROWS(build_for("seen"));
    CHECK(table_at_first(1000, "seen_twice") == "seen_twice");
    schema.run("ALTER VIEW seen SET (security_invoker = off)");
    build_for("seen_twice");
    schema.run("ALTER TABLE discs ENABLE ROW LEVEL SECURITY");
    CHECK_THROWS(build_for("seen_twice"));
    CHECK(table_at_first(1000, "seen_twice") == "seen_twice");
}

TEST_CASE_FIXTURE(DetailFixture,
                  "levels of detail: refreshing takes away what the table's owner has revoked")
{
    schema.run("GRANT SELECT ON discs TO PUBLIC");
    build();
    auto const may_read = [&] {
        return schema.session().ask("SELECT count(*) FROM pg_class, aclexplode(relacl) a WHERE "
                                    "relname = 'discs_lod1' AND relnamespace = "
                                    "current_schema()::regnamespace AND a.grantee = 0");
    };
    REQUIRE(may_read() == "1");
    schema.run("REVOKE SELECT ON discs FROM PUBLIC");
    schema.run("SELECT mapserver_lod_refresh('discs', 'geom')");
    CHECK(may_read() == "0");
    schema.run("GRANT SELECT ON discs TO PUBLIC");
    schema.run("SELECT mapserver_lod_refresh('discs', 'geom')");
    CHECK(may_read() == "1");
}

TEST_CASE_FIXTURE(DetailFixture,
                  "levels of detail: refreshing says what to do when columns were added")
{
    build();
    schema.run("ALTER TABLE discs ADD height int DEFAULT 7");
    CHECK_THROWS_WITH((void)schema.session().rows("SELECT mapserver_lod_refresh('discs', 'geom')"),
                      doctest::Contains("run mapserver_lod_build() for it"));
    schema.run("SELECT mapserver_lod_build('discs', 'geom', '{400,100}')");
    schema.run("SELECT mapserver_lod_refresh('discs', 'geom')");
}

TEST_CASE_FIXTURE(DetailFixture, "levels of detail: a table may have them for several columns")
{
    build();
    schema.run("ALTER TABLE discs ADD middle geometry(Polygon,3857)");
    schema.run("UPDATE discs SET middle = ST_Buffer(ST_Centroid(geom), 100, 128)");
    schema.run("SELECT mapserver_lod_build('discs', 'middle', '{40,10}')");
    CHECK(schema.session().ask("SELECT string_agg(detail::text, ' ' ORDER BY geometry_column, "
                               "pixel_size DESC) FROM mapserver_lod") ==
          "discs_lod1 discs_lod2 discs_lod3 discs_lod4");
    schema.run("SELECT mapserver_lod_build('discs', 'geom', '{400,100}')");
    CHECK(table_at(1000) == "discs_lod1");
    CHECK(schema.session().ask("SELECT count(*) FROM mapserver_lod") == "4");
}

TEST_CASE_FIXTURE(DetailFixture, "levels of detail: tables with long names have several")
{
    schema.run(script());
    for (std::string const letter : {"x", "\xC3\xA9"}) { // names of 63 bytes
        for (std::string const last : {"1", "2"}) {
            std::string name;
            while (name.size() + letter.size() < 63) {
                name += letter;
            }
            name = "\"" + name + last + "\"";
            CAPTURE(name);
            schema.run("CREATE TABLE " + name + " AS SELECT * FROM discs");
            CHECK(schema.session().ask("SELECT count(*) FROM mapserver_lod_build('" + name +
                                       "', 'geom', '{400,100}')") == "2");
        }
    }
}
