// SPDX-License-Identifier: MIT
// Values and numbers are those that MapServer 8.0.0's classes of scripts give for the same file.
#include "source/ogr/source.hpp"

#include "ogr/load.hpp"
#include "source/layer_error.hpp"
#include "source/postgis/link/databases.hpp"
#include "source/registry.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace {

using namespace ms::source;
using ms::Error;
using ms::ErrorKind;
using ms::geometry::Box;
using ms::geometry::Kind;
using ms::mapfile::ConnectionType;

constexpr std::string_view areas = R"({"type":"FeatureCollection","name":"areas","features":[
{"type":"Feature","id":7,"properties":{"name":"Köln","n":1,"x":1.5,"d":"2020-01-02"},
 "geometry":{"type":"Polygon","coordinates":[[[1,1],[5,1],[5,5],[1,5],[1,1]],[[2,2],[3,2],[3,3],[2,3],[2,2]]]}},
{"type":"Feature","id":8,"properties":{"name":"b","n":2,"x":null,"d":null},
 "geometry":{"type":"MultiPolygon","coordinates":[[[[6,6],[9,6],[9,9],[6,6]]],[[[6,1],[9,1],[9,3],[6,1]]]]}},
{"type":"Feature","id":9,"properties":{"name":"c","n":3,"x":2,"d":null},"geometry":null}]})";

struct Rows {
    std::vector<std::string> ids;
    std::vector<std::vector<std::string>> values; ///< one per row
    std::size_t rings = 0;
    std::size_t skipped = 0;
};

/// A map of one layer in a folder that holds areas.geojson.
struct Fixture {
    Fixture()
    {
        std::filesystem::create_directories(folder);
        std::ofstream{folder / "areas.geojson"} << areas;
        map.origin.directory = folder;
        map.origin.files = {folder / "test.map"};
        layer.name = "test";
        layer.connection_type = ConnectionType::Ogr;
        layer.connection = "areas.geojson";
    }
    ~Fixture() { std::filesystem::remove_all(folder); }
    Fixture(Fixture const&) = delete;
    Fixture& operator=(Fixture const&) = delete;

    Rows read(Query query)
    {
        query.with_ids = true;
        auto const source = open_source(map, layer, services);
        return rows_of(*source->start(query), query.fields.size());
    }

    static Rows rows_of(FeatureCursor& cursor, std::size_t fields)
    {
        ms::feature::FeatureBatch batch;
        Rows rows;
        while (cursor.next(batch)) {
            REQUIRE(batch.ids.size() == batch.size());
            REQUIRE(batch.attributes.size() == fields);
            for (std::size_t row = 0; row < batch.size(); ++row) {
                rows.ids.emplace_back(batch.ids[row]);
                rows.values.emplace_back();
                for (auto const& column : batch.attributes) {
                    rows.values.back().emplace_back(column.is_null(row) ? "NULL" : column[row]);
                }
                auto const rings = batch.geometry.rings_of(row);
                rows.rings += rings.last - rings.first;
            }
            rows.skipped += batch.skipped;
        }
        return rows;
    }

    /// \return the error's text and the text for clients, for the log
    std::pair<std::string, std::string> error_of(ErrorKind kind, Query const& query = {})
    {
        try {
            (void)read(query);
        } catch (LayerError const& error) {
            CHECK(error.kind() == kind);
            return {error.what(), error.public_text()};
        }
        return {"no error", {}};
    }

    std::filesystem::path const folder =
        std::filesystem::temp_directory_path() /
        ("test_ogr_source_" + std::to_string(reinterpret_cast<std::uintptr_t>(this)));
    ms::Log log;
    ms::Deadline deadline;
    postgis::Databases databases;
    Services services{log, databases, deadline};
    ms::mapfile::Map map;
    ms::mapfile::Layer layer;
};

using Texts = std::vector<std::string>;

} // namespace

