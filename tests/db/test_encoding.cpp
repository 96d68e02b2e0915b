// SPDX-License-Identifier: MIT
#include "db/database.hpp"
#include "db/wire_tap.hpp"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fstream>

using ms::geometry::Kind;
using ms::source::postgis::Databases;
using ms::source::postgis::EncodingWish;

namespace {

constexpr double side = 350000; // of the square that the polygons fill, in metres
constexpr double pixel = 350;   // drawn 1000 pixels wide

/// 2,500 bumpy discs in a square, `vertices` each: dense ones are typical of surveys.
std::string discs(test::Schema& schema, std::string const& name, int vertices)
{
    schema.run("CREATE TABLE " + schema(name) +
               " (id int PRIMARY KEY, geom geometry(Polygon,3857))");
    schema.run("INSERT INTO " + schema(name) +
               fmt::format(R"(
        SELECT c, ST_SetSRID(ST_MakePolygon(ST_MakeLine(array_append(points, points[1]))), 3857) FROM (
          SELECT c, array_agg(ST_Point(3500 + (c % 50) * 7000 + cos(a) * r, 3500 + (c / 50) * 7000 + sin(a) * r)
                              ORDER BY k) AS points
            FROM (SELECT c, k, 2 * pi() * k / {0} AS a,
                         3200 * (1 + 0.08 * sin(6 * pi() * k / {0} + c) + 0.01 * sin(c * k * 12.9898)) AS r
                    FROM generate_series(0, 2499) c, generate_series(0, {0} - 1) k) AS polar GROUP BY c) AS disc)",
                           vertices));
    schema.run("ANALYZE " + schema(name));
    return "geom from " + schema(name);
}

ms::source::Query whole_map()
{
    auto query = test::everything(Kind::Polygon);
    query.box = ms::geometry::Box{0, 0, side, side};
    query.pixel_size = pixel;
    return query;
}

struct EncodingFixture {
    test::Schema schema;
    test::WireTap tap;
    Databases databases;
    test::Request request{databases};

    std::size_t bytes(std::string const& data, EncodingWish encoding)
    {
        auto settings = test::settings(data, tap.conninfo());
        settings.encoding = encoding;
        auto const source = request.open(settings);
        (void)source->schema(); // learned before counting
        tap.reset();
        CHECK(test::count_all(*source->start(whole_map())) == 2500);
        return tap.bytes();
    }

    /// The points of all rows, one after another.
    struct Answer {
        std::vector<ms::geometry::Point> points;
        std::vector<Kind> kinds;
        std::size_t skipped = 0;
    };

    Answer read(std::string const& data, EncodingWish encoding, ms::source::Query const& query)
    {
        auto settings = test::settings(data);
        settings.encoding = encoding;
        auto const source = request.open(settings);
        auto const cursor = source->start(query);
        ms::feature::FeatureBatch batch;
        Answer answer;
        while (cursor->next(batch)) {
            std::ranges::copy(batch.geometry.points, std::back_inserter(answer.points));
            std::ranges::copy(batch.geometry.kinds, std::back_inserter(answer.kinds));
            answer.skipped += batch.skipped;
        }
        return answer;
    }
};

/// Resident memory at its highest so far, in MiB.
double peak_memory()
{
    std::ifstream status{"/proc/self/status"};
    for (std::string word; status >> word;) {
        if (word == "VmHWM:") {
            double kib = 0;
            status >> kib;
            return kib / 1024;
        }
    }
    return 0;
}

void forget_peak()
{
    std::ofstream{"/proc/self/clear_refs"} << '5';
}

} // namespace

TEST_CASE_FIXTURE(EncodingFixture,
                  "encoding: bytes on the wire for a dense layer and a generalised one")
{
    auto const dense = discs(schema, "dense", 420); // 1,052,500 vertices
    auto const wkb = static_cast<double>(bytes(dense, EncodingWish::Wkb));
    CHECK(static_cast<double>(bytes(dense, EncodingWish::Hex)) / wkb ==
          doctest::Approx(2.0).epsilon(0.01));
    CHECK(wkb / static_cast<double>(bytes(dense, EncodingWish::Auto)) > 80);

    auto const generalised = discs(schema, "generalised", 90); // 227,500 vertices
    CHECK(static_cast<double>(bytes(generalised, EncodingWish::Wkb)) /
              static_cast<double>(bytes(generalised, EncodingWish::Auto)) >
          12);
}

