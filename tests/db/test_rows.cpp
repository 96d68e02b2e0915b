// SPDX-License-Identifier: MIT
#include "db/database.hpp"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>

using ms::geometry::Box;
using ms::geometry::Kind;
using test::everything;
using test::Rows;

namespace {

/// A fresh process with one request, and a table of points, lines and polygons.
struct RowsFixture {
    test::Schema schema;
    ms::source::postgis::Databases databases;
    test::Request request{databases};

    Rows read(std::string const& data, ms::source::Query const& query)
    {
        return read(test::settings(data), query);
    }

    Rows read(ms::source::postgis::LayerSettings settings, ms::source::Query const& query)
    {
        auto const source = request.open(std::move(settings));
        auto const cursor = source->start(query);
        auto rows = test::read_all(*cursor, schema.session());
        std::ranges::sort(rows);
        return rows;
    }

    /// points (id, name): 1 a at (1 1), 2 b at (2 2) ... 5 e at (5 5)
    std::string points()
    {
        schema.run("CREATE TABLE " + schema("points") +
                   " (id int PRIMARY KEY, name text, geom geometry(Point, 4326))");
        schema.run("INSERT INTO " + schema("points") +
                   " SELECT i, chr(96 + i), ST_Point(i, i, 4326) FROM generate_series(1, 5) i");
        return schema("points");
    }
};

ms::source::Query inside(Box const& box, Kind kind = Kind::Point,
                         std::vector<std::string> fields = {"name"})
{
    auto query = everything(kind, std::move(fields));
    query.box = box;
    return query;
}

} // namespace

TEST_CASE_FIXTURE(RowsFixture, "rows: polygons, attributes and keys equal those of PostGIS")
{
    schema.run("CREATE TABLE " + schema("land") + R"( (id int PRIMARY KEY, name text,
        area numeric(8,2), seen timestamp, geom geometry(MultiPolygon, 3857)))");
    schema.run("INSERT INTO " + schema("land") + R"( VALUES
        (1, 'Zürich', 12.50, '2024-02-29 12:00',
         'SRID=3857;MULTIPOLYGON(((0 0,10 0,10 10,0 10,0 0),(2 2,4 2,4 4,2 2)))'),
        (2, NULL, NULL, NULL,
         'SRID=3857;MULTIPOLYGON(((20 0,30 0,30 10,20 0)),((40 0,50 0,50 10,40 0)))'))");
    auto query = everything(Kind::Polygon, {"name", "area", "seen"});
    query.with_ids = true;

    CHECK(read("geom from " + schema("land"), query) ==
          Rows{{"<null>", "<null>", "<null>", "2",
                "MULTIPOLYGON(((20 0,30 0,30 10,20 0)),((40 0,50 0,50 10,40 0)))"},
               {"Zürich", "12.50", "2024-02-29 12:00:00", "1",
                "POLYGON((0 0,10 0,10 10,0 10,0 0),(2 2,4 2,4 4,2 2))"}});
}

TEST_CASE_FIXTURE(RowsFixture, "rows: only those whose box meets the query's box")
{
    CHECK(read("geom from " + points(), inside({1.5, 1.5, 3, 3})) ==
          Rows{{"b", "POINT(2 2)"}, {"c", "POINT(3 3)"}});
}

TEST_CASE_FIXTURE(RowsFixture, "rows: the one with the requested key, with every other condition")
{
    auto const table = points();
    auto query = everything(Kind::Point, {"name"});
    auto const by_id = [&](char const* id) {
        query.id = id;
        return read("geom from " + table, query);
    };
    CHECK(by_id("2") == Rows{{"b", "POINT(2 2)"}});
    CHECK(by_id("-1").empty());
    CHECK(by_id("99999999999").empty()); // more than an int holds
    CHECK(by_id("1 OR true").empty());
    CHECK(by_id("'").empty());
}

