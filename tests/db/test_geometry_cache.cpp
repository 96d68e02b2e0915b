// SPDX-License-Identifier: MIT
#include "db/database.hpp"
#include "db/wire_tap.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <optional>

using ms::geometry::Kind;
using ms::source::postgis::Databases;
using ms::source::postgis::DatabasesOptions;
using test::Rows;

namespace {

constexpr std::size_t mebibyte = 1024 * 1024;

DatabasesOptions with_cache(std::size_t bytes)
{
    DatabasesOptions options;
    options.geometry_cache_bytes = bytes;
    return options;
}

/// 900 rings of 60 vertices in a square of 30 km, seen on 600 pixels: ring n is around the square
/// n % 30, n / 30 kilometres.
struct GeometryCacheFixture {
    test::Schema schema;
    Databases databases{with_cache(64 * mebibyte)};
    ms::source::Query query = test::everything(Kind::Polygon, {"name"});
    std::string data = "geom from " + schema("t");
    std::vector<std::string> lines; ///< statements of the last map

    GeometryCacheFixture()
    {
        schema.run("CREATE TABLE " + schema("t") +
                   " (id int PRIMARY KEY, name text, geom geometry(Polygon,3857))");
        insert("t", 0, 899);
        schema.run("CREATE INDEX ON " + schema("t") + " USING gist (geom)");
        analyze();
        query.box = ms::geometry::Box{0, 0, 30000, 30000};
        query.pixel_size = 50;
        query.with_ids = true;
    }

    void analyze() { schema.run("ANALYZE " + schema("t")); }

    void insert(std::string const& table, int first, int last, int radius = 450)
    {
        schema.run(
            fmt::format("INSERT INTO {} SELECT n, 'ring ' || n, {} FROM generate_series({}, {}) n",
                        schema(table), ring("n", radius), first, last));
    }

    static std::string ring(std::string const& number, int radius)
    {
        return fmt::format(
            "ST_Buffer(ST_Point({0} % 30 * 1000 + 500, {0} / 30 * 1000 + 500, 3857), {1}, 15)",
            number, radius);
    }

    Rows read(Databases& from)
    {
        test::Request request{from};
        auto const source = request.open(data);
        auto rows = test::read_all(*source->start(query), schema.session());
        lines = std::move(request.lines);
        return rows;
    }

    Rows map() { return read(databases); }
    Rows fresh()
    {
        Databases without;
        auto const kept = lines;
        auto rows = read(without);
        lines = kept;
        return rows;
    }

    /// The number before `unit` in the log of the last map's statement that contains `what`;
    /// nullopt: no such statement.
    [[nodiscard]] std::optional<int> told(std::string const& what, std::string const& unit) const
    {
        for (auto const& line : lines) {
            if (auto const at = line.find(unit);
                at != std::string::npos && line.find(what) != std::string::npos) {
                return std::stoi(line.substr(line.rfind(' ', at - 1)));
            }
        }
        return std::nullopt;
    }
    [[nodiscard]] std::optional<int> rows_of(std::string const& what) const
    {
        return told(what, " rows, ");
    }
    [[nodiscard]] std::optional<int> versions() const { return rows_of("SELECT ctid,xmin"); }
    [[nodiscard]] std::optional<int> geometries() const { return rows_of("ANY("); }
    [[nodiscard]] bool asked_at_once() const
    {
        return rows_of(": SELECT ST_AsTWKB").has_value() || rows_of(": SELECT CASE").has_value();
    }
};

} // namespace