TEST_CASE_FIXTURE(EncodingFixture,
                  "encoding: a million vertices add less than 32 MiB, they are streamed")
{
    auto const dense = discs(schema, "dense", 420);
    auto settings = test::settings(dense);
    settings.encoding = EncodingWish::Wkb;
    auto const source = request.open(settings);
    (void)source->schema();
    forget_peak();
    auto const before = peak_memory();
    CHECK(test::count_all(*source->start(whole_map())) == 2500);
    CHECK(peak_memory() - before < 32);
}

TEST_CASE_FIXTURE(EncodingFixture,
                  "encoding: TWKB moves no vertex by more than 1/32 pixel in x and y")
{
    auto const data = discs(schema, "some", 40);
    auto const query = whole_map();
    auto const exact = read(data, EncodingWish::Wkb, query);
    auto const coded = read(data, EncodingWish::Twkb, query);
    REQUIRE(exact.points.size() == coded.points.size());
    double worst = 0;
    for (std::size_t i = 0; i < exact.points.size(); ++i) {
        worst = std::max({worst, std::abs(exact.points[i].x - coded.points[i].x),
                          std::abs(exact.points[i].y - coded.points[i].y)});
    }
    CHECK(worst > 0);
    CHECK(worst <= pixel / 32 + 1e-9);
}

TEST_CASE_FIXTURE(EncodingFixture,
                  "encoding: full precision stays exact with every option, HEX is WKB")
{
    auto const data = discs(schema, "some", 40);
    auto query = whole_map();
    auto const exact = read(data, EncodingWish::Wkb, query);
    CHECK(read(data, EncodingWish::Hex, query).points == exact.points);
    query.pixel_size = 0;
    CHECK(read(data, EncodingWish::Auto, query).points == exact.points);
    CHECK(read(data, EncodingWish::Twkb, query).points == exact.points);
}

TEST_CASE_FIXTURE(
    EncodingFixture,
    "encoding: shapes that TWKB does not know arrive all the same, in one layer with others")
{
    schema.run("CREATE TABLE " + schema("shapes") + " (geom geometry)");
    schema.run("INSERT INTO " + schema("shapes") + R"( VALUES
        ('SRID=3857;POLYGON((0 0,9000 0,9000 9000,0 0))'),
        ('SRID=3857;CURVEPOLYGON(CIRCULARSTRING(0 0,5000 5000,10000 0,5000 -5000,0 0))'),
        ('SRID=3857;TIN(((0 0 1,7000 0 1,0 7000 1,0 0 1)))'),
        ('SRID=3857;TRIANGLE((0 0,7000 0,0 7000,0 0))'),
        ('SRID=3857;POLYHEDRALSURFACE(((0 0 0,7000 0 0,7000 7000 0,0 0 0)))'),
        ('SRID=3857;MULTISURFACE(CURVEPOLYGON(CIRCULARSTRING(0 0,5000 5000,10000 0,5000 -5000,0 0)))'),
        ('SRID=3857;GEOMETRYCOLLECTION(POLYGON((0 0,9000 0,9000 9000,0 0)),POINT(1 1))'),
        ('SRID=3857;POLYGON Z ((0 0 5,9000 0 5,9000 9000 5,0 0 5))'),
        ('SRID=3857;POLYGON ZM ((0 0 5 1,9000 0 5 2,9000 9000 5 3,0 0 5 1))'),
        ('SRID=3857;POLYGON EMPTY'))");
    auto query = test::everything(Kind::Polygon);
    query.pixel_size = pixel;
    for (auto const wish : {EncodingWish::Wkb, EncodingWish::Twkb, EncodingWish::Auto}) {
        auto const answer = read("geom from " + schema("shapes"), wish, query);
        CHECK(answer.kinds.size() == 10);
        CHECK(answer.skipped == 0);
    }
}

TEST_CASE_FIXTURE(EncodingFixture, "encoding: polygons smaller than a pixel do not vanish")
{
    schema.run("CREATE TABLE " + schema("small") +
               " AS SELECT i AS id, ST_Buffer(ST_Point(i * 1000, 0, 3857), 20, 16) "
               "::geometry(Polygon,3857) AS geom FROM generate_series(1, 1000) i");
    schema.run("ANALYZE " + schema("small"));
    auto query = test::everything(Kind::Polygon);
    query.pixel_size = pixel;
    auto const answer = read("geom from " + schema("small"), EncodingWish::Auto, query);
    CHECK(answer.kinds.size() == 1000);
    CHECK(std::ranges::count(answer.kinds, Kind::Polygon) == 1000);
    CHECK(answer.points.size() < 10000); // of 65,000
}