TEST_CASE_FIXTURE(Fixture, "ogr: features come with their attributes, numbers and holes")
{
    auto const rows = read({.fields = {"name", "n", "x", "d"}});
    CHECK(rows.ids == Texts{"7", "8"}); // the third has no geometry
    REQUIRE(rows.values.size() == 2);
    CHECK(rows.values[0] == Texts{"Köln", "1", "1.5", "2020-01-02"});
    CHECK(rows.values[1] == Texts{"b", "2", "NULL", "NULL"});
    CHECK(rows.rings == 4);
    CHECK(rows.skipped == 0);

    auto const source = open_source(map, layer, services);
    auto const extent = source->extent();
    REQUIRE(extent);
    CHECK(extent->min_x == 1);
    CHECK(extent->max_y == 9);
    using ms::feature::FieldType;
    REQUIRE(source->schema().fields.size() == 4);
    CHECK(source->schema().fields[1].type == FieldType::Integer);
    CHECK(source->schema().fields[2].type == FieldType::Real);
    CHECK(source->schema().fields[3].type == FieldType::Date);
    CHECK(source->explain({}) == "GDAL's GeoJSON, layer \"areas\": scan");
}

TEST_CASE_FIXTURE(Fixture, "ogr: box, FILTER, number, MAXFEATURES and NATIVE_FILTER choose")
{
    CHECK(read({.box = Box{0, 0, 4, 4}}).ids == Texts{"7"});
    CHECK(read({.filter = ms::expr::parse("([n] > 1 and '[name]' = 'b')")}).ids == Texts{"8"});
    CHECK(read({.filter = ms::expr::parse("(area([shape]) > 10)")}).ids == Texts{"7"});
    CHECK(read({.id = "8"}).ids == Texts{"8"});
    CHECK(read({.id = "88"}).ids.empty());
    CHECK(read({.id = "8 or 1"}).ids.empty());
    CHECK(read({.max_features = 1}).ids == Texts{"7"});
    CHECK(read({.max_features = 0}).ids.empty());
    layer.processing = {"NATIVE_FILTER=n = 2"};
    CHECK(read({}).ids == Texts{"8"});
    CHECK(read({.id = "8"}).ids == Texts{"8"});
    CHECK(read({.id = "7"}).ids.empty());                                  // hidden is hidden
    CHECK(open_source(map, layer, services)->extent() == Box{1, 1, 9, 9}); // as in MapServer
}

TEST_CASE_FIXTURE(Fixture, "ogr: the first line or area of a collection decides what it is")
{
    auto const feature = [](std::string const& id, std::string const& members) {
        return R"({"type":"Feature","id":)" + id +
               R"(,"geometry":{"type":"GeometryCollection","geometries":[)" + members + "]}}";
    };
    std::string const point = R"({"type":"Point","coordinates":[1,1]})";
    std::string const line = R"({"type":"LineString","coordinates":[[2,2],[4,4]]})";
    std::string const area = R"({"type":"Polygon","coordinates":[[[5,5],[5,8],[8,8],[5,5]]]})";
    auto const comma = std::string{","};
    std::ofstream{folder / "mixed.geojson"}
        << R"({"type":"FeatureCollection","features":[)" << feature("1", point + comma + area)
        << comma << feature("2", point + comma + line + comma + area) << comma
        << feature("3", area + comma + line) << comma << feature("4", point) << "]}";
    layer.connection = "mixed.geojson";
    // What MapServer 8.0.0 draws, and writes in WFS.
    layer.type = ms::mapfile::LayerType::Polygon;
    CHECK(read({.kind = Kind::Polygon}).ids == Texts{"1", "3"});
    layer.type = ms::mapfile::LayerType::Line;
    CHECK(read({.kind = Kind::Line}).ids == Texts{"1", "2", "3"});
    auto const source = open_source(map, layer, services);
    auto const cursor = source->start({.kind = Kind::None});
    ms::feature::FeatureBatch batch;
    REQUIRE(cursor->next(batch));
    CHECK(batch.geometry.kinds == std::vector{Kind::Polygon, Kind::Line, Kind::Polygon});
    layer.type = ms::mapfile::LayerType::Point;
    CHECK(read({.kind = Kind::Point}).ids == Texts{"1", "2", "3", "4"});
}