TEST_CASE_FIXTURE(GeometryCacheFixture,
                  "geometry cache: geometries are read once, and equal those without a cache")
{
    auto const exact = fresh();
    REQUIRE(exact.size() == 900);
    CHECK(map() == exact);
    CHECK(versions() == 900);
    CHECK(geometries() == 900);
    CHECK(map() == exact);
    CHECK(versions() == 900);
    CHECK_FALSE(geometries().has_value());

    SUBCASE("a box beside it asks for what is new")
    {
        query.box = ms::geometry::Box{15100, 0, 45100, 30000};
        CHECK(map() == fresh());
        CHECK_FALSE(geometries().has_value());
    }
    SUBCASE("a scale that is little larger is served by the same")
    {
        query.pixel_size = 52;
        CHECK(map() == fresh());
        CHECK_FALSE(geometries().has_value());
        query.pixel_size = 70;
        CHECK(map() == fresh());
        CHECK(geometries() == 900);
    }
    SUBCASE("in full precision nothing is kept")
    {
        query.pixel_size = 0;
        CHECK(map() == fresh());
        CHECK_FALSE(geometries().has_value());
        CHECK(rows_of("ST_AsBinary") == 900);
    }
}

TEST_CASE_FIXTURE(GeometryCacheFixture,
                  "geometry cache: both statements of a map go over one connection")
{
    auto const name = "kept_" + schema.name();
    auto const connections = [&] {
        return schema.session().rows("SELECT pid FROM pg_stat_activity WHERE application_name = '" +
                                     name + "'");
    };
    auto const draw = [&] {
        test::Request request{databases};
        auto const source = request.open(data, test::conninfo() + " application_name=" + name);
        (void)test::count_all(*source->start(query));
        lines = std::move(request.lines);
    };
    query.max_features = 10;
    draw();
    auto const first = connections();
    REQUIRE(first.size() == 1);
    query.max_features = -1;
    draw();
    CHECK(geometries() == 890);
    CHECK(connections() == first);
}

TEST_CASE_FIXTURE(GeometryCacheFixture,
                  "geometry cache: a version of a table that is known takes ten bytes")
{
    std::size_t attributes = 0;
    for (auto const& row : map()) {
        attributes += row.at(0).size() + row.at(1).size();
    }
    auto const bytes = [this] {
        return static_cast<std::size_t>(told("SELECT ctid,xmin", " bytes, ").value());
    };
    CHECK(bytes() == 900 * (6 + 4 + 8) + attributes); // the first time the table's file, too
    (void)map();
    CHECK(bytes() == 900 * (6 + 4) + attributes);
    schema.run("VACUUM FULL " + schema("t"));
    CHECK(map() == fresh());
    CHECK(bytes() == 900 * (6 + 4 + 8) + attributes);
    CHECK(geometries() == 900);
}

TEST_CASE_FIXTURE(GeometryCacheFixture,
                  "geometry cache: rows with much text are not gathered before they are drawn")
{
    schema.run("ALTER TABLE " + schema("t") + " ADD COLUMN essay text");
    schema.run("UPDATE " + schema("t") + " SET essay = repeat(name, 2000)"); // 14 MB
    schema.run("VACUUM FULL " + schema("t"));
    CHECK(map() == fresh());
    CHECK_FALSE(asked_at_once());
    query.fields = {"essay"};
    CHECK(map() == fresh());
    CHECK(asked_at_once());
}

TEST_CASE_FIXTURE(GeometryCacheFixture, "geometry cache: rows that changed are read again, alone")
{
    (void)map();
    schema.run("UPDATE " + schema("t") + " SET geom = " + ring("id", 300) + " WHERE id = 17");
    CHECK(map() == fresh());
    CHECK(geometries() == 1);
    schema.run("UPDATE " + schema("t") + " SET name = 'other' WHERE id IN (20, 21)");
    CHECK(map() == fresh());
    CHECK(geometries() == 2);
    schema.run("DELETE FROM " + schema("t") + " WHERE id < 10");
    CHECK(map() == fresh());
    CHECK_FALSE(geometries().has_value());
    schema.run("VACUUM " + schema("t")); // their places are free for others
    insert("t", 0, 9, 200);
    CHECK(map() == fresh());
    CHECK(geometries() == 10);
}

