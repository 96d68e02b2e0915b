// SPDX-License-Identifier: MIT
#include "source/shapefile/source.hpp"

#include "source/postgis/link/databases.hpp"
#include "source/registry.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <string>

namespace {

using namespace ms::source;
using ms::Error;
using ms::ErrorKind;
using ms::geometry::Box;
using ms::geometry::Kind;
using ms::geometry::Point;
using ms::mapfile::LayerType;

std::filesystem::path const data_folder =
    std::filesystem::path{MS_SOURCE_DIR} / "tests/data/shapefile";

struct Rows {
    std::vector<std::string> ids;
    std::vector<std::vector<std::string>> values; ///< one per row
    ms::geometry::GeometryColumn geometry;        ///< of the last batch
    std::size_t points = 0;
    std::size_t skipped = 0;
    bool has_rings_as_lines = false;
};

/// A map of one layer in the folder of the test data.
struct Fixture {
    Fixture()
    {
        map.origin.directory = data_folder;
        map.origin.files = {data_folder / "test.map"};
        layer.name = "test";
    }

    Rows read(Query query)
    {
        query.with_ids = true;
        auto const source = open_source(map, layer, services);
        auto const cursor = source->start(query);
        ms::feature::FeatureBatch batch;
        Rows rows;
        while (cursor->next(batch)) {
            REQUIRE(batch.ids.size() == batch.size());
            REQUIRE(batch.attributes.size() == query.fields.size());
            for (std::size_t row = 0; row < batch.size(); ++row) {
                rows.ids.emplace_back(batch.ids[row]);
                rows.values.emplace_back();
                for (auto const& column : batch.attributes) {
                    rows.values.back().emplace_back(column[row]);
                }
            }
            rows.geometry = batch.geometry;
            rows.points += batch.geometry.points.size();
            rows.skipped += batch.skipped;
            rows.has_rings_as_lines = batch.has_rings_as_lines;
        }
        return rows;
    }

    Rows read(std::string const& data, Kind kind, std::optional<Box> box = {},
              std::vector<std::string> fields = {})
    {
        layer.data = data;
        Query query;
        query.kind = kind;
        query.box = box;
        query.fields = std::move(fields);
        return read(query);
    }

    std::string error_of(ErrorKind kind, std::string const& data, Query const& query = {})
    {
        layer.data = data;
        try {
            (void)read(query);
        } catch (Error const& error) {
            CHECK(error.kind() == kind);
            return error.what();
        }
        return "no error";
    }

    ms::Log log;
    ms::Deadline deadline;
    postgis::Databases databases;
    Services services{log, databases, deadline};
    ms::mapfile::Map map;
    ms::mapfile::Layer layer;
};

/// A folder for one test's files.
struct Scratch {
    Scratch() { std::filesystem::create_directories(path); }
    ~Scratch() { std::filesystem::remove_all(path); }
    Scratch(Scratch const&) = delete;
    Scratch& operator=(Scratch const&) = delete;

    void copy(std::string const& from, std::string const& to) const
    {
        std::filesystem::copy_file(data_folder / from, path / to);
    }
    void write(std::string const& name, std::string const& content) const
    {
        std::ofstream{path / name, std::ios::binary} << content;
    }

    std::filesystem::path path = std::filesystem::temp_directory_path() /
                                 ("shapefile_" + std::to_string(std::hash<Scratch const*>{}(this)));
};

using Strings = std::vector<std::string>;
constexpr Box alps{5, 45, 11, 48};

} // namespace

// Expected rows and numbers are those of MapServer 8.0.0 and of ogrinfo.

TEST_CASE_FIXTURE(Fixture, "shapefile: all features of a file, with all their points")
{
    auto const countries = read("countries", Kind::Polygon);
    CHECK(countries.ids.size() == 241);
    CHECK(countries.points == 15795);
    CHECK(countries.skipped == 0);
    auto const rivers = read("rivers.shp", Kind::Line);
    CHECK(rivers.ids.size() == 400);
    CHECK(rivers.points == 4080);
}

TEST_CASE_FIXTURE(Fixture, "shapefile: polygons read as lines differ from lines")
{
    CHECK(read("countries", Kind::Line).has_rings_as_lines);
    CHECK(!read("countries", Kind::Polygon).has_rings_as_lines);
    CHECK(!read("rivers", Kind::Line).has_rings_as_lines);
}

TEST_CASE_FIXTURE(Fixture, "shapefile: a box selects by the boxes of the features")
{
    auto const countries = read("countries", Kind::Polygon, alps);
    CHECK(countries.ids == Strings{"16", "47", "75", "96", "121", "137", "156", "160", "224"});
    CHECK(countries.points == 2743);
    auto const rivers = read("rivers", Kind::Line, alps);
    CHECK(rivers.ids == Strings{"59", "60", "175", "323", "332", "333", "335"});
    CHECK(rivers.points == 53);
}