TEST_CASE_FIXTURE(RowsFixture,
                  "rows: a sub-select with using unique and using srid, in any order and case")
{
    auto const table = points();
    Rows const expected{{"b!", "2", "POINT(2 2)"}};
    auto query = inside({1.5, 1.5, 2.5, 2.5});
    query.with_ids = true;
    auto const subselect = "geom FROM (select id, name || '!' as name, geom\n\tfrom " + table +
                           " -- using all\n) as t ";

    CHECK(read(subselect + "using unique id using srid=4326", query) == expected);
    CHECK(read(subselect + "USING SRID = 4326\nUsing Unique \"id\"", query) == expected);
    CHECK(read("GEOM FROM " + table + " USING UNIQUE ID", query) == Rows{{"b", "2", "POINT(2 2)"}});
}

TEST_CASE_FIXTURE(RowsFixture,
                  "rows: the SRID is found for tables, for sub-selects and for computed geometry")
{
    auto const table = points();
    Rows const expected{{"b", "POINT(2 2)"}};
    auto const query = inside({1.5, 1.5, 2.5, 2.5});

    CHECK(read("geom from (select * from " + table + ") as t", query) == expected);
    CHECK(read("geom from (select name, ST_Force2D(geom) as geom from " + table + ") as t",
               query) == expected);
    schema.run("ALTER TABLE " + table + " ALTER geom TYPE geometry");
    CHECK(read("geom from " + table, query) == expected);
}

TEST_CASE_FIXTURE(RowsFixture, "rows: !BOX! replaces our own condition on the box")
{
    auto const table = points();
    auto const data = "geom from (select * from " + table +
                      " where geom && !BOX! or id = 5) as t using srid=4326";
    CHECK(read(data, inside({1.5, 1.5, 2.5, 2.5})) ==
          Rows{{"b", "POINT(2 2)"}, {"e", "POINT(5 5)"}});
}

TEST_CASE_FIXTURE(RowsFixture, "rows: the database counts them, for any key")
{
    auto const table = points();
    for (auto const& data : {"geom from " + table,
                             "geom from (select * from " + table + ") as t using unique missing"}) {
        CHECK(request.open(data)->count() == 5);
    }
    auto one = test::settings("geom from (select * from " + table + " where name = $1) as t");
    one.bind_values = {"c"};
    CHECK(request.open(one)->count() == 1);
    CHECK_THROWS_WITH_AS((void)request.open("geom from " + table + "_missing")->count(),
                         doctest::Contains("layer \"test\""), ms::Error);
}

// As in MapServer 8.0.0, which queries the table behind FROM.
TEST_CASE_FIXTURE(RowsFixture,
                  "rows: a sub-select around !BOX! is counted and measured as the table it reads")
{
    auto const source = request.open("geom from (select * from " + points() +
                                     " where geom && !BOX! and id < 3) as t using srid=4326");
    CHECK(source->count() == 5);
    CHECK(source->extent() == Box{1, 1, 5, 5});
}

TEST_CASE_FIXTURE(RowsFixture, "rows: pixel size, scale and zoom reach the layer's SQL")
{
    points();
    auto query = everything(Kind::Point, {"w", "h", "s", "z", "text"});
    query.pixel_size = 0.5;
    query.scale_denominator = 1000000;
    // 559082264.03 / 1000000 is 2^9.13.
    CHECK(read("geom from (select !PIXEL_WIDTH! w, !PIXEL_HEIGHT! * 2 h, !SCALE_DENOMINATOR!::int "
               "s, !ZOOM! z, "
               "'z!ZOOM!' as text, geom from " +
                   schema("points") + " where id = 1) as t",
               query) == Rows{{"0.5", "1", "1000000", "9", "z9", "POINT(1 1)"}});
}

TEST_CASE_FIXTURE(RowsFixture,
                  "rows: views, materialized views, partitions and functions are sources too")
{
    auto const table = points();
    schema.run("CREATE VIEW " + schema("v") + " AS SELECT * FROM " + table);
    schema.run("CREATE MATERIALIZED VIEW " + schema("m") + " AS SELECT * FROM " + table);
    schema.run("CREATE TABLE " + schema("p") +
               " (name text, geom geometry(Point,4326)) PARTITION BY LIST (name)");
    schema.run("CREATE TABLE " + schema("p1") + " PARTITION OF " + schema("p") +
               " FOR VALUES IN ('b')");
    schema.run("INSERT INTO " + schema("p") + " SELECT name, geom FROM " + table +
               " WHERE name = 'b'");
    schema.run("CREATE FUNCTION " + schema("f") + "(int) RETURNS SETOF " + table +
               " LANGUAGE sql STABLE AS 'SELECT * FROM " + table + " WHERE id <= $1'");
    Rows const expected{{"b", "POINT(2 2)"}};
    auto const query = inside({1.5, 1.5, 2.5, 2.5});

    for (auto const& source : {schema("v"), schema("m"), schema("p"), schema("f") + "(3) as t"}) {
        CAPTURE(source);
        CHECK(read("geom from " + source, query) == expected);
    }
}