TEST_CASE_FIXTURE(GeometryCacheFixture,
                  "geometry cache: a row that was not committed is not seen, then it is")
{
    (void)map();
    test::Session writer;
    writer.run("BEGIN");
    writer.run("UPDATE " + schema("t") + " SET geom = " + ring("id", 300) + " WHERE id = 17");
    CHECK(map() == fresh());
    CHECK_FALSE(geometries().has_value());
    writer.run("COMMIT");
    CHECK(map() == fresh());
    CHECK(geometries() == 1);
}

TEST_CASE_FIXTURE(GeometryCacheFixture,
                  "geometry cache: a table that is written anew has other rows in its places")
{
    (void)map();
    SUBCASE("VACUUM FULL moves rows up")
    {
        schema.run("DELETE FROM " + schema("t") + " WHERE id < 450");
        schema.run("VACUUM FULL " + schema("t"));
    }
    SUBCASE("TRUNCATE and one transaction")
    {
        schema.run("BEGIN");
        schema.run("TRUNCATE " + schema("t"));
        insert("t", 0, 899, 250);
        schema.run("COMMIT");
    }
    SUBCASE("columns that were exchanged")
    {
        schema.run("ALTER TABLE " + schema("t") + " ADD other geometry(Polygon,3857)");
        schema.run("UPDATE " + schema("t") + " SET other = " + ring("id", 100));
        (void)map();
        schema.run("ALTER TABLE " + schema("t") + " RENAME geom TO third");
        schema.run("ALTER TABLE " + schema("t") + " RENAME other TO geom");
    }
    SUBCASE("another type of the column")
    {
        schema.run("ALTER TABLE " + schema("t") +
                   " ALTER geom TYPE geometry(Polygon,3857) USING ST_Translate(geom, 100, 0)");
    }
    CHECK(map() == fresh());
}

TEST_CASE_FIXTURE(GeometryCacheFixture,
                  "geometry cache: a table that becomes something else is queried at once")
{
    (void)map();
    SUBCASE("children have rows of the same places")
    {
        schema.run("CREATE TABLE " + schema("child") + " () INHERITS (" + schema("t") + ")");
        insert("child", 900, 905);
        schema.run("UPDATE " + schema("child") + " SET geom = " + ring("(id - 900)", 100));
    }
    SUBCASE("a view has no places")
    {
        schema.run("ALTER TABLE " + schema("t") + " RENAME TO base");
        schema.run("CREATE VIEW " + schema("t") +
                   " AS SELECT id, name, ST_Reverse(geom) AS geom FROM " + schema("base"));
    }
    CHECK(map() == fresh());
    CHECK_FALSE(geometries().has_value());
    CHECK(asked_at_once());
}

TEST_CASE_FIXTURE(GeometryCacheFixture,
                  "geometry cache: if the two results do not match, everything is read at once")
{
    // Row security hides a row from the second statement, as if it were deleted between the two.
    schema.run("DROP ROLE IF EXISTS reader_of_rings");
    schema.run("CREATE ROLE reader_of_rings LOGIN");
    schema.run("GRANT USAGE ON SCHEMA " + schema.name() + " TO reader_of_rings");
    schema.run("GRANT SELECT ON " + schema("t") + " TO reader_of_rings");
    schema.run("ALTER TABLE " + schema("t") + " ENABLE ROW LEVEL SECURITY");
    schema.run("CREATE POLICY p ON " + schema("t") +
               " USING (id <> 5 OR strpos(current_query(), 'ANY(') = 0)");
    test::Request request{databases};
    auto const source = request.open(data, test::conninfo() + " user=reader_of_rings");
    auto const rows = test::read_all(*source->start(query), schema.session());
    lines = std::move(request.lines);
    CHECK(geometries() == 899);
    CHECK(asked_at_once());
    CHECK(rows == fresh());
    schema.run("DROP OWNED BY reader_of_rings");
    schema.run("DROP ROLE reader_of_rings");
}