TEST_CASE_FIXTURE(EncodingFixture,
                  "encoding: of a geometry much larger than the map only the part in sight travels")
{
    schema.run("CREATE TABLE " + schema("coast") + " (id int, geom geometry(Polygon,3857))");
    // A disc of 100 km with 200,000 vertices on its shore, and a box of 1 km across it.
    schema.run("INSERT INTO " + schema("coast") + R"( SELECT 1,
        ST_SetSRID(ST_MakePolygon(ST_AddPoint(shore, ST_StartPoint(shore))), 3857) FROM (
          SELECT ST_MakeLine(ST_Point(100000 * cos(a) + 20 * sin(k), 100000 * sin(a) + 20 * cos(k)) ORDER BY k) AS shore
            FROM (SELECT k, 2 * pi() * k / 200000 AS a FROM generate_series(0, 199999) k) s) s)");
    schema.run("ANALYZE " + schema("coast"));
    auto query = test::everything(Kind::Polygon);
    query.box = ms::geometry::Box{99500, -500, 100500, 500};
    query.pixel_size = 1;

    auto const answer = read("geom from " + schema("coast"), EncodingWish::Auto, query);
    REQUIRE(answer.kinds == std::vector{Kind::Polygon});
    CHECK(answer.points.size() < 2000);
    for (auto const& point : answer.points) {
        CHECK(query.box->grown(16.5).contains(point));
    }
}

TEST_CASE_FIXTURE(EncodingFixture,
                  "encoding: what a near database sends as WKB is what TWKB gives, bit for bit")
{
    // Crossing, doubled and empty parts, vertices closer than the grid, far from its origin.
    schema.run("SELECT setseed(0.2015)");
    auto const fill = [&](std::string const& name, std::string const& type,
                          std::string const& shape) {
        schema.run("CREATE TABLE " + schema(name) + " (id int PRIMARY KEY, geom geometry(" + type +
                   ",3857))");
        schema.run("INSERT INTO " + schema(name) + " SELECT i, " + shape + R"( FROM (
            SELECT i, 10.0 ^ (i % 4) AS s, 1 + i % 7 AS n, ST_SetSRID(ST_MakeLine(ARRAY(
                     SELECT ST_Point(1e5 + i * 37 + random() * 10.0 ^ (i % 4), 2e5 - random() * 10.0 ^ (i % 4))
                       FROM generate_series(0, 1 + i % 7))), 3857) AS line FROM generate_series(1, 4000) i) AS drawn)");
        schema.run("ANALYZE " + schema(name));
        return "geom from " + schema(name) + " using unique id using srid=3857";
    };
    auto const area = "ST_Buffer(ST_StartPoint(line), s, 1 + n % 2)";
    for (auto const& [type, shape] : std::vector<std::pair<std::string, std::string>>{
             {"LineString", "line"},
             {"MultiLineString", "ST_Collect(line, ST_Reverse(line))"},
             {"Polygon", std::string{area}},
             {"MultiPolygon",
              fmt::format("ST_Multi(ST_Difference({0}, ST_Buffer(ST_StartPoint(line), s / 3, 1)))",
                          area)}}) {
        CAPTURE(type);
        auto const data = fill("of_" + type, type, shape);
        for (auto const kind : {Kind::Line, Kind::Polygon}) {
            auto query = test::everything(kind);
            query.box = ms::geometry::Box{1e5 + 1.3, 1e5, 3e5, 3e5};
            for (double const size : {0.1, 1.7, 100.0}) {
                query.pixel_size = size;
                auto const snapped = read(data, EncodingWish::Auto, query);
                auto const coded = read(data, EncodingWish::Twkb, query);
                CHECK(snapped.kinds.size() + snapped.skipped > 1000);
                CHECK(snapped.points == coded.points);
                CHECK(snapped.kinds == coded.kinds);
                CHECK(snapped.skipped == coded.skipped);
            }
        }
        auto const plan = request.open(test::settings(data))->explain([] {
            auto query = test::everything(Kind::Line);
            query.pixel_size = 1;
            return query;
        }());
        CHECK(plan.find("geometry: WKB, moved onto the grid here") != std::string::npos);
    }
}