TEST_CASE_FIXTURE(Fixture,
                  "shapefile: without an index, or with an invalid one, the result is the same")
{
    Scratch const scratch;
    map.origin.directory = scratch.path;
    for (auto const* const extension : {".shp", ".shx", ".dbf"}) {
        scratch.copy(std::string{"rivers"} + extension, std::string{"rivers"} + extension);
    }
    auto const expected = Strings{"59", "60", "175", "323", "332", "333", "335"};
    CHECK(read("rivers", Kind::Line, alps).ids == expected);

    scratch.copy("rivers.qix", "rivers.qix");
    CHECK(read("rivers", Kind::Line, alps).ids == expected);
    std::filesystem::resize_file(scratch.path / "rivers.qix", 1000);
    CHECK(read("rivers", Kind::Line, alps).ids == expected);
    scratch.write("rivers.qix", "not an index at all");
    CHECK(read("rivers", Kind::Line, alps).ids == expected);
}

TEST_CASE_FIXTURE(Fixture, "shapefile: attributes come in the requested order, in any case")
{
    auto const rows = read("countries", Kind::Polygon, {}, {"AREA", "gid"});
    REQUIRE(rows.values.size() == 241);
    CHECK(rows.values.front() == Strings{"33.391", "1"});
}

TEST_CASE_FIXTURE(Fixture, "shapefile: the schema is the table's")
{
    layer.data = "countries";
    auto const source = open_source(map, layer, services);
    auto const& fields = source->schema().fields;
    REQUIRE(fields.size() == 3);
    CHECK(fields[0].name == "gid");
    CHECK(fields[1].width == 80);
    CHECK(fields[2].type == ms::feature::FieldType::Real);
    CHECK(source->extent() == Box{-180, -85.1868, 180, 83.5649});
}

TEST_CASE_FIXTURE(Fixture, "shapefile: multipoints, missing values, and no row for a null shape")
{
    auto const rows = read("multipoint", Kind::Point, {}, {"name", "elevation", "built"});
    CHECK(rows.ids == Strings{"0", "1"});
    CHECK(rows.values ==
          std::vector<Strings>{{"three", "408.00", "20010203"}, {"one", "35.50", "0"}});
    CHECK(rows.geometry.points ==
          std::vector<Point>{{8.5, 47.4}, {8.6, 47.5}, {8.7, 47.3}, {2.35, 48.85}});
}

TEST_CASE_FIXTURE(Fixture, "shapefile: Z and M values are left out")
{
    CHECK(read("line_zm", Kind::Line).geometry.points ==
          std::vector<Point>{{0, 0}, {10, 0}, {10, 10}, {20, 0}, {30, 0}, {20, 5}, {30, 5}});
    CHECK(read("point_m", Kind::Point).geometry.points == std::vector<Point>{{1, 2}, {4, 5}});
    auto const polygons = read("polygon_z", Kind::Polygon).geometry;
    CHECK(polygons.ring_ends == std::vector<std::uint32_t>{5, 10, 14, 18});
    CHECK(polygons.part_ends == std::vector<std::uint32_t>{2, 4});
}

TEST_CASE_FIXTURE(Fixture, "shapefile: ENCODING goes before the .cpg, the .cpg before nothing")
{
    auto const first_name = [this] {
        return read("capitals_latin1", Kind::Point, {}, {"name"}).values.front().front();
    };
    CHECK(first_name() == "Lomé");
    layer.encoding = "CP1251";
    CHECK(first_name() == "Lomй");
    layer.encoding = "UTF-8";
    CHECK(first_name() == "Lom\xe9");
    layer.encoding = "nonsense";
    CHECK(error_of(ErrorKind::BadMapfile, "capitals_latin1") ==
          "layer \"test\": ENCODING \"nonsense\" is unknown (" + map.where(layer.data_at) + ")");
}

TEST_CASE_FIXTURE(Fixture, "shapefile: DATA is searched below SHAPEPATH, then beside the mapfile")
{
    map.shape_path = "tiles";
    CHECK(read("west", Kind::Point).ids.size() == 74);
    CHECK(read("rivers", Kind::Line).ids.size() == 400);
    CHECK(read((data_folder / "rivers.shp").string(), Kind::Line).ids.size() == 400);
}

TEST_CASE_FIXTURE(Fixture, "shapefile: extensions may be in upper case")
{
    Scratch const scratch;
    map.origin.directory = scratch.path;
    scratch.copy("point_m.shp", "POINTS.SHP");
    scratch.copy("point_m.shx", "POINTS.SHX");
    scratch.copy("point_m.dbf", "POINTS.DBF");
    CHECK(read("POINTS.SHP", Kind::Point).ids.size() == 2);
}