TEST_CASE_FIXTURE(Fixture, "ogr: DATA names the layer, by name, number or SQL")
{
    for (std::string const data : {"", "areas", "0", "SELECT * FROM areas"}) {
        CAPTURE(data);
        layer.data = data;
        CHECK(read({}).ids == Texts{"7", "8"});
    }
    layer.data = "select n from areas where n = 2";
    CHECK(read({.fields = {"n"}}).values == std::vector<Texts>{{"2"}});
    layer.data = "1";
    CHECK(error_of(ErrorKind::Source).first.find("GDAL finds no layer \"1\"") != std::string::npos);
}

TEST_CASE_FIXTURE(Fixture, "ogr: cursors of one source read by themselves")
{
    auto const source = open_source(map, layer, services);
    auto const first = source->start({.with_ids = true});
    auto const second = source->start({.box = Box{6, 6, 9, 9}, .with_ids = true});
    CHECK(rows_of(*first, 0).ids == Texts{"7", "8"});
    CHECK(rows_of(*second, 0).ids == Texts{"8"});
}

TEST_CASE_FIXTURE(Fixture,
                  "ogr: geometries that TYPE cannot show are skipped and counted, others are drawn")
{
    CHECK(read({.kind = Kind::Line}).rings == 4);
    CHECK(read({.kind = Kind::Polygon}).skipped == 0);
    std::ofstream{folder / "line.geojson"}
        << R"({"type":"LineString","coordinates":[[0,0],[1,1]]})";
    layer.connection = "line.geojson";
    CHECK(read({.kind = Kind::Polygon}).skipped == 1);
}

TEST_CASE_FIXTURE(Fixture, "ogr: files below SHAPEPATH are found, and those of FLATGEOBUF by DATA")
{
    std::filesystem::create_directories(folder / "data");
    std::filesystem::rename(folder / "areas.geojson", folder / "data" / "moved.fgb");
    map.shape_path = "data";
    layer.connection_type = ConnectionType::FlatGeobuf;
    layer.connection.clear();
    for (std::string const data : {"moved", "moved.fgb"}) { // GDAL detects the format by content
        CAPTURE(data);
        layer.data = data;
        CHECK(read({}).ids == Texts{"7", "8"});
    }
}

TEST_CASE_FIXTURE(Fixture, "ogr: only files on disk are opened, and clients see no names")
{
    for (std::string const name :
         {"missing.gpkg", "PG:dbname=secret", "/vsimem/x", "/vsicurl/http://localhost/x.geojson",
          "WFS:http://localhost/", "http://localhost/x.geojson",
          R"({"type":"Point","coordinates":[1,1]})"}) {
        CAPTURE(name);
        layer.connection = name;
        auto const [logged, shown] = error_of(ErrorKind::BadMapfile);
        CHECK(logged.find("names no file on disk") != std::string::npos);
        CHECK(shown == "layer 'test': it is not configured correctly");
        CHECK((logged.find("databases") == std::string::npos) ==
              (name.find(':') == std::string::npos));
        CHECK(logged.find("secret") == std::string::npos);
    }
    layer.connection = "areas.geojson";
    CHECK(error_of(ErrorKind::BadMapfile, {.fields = {"no_such"}}).first.find("\"no_such\"") !=
          std::string::npos);
}