TEST_CASE_FIXTURE(GeometryCacheFixture, "geometry cache: filters, order, numbers of rows")
{
    (void)map();
    query.order = {{"name", true}};
    query.max_features = 50;
    query.offset = 7;
    CHECK(map() == fresh());
    CHECK(versions() == 50);
    CHECK_FALSE(geometries().has_value());
}

TEST_CASE_FIXTURE(
    GeometryCacheFixture,
    "geometry cache: conditions that are decided here, and an end before the last row")
{
    query.filter = ms::expr::parse("(length('[name]') > 6)"); // from 10 on
    query.max_features = 50;
    auto const rows = map();
    CHECK(rows == fresh());
    CHECK(rows.size() == 50);
    CHECK(geometries() == 50);
    query.max_features = -1;
    CHECK(map() == fresh());
    CHECK(geometries() == 840);
}

TEST_CASE_FIXTURE(GeometryCacheFixture,
                  "geometry cache: large geometries are cut at the box, and not cached")
{
    // Three rings of more than 64 KiB each, one of which is completely visible.
    schema.run("ALTER TABLE " + schema("t") + " ALTER geom SET STORAGE EXTERNAL");
    schema.run(fmt::format(
        "INSERT INTO {} SELECT n, 'large', ST_Buffer(ST_Point(n * 10, 15000, 3857), 9000, 2000)"
        " FROM unnest('{{1500,3000,-500}}'::int[]) n",
        schema("t")));
    analyze();
    CHECK(map() == fresh());
    CHECK(map() == fresh());
    CHECK(geometries() == 2);
}

TEST_CASE_FIXTURE(GeometryCacheFixture, "geometry cache: a small one is right, too")
{
    Databases small{with_cache(4096)};
    CHECK(read(small) == fresh());
    CHECK(versions() == 900);
    CHECK(asked_at_once());
    CHECK(read(small) == fresh());
    CHECK_FALSE(versions().has_value());
    CHECK(asked_at_once());
    CHECK(small.geometries().usage().bytes <= 4096);
}

TEST_CASE_FIXTURE(GeometryCacheFixture,
                  "geometry cache: OFF, columns alone, and sub-selects bypass it")
{
    SUBCASE("PROCESSING")
    {
        test::Request request{databases};
        auto settings = test::settings(data);
        settings.keeps_geometries = false;
        auto const source = request.open(settings);
        CHECK(test::read_all(*source->start(query), schema.session()) == fresh());
        lines = std::move(request.lines);
    }
    SUBCASE("a sub-select")
    {
        data = "geom from (select * from " + schema("t") + ") as s using unique id using srid=3857";
        CHECK(map() == fresh());
    }
    CHECK_FALSE(geometries().has_value());
    CHECK(asked_at_once());
}

TEST_CASE_FIXTURE(GeometryCacheFixture,
                  "geometry cache: a connection lost between two rows is not noticed")
{
    auto const exact = fresh();
    test::WireTap tap;
    auto const map_from = [&](Databases& from) {
        test::Request request{from};
        auto const source = request.open(data, tap.conninfo());
        return test::read_all(*source->start(query), schema.session());
    };
    Databases cold{with_cache(64 * mebibyte)};
    CHECK(map_from(databases) == exact);
    auto const bytes_of_all = tap.bytes();
    auto const connections = tap.connections();
    tap.reset();
    CHECK(map_from(databases) == exact);
    auto const bytes_of_versions = tap.bytes();
    REQUIRE(bytes_of_versions * 2 < bytes_of_all);
    tap.reset();

    SUBCASE("of versions")
    {
        tap.cut_after(bytes_of_versions / 2);
        CHECK(map_from(databases) == exact);
        CHECK(tap.connections() == 1);
    }
    SUBCASE("of geometries")
    {
        tap.cut_after(bytes_of_all - bytes_of_all / 4);
        CHECK(map_from(cold) == exact);
        CHECK(tap.connections() == connections + 1);
    }
}