TEST_CASE_FIXTURE(Fixture, "shapefile: other files under the same name are another version")
{
    Scratch const scratch;
    map.origin.directory = scratch.path;
    layer.data = "points";
    auto const version_of = [&](std::string const& original) {
        for (std::string const extension : {".shp", ".shx", ".dbf"}) {
            std::filesystem::remove(scratch.path / ("points" + extension));
            scratch.copy(original + extension, "points" + extension);
        }
        DataVersions versions;
        return open_source(map, layer, services)->version(versions);
    };
    auto const first = version_of("tiles/west");
    DataVersions versions;
    CHECK(open_source(map, layer, services)->version(versions) == first);
    CHECK(version_of("tiles/east") != first);
    CHECK(version_of("tiles/west") != first); // the time of its change counts, not its content
}

TEST_CASE_FIXTURE(Fixture, "shapefile: a missing file is named without its folder")
{
    CHECK(error_of(ErrorKind::Source, "sub/nope.shp") ==
          "layer \"test\": cannot open nope.shp: No such file or directory (" +
              map.where(layer.data_at) + ")");
}

TEST_CASE_FIXTURE(Fixture, "shapefile: files that are something else are refused")
{
    Scratch const scratch;
    map.origin.directory = scratch.path;
    scratch.copy("capitals.dbf", "a.shp");
    scratch.copy("capitals.shx", "a.shx");
    scratch.copy("capitals.dbf", "a.dbf");
    CHECK(error_of(ErrorKind::Source, "a").find("no shapefile") != std::string::npos);
    scratch.copy("capitals.shp", "b.shp");
    scratch.copy("capitals.dbf", "b.shx");
    scratch.copy("capitals.dbf", "b.dbf");
    CHECK(error_of(ErrorKind::Source, "b").find(".shx") != std::string::npos);
    scratch.copy("capitals.shp", "c.shp");
    scratch.copy("capitals.shx", "c.shx");
    scratch.write("c.dbf", "");
    CHECK(error_of(ErrorKind::Source, "c").find(".dbf") != std::string::npos);
}