// Formats that name other files and services are not read; a VRT is parsed only if its name says
// so.
TEST_CASE_FIXTURE(Fixture, "ogr: an invalid file, or one that points elsewhere, is refused")
{
    std::ofstream{folder / "vrt.txt"}
        << "<OGRVRTDataSource><OGRVRTLayer name=\"areas\"><SrcDataSource>areas.geojson"
           "</SrcDataSource></OGRVRTLayer></OGRVRTDataSource>";
    std::ofstream{folder / "text.txt"} << "no features";
    for (std::string const name : {"vrt.txt", "text.txt", "."}) {
        CAPTURE(name);
        layer.connection = name;
        auto const [logged, shown] = error_of(ErrorKind::Source);
        CHECK(logged.find("GDAL opens no such file of features") != std::string::npos);
        CHECK(shown == "layer 'test': its data cannot be read");
    }
    layer.connection = "areas.geojson";
    layer.processing = {"NATIVE_FILTER=n = = 2"};
    CHECK(error_of(ErrorKind::Source).second == "layer 'test': its data cannot be read");
}

TEST_CASE_FIXTURE(Fixture, "ogr: a file is opened when it is read, not for its version")
{
    std::ofstream{folder / "text.txt"} << "no features";
    layer.connection = "text.txt";
    auto const source = open_source(map, layer, services);
    DataVersions versions;
    CHECK(source->version(versions));
    CHECK_THROWS_AS((void)source->schema(), LayerError);
}

TEST_CASE_FIXTURE(Fixture, "ogr: features are sorted, and pages begin at their offset")
{
    CHECK(read({.fields = {"n"}, .order = {{"n", true}}}).ids == Texts{"8", "7"});
    CHECK(read({.fields = {"n"}, .order = {{"name", false}}}).ids == Texts{"7", "8"});
    CHECK(read({.fields = {}, .order = {{"n", true}}, .offset = 1}).ids == Texts{"7"});
    layer.data = "SELECT * FROM areas WHERE n < 3";
    CHECK(read({.fields = {"n"}, .order = {{"n", true}}}).values ==
          std::vector<Texts>{{"2"}, {"1"}});
}

TEST_CASE_FIXTURE(Fixture, "ogr: a layer with too many features is not sorted")
{
    auto const open_with = [&](std::string const& name, std::int64_t max_sorted) {
        (void)ms::ogr::load_module().open({.path = (folder / name).string(),
                                           .layer = {},
                                           .condition = {},
                                           .order = {{"n", true}},
                                           .max_sorted = max_sorted});
    };
    std::ofstream{folder / "rows.csv"} << "n,m\n1,1\n2,2\n3,3\n"; // GDAL counts them by reading
    for (auto const* const name : {"areas.geojson", "rows.csv"}) {
        CAPTURE(name);
        CHECK_NOTHROW(open_with(name, 3));
        CHECK_THROWS_WITH_AS(open_with(name, 2), doctest::Contains("more than 2 features"), Error);
    }
}

TEST_CASE_FIXTURE(Fixture, "ogr: options go to the format")
{
    std::ofstream{folder / "nested.geojson"}
        << R"({"type":"FeatureCollection","features":[{"type":"Feature","properties":{"a":{"b":5}},)"
        << R"("geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}]})";
    layer.connection = "nested.geojson";
    layer.connection_options.set("FLATTEN_NESTED_ATTRIBUTES", "YES");
    CHECK(read({.fields = {"a_b"}}).values == std::vector<Texts>{{"5"}});
}

TEST_CASE_FIXTURE(Fixture, "ogr: a feature's own style is an attribute")
{
    std::ofstream{folder / "styled.csv"} << "WKT,OGR_STYLE\n\"POLYGON((0 0,1 0,1 1,0 0))\",x\n";
    std::ofstream{folder / "styled.vrt"}
        << R"(<OGRVRTDataSource><OGRVRTLayer name="styled"><SrcDataSource relativeToVRT="1">styled.csv</SrcDataSource><Style>OGR_STYLE</Style></OGRVRTLayer></OGRVRTDataSource>)";
    CHECK(read({.fields = {"OGR_STYLE"}}).values == std::vector<Texts>{{""}, {""}});
    layer.connection = "styled.vrt";
    CHECK(read({.fields = {"OGR_STYLE"}}).values == std::vector<Texts>{{"x"}});
}