TEST_CASE_FIXTURE(RowsFixture, "rows: names in mixed case, with spaces and quotes")
{
    schema.run("CREATE TABLE " + schema("\"Mixed \"\"Case\"") +
               " (\"Id\" int PRIMARY KEY, \"The Name\" text, \"q\"\"uote\" text, \"Geom\" "
               "geometry(Point,4326))");
    schema.run("INSERT INTO " + schema("\"Mixed \"\"Case\"") +
               " VALUES (7, 'n', 'q', ST_Point(1, 2, 4326))");
    auto query = everything(Kind::Point, {"The Name", "q\"uote"});
    query.with_ids = true;

    CHECK(read("Geom from " + schema("\"Mixed \"\"Case\""), query) ==
          Rows{{"n", "q", "7", "POINT(1 2)"}});
    CHECK(read("\"Geom\" from " + schema("\"Mixed \"\"Case\"") + " using unique Id", query) ==
          Rows{{"n", "q", "7", "POINT(1 2)"}});
}

TEST_CASE_FIXTURE(RowsFixture,
                  "rows: a column is found in another case than the mapfile's, but not twice")
{
    points();
    CHECK(read("GEOM from " + schema("points"),
               inside({1.5, 1.5, 2.5, 2.5}, Kind::Point, {"NAME"})) == Rows{{"b", "POINT(2 2)"}});
}