TEST_CASE_FIXTURE(Fixture, "shapefile: records past the end of a cut file are skipped and counted")
{
    Scratch const scratch;
    map.origin.directory = scratch.path;
    scratch.copy("rivers.shp", "cut.shp");
    scratch.copy("rivers.shx", "cut.shx");
    scratch.copy("rivers.dbf", "cut.dbf");
    std::filesystem::resize_file(scratch.path / "cut.shp", 50'000);
    std::filesystem::resize_file(scratch.path / "cut.dbf", 1000);

    auto const rows = read("cut", Kind::Line, {}, {"gid"});
    CHECK(rows.ids.size() > 100);
    CHECK(rows.ids.size() + rows.skipped == 400);
    CHECK(rows.values.front() == Strings{"1"});
    CHECK(rows.values.back() == Strings{""});
}

TEST_CASE_FIXTURE(Fixture, "shapefile: max_features ends the answer")
{
    layer.data = "capitals";
    Query query;
    query.kind = Kind::Point;
    query.max_features = 3;
    CHECK(read(query).ids == Strings{"0", "1", "2"});
    query.max_features = 0;
    CHECK(read(query).ids.empty());
}

TEST_CASE_FIXTURE(Fixture, "shapefile: FILTER is applied, with attributes that were not requested")
{
    layer.data = "countries";
    Query query;
    query.filter = ms::expr::parse("('[ISO_A2]' = 'CH')");
    query.fields = {"gid"};
    auto const rows = read(query);
    CHECK(rows.ids == Strings{"47"});
    CHECK(rows.values == std::vector<Strings>{{"48"}});
}

TEST_CASE_FIXTURE(Fixture, "shapefile: a layer that needs more than the file contains is an error")
{
    Query query;
    query.kind = Kind::Polygon;
    CHECK(error_of(ErrorKind::BadMapfile, "rivers", query) ==
          "layer \"test\": TYPE asks for polygons, but the shapefile holds lines (" +
              map.where(layer.data_at) + ")");
}

// As MapServer 8.0.0 and as other files of GDAL's formats.
TEST_CASE_FIXTURE(Fixture, "shapefile: by OGR, shapes that TYPE cannot show are passed over")
{
    layer.connection_type = ms::mapfile::ConnectionType::Ogr;
    layer.connection = "rivers.shp";
    CHECK(read("", Kind::Polygon).points == 0);
    CHECK(read("", Kind::Line).points > 0);
}

TEST_CASE_FIXTURE(Fixture, "shapefile: an unknown attribute is named")
{
    Query query;
    query.fields = {"widht"};
    CHECK(error_of(ErrorKind::BadMapfile, "countries", query) ==
          "layer \"test\": the shapefile has no column \"widht\" (" + map.where(layer.data_at) +
              ")");
}

TEST_CASE_FIXTURE(Fixture, "shapefile: a request whose time is up ends")
{
    deadline.cancel();
    CHECK_THROWS_AS(read("countries", Kind::Polygon), Error);
}

TEST_CASE_FIXTURE(Fixture, "shapefile: the plan says whether the index is used")
{
    layer.data = "capitals";
    auto const source = open_source(map, layer, services);
    Query query;
    CHECK(source->explain(query) == "shapefile of 243 points: scan");
    query.box = Box{200, 0, 210, 1};
    CHECK(source->explain(query) == "shapefile of 243 points: index, 0 candidates");
}

TEST_CASE_FIXTURE(Fixture, "tile index: the tiles that meet the box are read one after another")
{
    layer.tile_index = "tileindex";
    layer.tile_item = "location";
    auto const rows = read("", Kind::Point, Box{-10, 40, 20, 60});
    CHECK(rows.ids == Strings{"43",  "57",  "68",  "0",   "1",   "2",   "4",   "9",   "12",  "16",
                              "17",  "18",  "20",  "24",  "68",  "82",  "92",  "104", "109", "114",
                              "119", "120", "128", "129", "132", "135", "147", "156", "164"});
    CHECK(read("", Kind::Point, Box{-100, 10, -99, 50}).ids.size() == 1);
}

TEST_CASE_FIXTURE(Fixture, "tile index: another layer may be the index")
{
    ms::mapfile::Layer index;
    index.name = "index";
    index.type = LayerType::TileIndex;
    index.data = "tileindex.shp";
    map.layers.push_back(index);
    layer.tile_index = "index";

    Query query;
    query.kind = Kind::Point;
    query.max_features = 76;
    query.fields = {"name"};
    auto const rows = read(query);
    CHECK(rows.ids.size() == 76); // 74 in the west, 2 in the east
    CHECK(rows.ids.back() == "1");
}

TEST_CASE_FIXTURE(Fixture,
                  "tile index: a union as the index is refused, which may go round in a circle")
{
    ms::mapfile::Layer index;
    index.name = "index";
    index.type = LayerType::Point;
    index.connection_type = ms::mapfile::ConnectionType::Union;
    index.connection = "test";
    layer.tile_index = "index";
    map.layers.push_back(index);
    map.layers.push_back(layer);
    Query query;
    query.kind = Kind::Point;
    CHECK(error_of(ErrorKind::BadMapfile, "", query).find("is a union") != std::string::npos);
}

TEST_CASE_FIXTURE(Fixture,
                  "tile index: a missing tile is an error unless CONFIG ON_MISSING_DATA allows it")
{
    Scratch const scratch;
    map.origin.directory = scratch.path;
    for (auto const* const extension : {".shp", ".shx", ".dbf"}) {
        scratch.copy(std::string{"tileindex"} + extension, std::string{"tileindex"} + extension);
    }
    std::filesystem::create_directory(scratch.path / "tiles");
    for (auto const* const extension : {".shp", ".shx", ".dbf"}) {
        scratch.copy(std::string{"tiles/east"} + extension, std::string{"tiles/east"} + extension);
    }
    layer.tile_index = "tileindex";
    Query query;
    query.kind = Kind::Point;
    CHECK(error_of(ErrorKind::Source, "", query).find("west.shp") != std::string::npos);
    map.config.set("ON_MISSING_DATA", "LOG");
    CHECK(read(query).ids.size() == 169);
}

TEST_CASE_FIXTURE(
    Fixture, "shapefile: layers of CONNECTIONTYPE OGR read the shapefile that CONNECTION names")
{
    layer.connection_type = ms::mapfile::ConnectionType::Ogr;
    for (auto const& [connection, data] :
         {std::pair{"rivers.shp", "rivers"}, std::pair{"rivers.SHP", ""},
          std::pair{"./rivers.shp", "0"}, std::pair{".", "rivers"},
          std::pair{"../shapefile", "rivers"}}) {
        CAPTURE(connection);
        layer.connection = connection;
        CHECK(read(data, Kind::Line).ids.size() == 400);
    }
    layer.connection = "missing.shp";
    CHECK(error_of(ErrorKind::Source, "rivers").find("missing") != std::string::npos);
}

TEST_CASE_FIXTURE(Fixture,
                  "shapefile: SQL on one, and layers of OGR without CONNECTION, are not its")
{
    layer.connection_type = ms::mapfile::ConnectionType::Ogr;
    layer.connection = "rivers.shp";
    layer.data = "select * from rivers";
    CHECK_FALSE(shapefile::is_shapefile_of_ogr(layer));
    layer.connection.clear();
    CHECK(error_of(ErrorKind::BadMapfile, "rivers").find("CONNECTIONTYPE is not supported") !=
          std::string::npos);
}