TEST_CASE_FIXTURE(Fixture, "ogr: a VRT may name only files")
{
    auto const vrt = [](std::string const& source) {
        return "<OGRVRTDataSource><OGRVRTLayer name=\"areas\"><SrcDataSource>" + source +
               "</SrcDataSource></OGRVRTLayer></OGRVRTDataSource>";
    };
    layer.connection = vrt("areas.geojson"); // below the mapfile's folder
    CHECK(read({.fields = {"n"}}).ids == Texts{"7", "8"});
    std::ofstream{folder / "inner.vrt"} << vrt("areas.geojson");
    layer.connection = "inner.vrt";
    CHECK(read({.fields = {"n"}}).ids == Texts{"7", "8"});
    for (auto const* const source :
         {"nowhere.geojson", "inner.vrt", "PG:dbname=x", "/vsicurl/http://127.0.0.1/x.geojson",
          "/vsistdin/", "WFS:http://127.0.0.1/", "", "http://127.0.0.1/x.geojson"}) {
        CAPTURE(source);
        layer.connection = vrt(source);
        CHECK(error_of(ErrorKind::BadMapfile).first.find("the VRT names") != std::string::npos);
    }
    layer.connection = "<OGRVRTDataSource>";
    CHECK(error_of(ErrorKind::BadMapfile).first.find("the VRT: ") != std::string::npos);
}

TEST_CASE_FIXTURE(Fixture, "ogr: the tiles of an index, each in its own CRS")
{
    // Two tiles of one point each; the second is in UTM 31 (1 degree east of its meridian).
    std::ofstream{folder / "west.geojson"}
        << R"({"type":"FeatureCollection","features":[{"type":"Feature","properties":{"n":1},"geometry":{"type":"Point","coordinates":[2,49]}}]})";
    std::ofstream{folder / "east.csv"} << "WKT,n\n\"POINT(573146.83 5538745.23)\",2\n";
    std::ofstream{folder / "index.csv"}
        << "WKT,location,srs\n\"POLYGON((1 48,3 48,3 50,1 48))\",\"west.geojson,0\",EPSG:4326\n"
           "\"POLYGON((3 49,5 49,5 51,3 49))\",east.csv,EPSG:32631\n";
    ms::mapfile::Layer index;
    index.name = "index";
    index.type = ms::mapfile::LayerType::Polygon;
    index.connection_type = ConnectionType::Ogr;
    index.connection = "index.csv";
    map.layers.push_back(index);
    layer.type = ms::mapfile::LayerType::Point;
    layer.connection.clear();
    layer.tile_index = "index";
    layer.tile_srs = "srs";
    layer.projection.arguments = {"EPSG:4326"};
    auto const source = open_source(map, layer, services);
    auto const cursor = source->start({.kind = Kind::Point, .fields = {"n"}});
    ms::feature::FeatureBatch batch;
    std::vector<ms::geometry::Point> points;
    while (cursor->next(batch)) {
        points.insert(points.end(), batch.geometry.points.begin(), batch.geometry.points.end());
    }
    REQUIRE(points.size() == 2);
    CHECK(points[0].x == doctest::Approx(2));
    CHECK(points[1].x == doctest::Approx(4.02).epsilon(0.001));
    CHECK(points[1].y == doctest::Approx(50).epsilon(0.001));
    CHECK(read({.kind = Kind::Point, .box = Box{1.5, 48.5, 2.5, 49.5}, .fields = {}}).ids.size() ==
          1);
}

// ogrinfo and MapServer 8.0.0 read the same of these files.
TEST_CASE_FIXTURE(Fixture, "ogr: a GML file, whose schema is not fetched")
{
    std::ofstream{folder / "places.gml"} << R"(<?xml version="1.0"?>
<ogr:FeatureCollection xmlns:ogr="http://ogr.maptools.org/" xmlns:gml="http://www.opengis.net/gml"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://ogr.maptools.org/ http://127.0.0.1:9/places.xsd">
<gml:featureMember><ogr:places fid="p.0"><ogr:name>Bern</ogr:name>
<ogr:geometryProperty><gml:Point srsName="EPSG:4326"><gml:coordinates>7.4,46.9</gml:coordinates></gml:Point></ogr:geometryProperty>
</ogr:places></gml:featureMember></ogr:FeatureCollection>)";
    layer.connection = "places.gml";
    Query query;
    query.kind = Kind::Point;
    query.fields = {"name"};
    CHECK(read(query).values.at(0) == std::vector<std::string>{"Bern"});
    CHECK_FALSE(std::filesystem::exists(folder / "places.gfs"));
    layer.projection.arguments = {"AUTO"};
    CHECK(ogr::crs_of(map, layer) == "EPSG:4326");
}