TEST_CASE_FIXTURE(RowsFixture, "rows: keys may be texts and uuids")
{
    schema.run("CREATE TABLE " + schema("t") +
               " (code text PRIMARY KEY, geom geometry(Point,4326))");
    schema.run("CREATE TABLE " + schema("u") +
               " (id uuid NOT NULL UNIQUE, geom geometry(Point,4326))");
    schema.run("INSERT INTO " + schema("t") + " VALUES ('it''s', ST_Point(1, 2, 4326))");
    schema.run("INSERT INTO " + schema("u") +
               " VALUES ('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', ST_Point(1, 2, 4326))");
    auto query = everything(Kind::Point);
    query.with_ids = true;

    CHECK(read("geom from " + schema("t"), query) == Rows{{"it's", "POINT(1 2)"}});
    CHECK(read("geom from " + schema("u"), query) ==
          Rows{{"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "POINT(1 2)"}});
}

TEST_CASE_FIXTURE(RowsFixture, "rows: they are found by keys of any type")
{
    schema.run("CREATE TYPE " + schema("mood") + " AS ENUM ('sad', 'ok')");
    std::vector<std::pair<std::string, std::string>> const keys{
        {"uuid", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"},
        {"date", "2024-02-29"},
        {"numeric", "1.50"},
        {"text", "it's"},
        {schema("mood"), "ok"},
        {"timestamptz", "2024-02-29 12:00:00+00"}};
    for (auto const& [type, key] : keys) {
        schema.run("DROP TABLE IF EXISTS " + schema("k"));
        schema.run("SET timezone = 'UTC'");
        schema.run("CREATE TABLE " + schema("k") + " AS SELECT $$" + key + "$$::" + type +
                   " AS key, ST_Point(1, 2, 4326)::geometry(Point,4326) AS geom");
        auto const data = "geom from (select * from " + schema("k") + " /* " + type +
                          " */) as t using unique key using srid=4326";
        auto query = everything(Kind::Point);
        query.id = key;
        CHECK(read(data, query) == Rows{{"POINT(1 2)"}});
        query.id = "0";
        CHECK(read(data, query).empty());
    }
}

TEST_CASE_FIXTURE(
    RowsFixture,
    "rows: NULL is left out, EMPTY is a feature without points, a wrong kind is counted")
{
    schema.run("CREATE TABLE " + schema("mixed") + " (id int, geom geometry)");
    schema.run("INSERT INTO " + schema("mixed") +
               " VALUES (1, NULL), (2, 'POLYGON EMPTY'), (3, 'POINT(1 1)'), (4, 'POLYGON((0 0,1 "
               "0,1 1,0 0))')");
    auto const source = request.open("geom from " + schema("mixed"));
    auto const cursor = source->start(everything(Kind::Polygon, {"id"}));

    ms::feature::FeatureBatch batch;
    REQUIRE(cursor->next(batch));
    CHECK(batch.size() == 2);
    CHECK(batch.geometry.kinds[0] == Kind::None);
    CHECK(batch.attributes[0][1] == "4");
    CHECK(batch.skipped == 1);
    CHECK_FALSE(cursor->next(batch));
}

TEST_CASE_FIXTURE(RowsFixture,
                  "rows: geographies are found by their flat box, also along a parallel")
{
    schema.run("CREATE TABLE " + schema("places") + " (name text, geog geography(Point))");
    // Halfway along the southern edge of the box a great circle between its corners runs at 33.7 N.
    schema.run("INSERT INTO " + schema("places") +
               " VALUES ('edge', 'POINT(0 30)'), ('inside', 'POINT(10 40)'), ('outside', 'POINT(0 "
               "29.9)')");
    auto const expected = Rows{{"edge", "POINT(0 30)"}, {"inside", "POINT(10 40)"}};

    CHECK(read("geog from " + schema("places"), inside({-30, 30, 30, 60})) == expected);
    CHECK(read("geog from " + schema("places"), inside({-170, 30, 170, 60})) == expected);
}

TEST_CASE_FIXTURE(RowsFixture, "rows: at most max_features")
{
    auto query = everything(Kind::Point, {"name"});
    query.max_features = 2;
    CHECK(read("geom from " + points(), query).size() == 2);
    query.max_features = 0;
    CHECK(read("geom from " + schema("points"), query).empty());
}

TEST_CASE_FIXTURE(RowsFixture,
                  "rows: NATIVE_FILTER and BINDVALS, which number their parameters first")
{
    auto settings = test::settings("geom from (select * from " + points() +
                                   " where id >= $1) as t using srid=4326");
    settings.bind_values = {"2", "d"};
    settings.native_filter = "name < $2 OR false";
    CHECK(read(settings, inside({0, 0, 9, 9})) == Rows{{"b", "POINT(2 2)"}, {"c", "POINT(3 3)"}});
}

TEST_CASE_FIXTURE(RowsFixture,
                  "rows: FORCE2D drops Z and M on the server, without an effect on the result")
{
    schema.run("CREATE TABLE " + schema("z") + " AS SELECT 'POINT ZM (1 2 3 4)'::geometry AS geom");
    auto settings = test::settings("geom from " + schema("z"));
    CHECK(read(settings, everything(Kind::Point)) == Rows{{"POINT(1 2)"}});
    settings.force_2d = true;
    CHECK(read(settings, everything(Kind::Point)) == Rows{{"POINT(1 2)"}});
}

TEST_CASE_FIXTURE(RowsFixture, "rows: many of them come in batches of bounded size, each row once")
{
    schema.run("CREATE TABLE " + schema("many") +
               " AS SELECT i AS id, ST_Point(i, 0) AS geom FROM generate_series(1, 10000) i");
    auto const source = request.open("geom from " + schema("many"));
    auto const cursor = source->start(everything(Kind::Point, {"id"}));
    ms::feature::FeatureBatch batch;
    std::vector<int> ids;
    std::size_t largest = 0;
    while (cursor->next(batch)) {
        largest = std::max(largest, batch.size());
        for (std::size_t row = 0; row < batch.size(); ++row) {
            ids.push_back(std::stoi(std::string{batch.attributes[0][row]}));
        }
    }
    std::ranges::sort(ids);
    CHECK(largest <= 2048);
    REQUIRE(ids.size() == 10000);
    CHECK(ids.front() == 1);
    CHECK(ids.back() == 10000);
    CHECK(std::ranges::adjacent_find(ids) == ids.end());
}

TEST_CASE_FIXTURE(RowsFixture, "schema: all columns but the geometry, with their types")
{
    schema.run("CREATE TABLE " + schema("types") +
               " (a boolean, b smallint, c int, d bigint, e real, f numeric(8,2), g numeric(5,0), "
               "h date, i time, "
               "j timestamptz, k varchar(20), l uuid, geom geometry)");
    using enum ms::feature::FieldType;
    std::vector<ms::feature::Field> const expected{
        {"a", Boolean}, {"b", Integer},    {"c", Integer},       {"d", Long},
        {"e", Real},    {"f", Real, 8, 2}, {"g", Integer, 5, 0}, {"h", Date},
        {"i", Time},    {"j", DateTime},   {"k", Text, 20, 0},   {"l", Text}};

    CHECK(request.open("geom from " + schema("types"))->schema().fields == expected);
    CHECK(request.open("geom from (select * from " + schema("types") + ") as t")->schema().fields ==
          expected);
}

TEST_CASE_FIXTURE(RowsFixture, "schema: a column of a domain has the type below it")
{
    schema.run("CREATE DOMAIN " + schema("code") + " AS varchar(5)");
    schema.run("CREATE DOMAIN " + schema("short_code") + " AS " + schema("code") +
               " CHECK (length(VALUE) < 3)");
    schema.run("CREATE DOMAIN " + schema("place") + " AS geometry(Point, 4326)");
    schema.run("CREATE DOMAIN " + schema("own_place") + " AS " + schema("place") + " NOT NULL");
    schema.run("CREATE TABLE " + schema("domains") + " (id int PRIMARY KEY, name " +
               schema("short_code") + ", geom " + schema("own_place") + ")");
    schema.run("INSERT INTO " + schema("domains") + " VALUES (1, 'a', 'SRID=4326;POINT(1 1)')");
    auto const data = "geom from " + schema("domains");
    CHECK(request.open(data)->schema().fields[1] ==
          ms::feature::Field{"name", ms::feature::FieldType::Text, 5});
    CHECK(read(data, inside({0, 0, 2, 2})) == Rows{{"a", "POINT(1 1)"}});
}

TEST_CASE_FIXTURE(RowsFixture,
                  "extent: of few rows it is exact, regardless of the planner's estimate")
{
    auto const table = points();
    schema.run("ANALYZE " + table);
    auto const extent = request.open("geom from " + table)->extent();
    REQUIRE(extent);
    CHECK(extent->min_x == 1);
    CHECK(extent->max_y == 5);
}

// As in MapServer 8.0.0.
TEST_CASE_FIXTURE(RowsFixture, "extent: NATIVE_FILTER chooses what it holds")
{
    auto const table = points();
    auto filtered = test::settings("geom from " + table);
    filtered.native_filter = "id between 2 and 3";
    CHECK(request.open(filtered)->extent() == Box{2, 2, 3, 3});
    CHECK(request.open("geom from " + table)->extent() == Box{1, 1, 5, 5});
}

TEST_CASE_FIXTURE(RowsFixture, "extent: many rows are not read, the planner's estimate has to do")
{
    auto const table = schema("many");
    schema.run("CREATE TABLE " + table + " (id int PRIMARY KEY, geom geometry(Point, 4326))");
    schema.run("INSERT INTO " + table +
               " SELECT i, ST_SetSRID(ST_MakePoint(i / 1000.0, 1), 4326)"
               " FROM generate_series(1000, 21000) AS i");
    schema.run("ANALYZE " + table);
    // A row that is not in the statistics.
    schema.run("INSERT INTO " + table + " VALUES (1, ST_SetSRID(ST_MakePoint(170, 1), 4326))");
    auto const extent = request.open("geom from " + table)->extent();
    REQUIRE(extent);
    CHECK(extent->min_x == doctest::Approx(0.9).epsilon(0.2));
    CHECK(extent->max_x == doctest::Approx(21).epsilon(0.05));
}

/// 12,000 points, x from 1 to 12, in a table that is created by `create`.
struct ManyPoints : RowsFixture {
    std::string const table = schema("pieces");

    void fill(std::string const& create)
    {
        schema.run(create);
        schema.run("INSERT INTO " + table +
                   " SELECT i, i % 3, ST_SetSRID(ST_MakePoint(i / 1000.0, 1), 4326)"
                   " FROM generate_series(1000, 12000) AS i");
    }
    std::pair<double, double> width()
    {
        auto const extent = request.open("geom from " + table)->extent();
        REQUIRE(extent);
        return {extent->min_x, extent->max_x};
    }
    std::string const columns = " (id int, k int, geom geometry(Point, 4326))";
};

// ST_EstimatedExtent raises an error for the index of a partitioned table (PostGIS 3.3.2).
TEST_CASE_FIXTURE(ManyPoints, "extent: of a partitioned table it is that of its partitions")
{
    fill("CREATE TABLE " + table + columns + " PARTITION BY LIST (k); CREATE TABLE " +
         schema("p0") + " PARTITION OF " + table + " FOR VALUES IN (0); CREATE TABLE " +
         schema("p1") + " PARTITION OF " + table + " FOR VALUES IN (1) PARTITION BY LIST (k);" +
         "CREATE TABLE " + schema("p11") + " PARTITION OF " + schema("p1") +
         " FOR VALUES IN (1); CREATE TABLE " + schema("p2") + " PARTITION OF " + table +
         " DEFAULT; CREATE INDEX ON " + table + " USING gist (geom)");
    for (auto const* const part : {"p0", "p11", "p2"}) {
        schema.run("ANALYZE " + schema(part));
    }
    auto const [min_x, max_x] = width();
    CHECK(min_x == doctest::Approx(1).epsilon(0.01));
    CHECK(max_x == doctest::Approx(12).epsilon(0.01));
}

TEST_CASE_FIXTURE(ManyPoints, "extent: of a table with heirs it includes theirs")
{
    schema.run("CREATE TABLE " + table + columns);
    fill("CREATE TABLE " + schema("heir") + " () INHERITS (" + table + ")");
    schema.run("UPDATE " + table + " SET geom = ST_Translate(geom, 0, 0)");
    schema.run("INSERT INTO " + schema("heir") + " VALUES (0, 0, ST_Point(20, 1, 4326))");
    schema.run("CREATE INDEX ON " + table + " USING gist (geom); ANALYZE " + table +
               "; CREATE INDEX ON " + schema("heir") + " USING gist (geom); ANALYZE " +
               schema("heir"));
    CHECK(width().second == doctest::Approx(20));
}

TEST_CASE_FIXTURE(ManyPoints, "extent: an index of some rows does not say where all are")
{
    fill("CREATE TABLE " + table + columns);
    schema.run("CREATE INDEX ON " + table + " USING gist (geom) WHERE id < 2000; ANALYZE " + table);
    CHECK(width().second == doctest::Approx(12));
}

TEST_CASE_FIXTURE(RowsFixture, "extent: without estimates the rows are read, once")
{
    auto const table = points();
    for (std::string const& data : {table, "(SELECT id, ST_Translate(geom, 0, 0) AS geom FROM " +
                                               table + ") AS t USING UNIQUE id USING srid=4326"}) {
        auto const box = [&] {
            auto const extent = request.open("geom from " + data)->extent();
            REQUIRE(extent);
            return std::to_string(std::lround(extent->min_x)) + ' ' +
                   std::to_string(std::lround(extent->max_y));
        };
        auto const expected = schema.session().ask(
            "SELECT ST_XMin(b) || ' ' || ST_YMax(b) FROM (SELECT ST_Extent(geom) AS b FROM " +
            table + ") AS e");
        CHECK(box() == expected);
        schema.run("UPDATE " + table + " SET geom = ST_Translate(geom, 0, 100)");
        CHECK(box() == expected); // remembered
    }
}

TEST_CASE_FIXTURE(RowsFixture, "extent: a slow computation is stopped, and no request repeats it")
{
    auto const table = points();
    schema.run("CREATE SEQUENCE " + schema("asked"));
    auto const data = "geom from (SELECT id, ST_Translate(geom, 0, 0) AS geom FROM " + table +
                      ", (SELECT nextval('" + schema("asked") +
                      "'), pg_sleep(30)) AS w) AS t USING UNIQUE id USING srid=4326";
    CHECK_FALSE(request.open(data)->extent());
    CHECK_FALSE(request.open(data)->extent());
    CHECK(schema.session().ask("SELECT last_value FROM " + schema("asked")) == "1");
}