TEST_CASE_FIXTURE(Fixture,
                  "ogr: the number of a layer may follow the file, and an archive may hold it")
{
    Query query;
    query.fields = {"name"};
    layer.connection = "areas.geojson,0";
    CHECK(read(query).ids.size() == 2);
    layer.connection = "areas.geojson,5";
    CHECK_THROWS_AS(read(query), Error);
    layer.connection = "/vsizip/areas.geojson/x";
    CHECK_THROWS_AS(read(query), Error);
    layer.connection = "/vsizip//vsicurl/http://127.0.0.1:9/a.zip";
    CHECK_THROWS_AS(read(query), Error);
    layer.connection = "/vsigzip/../../etc/passwd";
    CHECK_THROWS_AS(read(query), Error);
}

TEST_CASE_FIXTURE(Fixture, "ogr: the version of a file changes with it, and SQL has none")
{
    DataVersions versions;
    auto const version = [&] { return open_source(map, layer, services)->version(versions); };
    auto const first = version();
    REQUIRE(first);
    CHECK(version() == first);
    std::ofstream{folder / "areas.prj"} << "x";
    auto const second = version();
    CHECK(second != first);
    std::filesystem::resize_file(folder / "areas.geojson", 10);
    CHECK(version() != second);
    layer.data = "SELECT * FROM areas";
    CHECK_FALSE(version());
}

TEST_CASE_FIXTURE(
    Fixture,
    "ogr: ITEMS lists the attributes that are shown, in its order, and others still filter")
{
    layer.processing = {"ITEMS=n, NAME"};
    auto const source = open_source(map, layer, services);
    REQUIRE(source->schema().fields.size() == 2);
    CHECK(source->schema().fields[0].name == "n");
    CHECK(source->schema().fields[1].name == "name");
    Query query;
    query.fields = {"x"};
    query.with_ids = true;
    CHECK(rows_of(*source->start(query), 1).values.at(0) == std::vector<std::string>{"1.5"});
}

TEST_CASE_FIXTURE(Fixture, "ogr: moments keep their time zone")
{
    // As MapServer 8.0.0 gives them.
    std::ofstream{folder / "times.geojson"} << R"({"type":"FeatureCollection","features":[
{"type":"Feature","properties":{"t":"2020-01-02T03:04:05Z"},"geometry":{"type":"Point","coordinates":[1,1]}},
{"type":"Feature","properties":{"t":"2020-01-02T03:04:05+02:30"},"geometry":{"type":"Point","coordinates":[1,1]}},
{"type":"Feature","properties":{"t":"2020-01-02T03:04:05.5-05:00"},"geometry":{"type":"Point","coordinates":[1,1]}},
{"type":"Feature","properties":{"t":"2020-01-02T03:04:05"},"geometry":{"type":"Point","coordinates":[1,1]}}]})";
    layer.connection = "times.geojson";
    auto const rows = read({.kind = Kind::Point, .fields = {"t"}});
    REQUIRE(rows.values.size() == 4);
    CHECK(rows.values[0] == Texts{"2020-01-02T03:04:05Z"});
    CHECK(rows.values[1] == Texts{"2020-01-02T03:04:05+02:30"});
    CHECK(rows.values[2] == Texts{"2020-01-02T03:04:05-05:00"});
    CHECK(rows.values[3] == Texts{"2020-01-02T03:04:05"});
}
