// SPDX-License-Identifier: MIT
#include "ogr/load.hpp"

#include "base/error.hpp"
#include "base/read_file.hpp"
#include "base/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <string>
#include <thread>

#include <sys/resource.h>

using namespace ms;
using namespace ms::ogr;

namespace {

/// OGC 06-103r4, 8.2: little-endian POINT(1 2).
constexpr std::array<unsigned char, 21> point_1_2{1,    1,    0, 0, 0, 0, 0, 0, 0, 0,   0,
                                                  0xF0, 0x3F, 0, 0, 0, 0, 0, 0, 0, 0x40};

using Values = std::vector<std::optional<std::string_view>>;

using feature::FieldType;

Layer layer_of(std::string name = "places")
{
    return {.name = std::move(name), .geometry_type = "Point", .crs = "EPSG:4326"};
}

/// A document of one layer, of features at POINT(1 2) with ids from 40.
struct Written {
    std::string driver;
    std::string file_name;
    Layer layer;
    Values values{};
    std::size_t count = 1;
    Options options{};
    Options layer_options{};
    std::size_t max_bytes = 1U << 20U;
};

void write(Written const& what, std::string const& folder)
{
    auto const writer = load_module().create({.driver = what.driver,
                                              .folder = folder,
                                              .file_name = what.file_name,
                                              .options = what.options,
                                              .layer_options = what.layer_options,
                                              .max_bytes = what.max_bytes});
    writer->begin_layer(what.layer);
    for (std::size_t row = 0; row < what.count; ++row) {
        writer->write({.wkb = std::as_bytes(std::span{point_1_2}),
                       .values = what.values,
                       .id = static_cast<std::int64_t>(row) + 40});
    }
    writer->finish();
}

Files files_of(Written const& what)
{
    TemporaryFolder const folder{std::filesystem::temp_directory_path()};
    write(what, folder.path().native());
    Files files;
    for (auto const& path : folder.files()) {
        files.push_back({path.filename().native(), read_file(path, 1U << 20U)});
    }
    return files;
}

std::string text_of(File const& file)
{
    return {file.bytes.begin(), file.bytes.end()};
}

std::string names_of(Files const& files)
{
    std::string names;
    for (auto const& file : files) {
        names += file.name + ' ';
    }
    return names;
}

std::string message_of(Written const& what)
{
    try {
        (void)files_of(what);
    } catch (Error const& error) {
        return error.what();
    }
    return "";
}

/// Drivers that do not only append, with the names of files that they want.
constexpr std::array<std::pair<char const*, char const*>, 8> slow_to_finish{
    {{"ESRI Shapefile", "a.shp"},
     {"FlatGeobuf", "a.fgb"},
     {"GML", "a.gml"},
     {"GPKG", "a.gpkg"},
     {"MapInfo File", "a.tab"},
     {"ODS", "a.ods"},
     {"SQLite", "a.sqlite"},
     {"XLSX", "a.xlsx"}}};

/// No file of this process can grow beyond that.
class SmallFiles {
public:
    explicit SmallFiles(rlim_t bytes)
    {
        std::signal(SIGXFSZ, SIG_IGN); // writing fails instead
        getrlimit(RLIMIT_FSIZE, &m_before);
        rlimit const small{bytes, m_before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
    }
    ~SmallFiles() { setrlimit(RLIMIT_FSIZE, &m_before); }
    SmallFiles(SmallFiles const&) = delete;
    SmallFiles& operator=(SmallFiles const&) = delete;

private:
    rlimit m_before{};
};

} // namespace

// MapServer 8.0.0's output for the same data with the same GDAL.
TEST_CASE("ogr: values of all types are written as CSV; a missing number stays empty")
{
    auto layer = layer_of();
    layer.fields = {{"i", FieldType::Integer},
                    {"s"},
                    {"r", FieldType::Real},
                    {"d", FieldType::Date},
                    {"b", FieldType::Boolean},
                    {"none", FieldType::Real},
                    {"nil"}};
    auto const files =
        files_of({.driver = "CSV",
                  .file_name = "result.csv",
                  .layer = layer,
                  .values = {"7", "a \"b\"", "2.5", "2020-01-02", "t", std::nullopt, std::nullopt},
                  .layer_options = {"GEOMETRY=AS_WKT"}});
    REQUIRE(files.size() == 1);
    CHECK(files[0].name == "result.csv");
    CHECK(text_of(files[0]) == "WKT,i,s,r,d,b,none,nil\n"
                               "\"POINT (1 2)\",\"7\",\"a \"\"b\"\"\",2.5,2020/01/02,\"1\",,\n");
}

TEST_CASE("ogr: GeoJSON has the layer's name, CRS, and ids if there are any")
{
    auto layer = layer_of();
    layer.crs = "EPSG:25832";
    layer.fields = {{"name"}};
    auto const text = text_of(files_of({.driver = "GeoJSON",
                                        .file_name = "a.json",
                                        .layer = layer,
                                        .values = {"x"},
                                        .count = 2})
                                  .at(0));
    CHECK(text.find("\"name\": \"places\"") != std::string::npos);
    CHECK(text.find("urn:ogc:def:crs:EPSG::25832") != std::string::npos);
    CHECK(text.find("\"id\": 41, \"properties\": { \"name\": \"x\" }") != std::string::npos);
    CHECK(text.find("\"coordinates\": [ 1.0, 2.0 ]") != std::string::npos);
}

TEST_CASE("ogr: GeoJSON in degrees of WGS 84 does not say so")
{
    for (std::string const crs : {"EPSG:4326", "OGC:CRS84", "EPSG:4258"}) {
        auto layer = layer_of();
        layer.crs = crs;
        auto const text = text_of(
            files_of({.driver = "GeoJSON", .file_name = "a.json", .layer = layer, .count = 1})
                .at(0));
        CHECK((text.find("\"crs\"") == std::string::npos) == (crs != "EPSG:4258"));
    }
}

TEST_CASE("ogr: booleans are true and false where a format knows them")
{
    auto layer = layer_of();
    layer.fields = {{"yes", FieldType::Boolean}, {"no", FieldType::Boolean}};
    auto const text = text_of(
        files_of({.driver = "GeoJSON", .file_name = "a.json", .layer = layer, .values = {"t", "f"}})
            .at(0));
    CHECK(text.find("\"yes\": true, \"no\": false") != std::string::npos);
}

TEST_CASE("ogr: formats without integers of 64 bits get reals")
{
    auto layer = layer_of();
    layer.fields = {{"n", FieldType::Long}};
    auto const files = files_of({.driver = "MapInfo File",
                                 .file_name = "a.mif",
                                 .layer = layer,
                                 .values = {"3000000000"},
                                 .options = {"FORMAT=MIF"}});
    REQUIRE(names_of(files).find(".mid") != std::string::npos);
    CHECK(text_of(files.front()).starts_with("3000000000"));
}

TEST_CASE("ogr: drivers that write several files give all of them, in the order of their names")
{
    CHECK(names_of(files_of({.driver = "GML", .file_name = "a.gml", .layer = layer_of()})) ==
          "a.gml a.xsd ");
    CHECK(names_of(
              files_of({.driver = "ESRI Shapefile", .file_name = "a.dat", .layer = layer_of()})) ==
          "places.dbf places.prj places.shp places.shx ");
}

TEST_CASE("ogr: only drivers that write features at once take more of them than memory")
{
    std::string const text(2000, 'x');
    auto layer = layer_of();
    layer.fields = {{"text"}};
    for (auto const& [driver, is_refused] :
         {std::pair{"ODS", true}, {"GeoJSON", false}, {"GPKG", false}, {"CSV", false}}) {
        CAPTURE(driver);
        auto const message = message_of({.driver = driver,
                                         .file_name = "a.ods",
                                         .layer = layer,
                                         .values = {text},
                                         .count = 20,
                                         .max_bytes = 20'000});
        CHECK((message.find("MS_REQUEST_MEMORY_MB") != std::string::npos) == is_refused);
    }
}

TEST_CASE("ogr: a file is said to be appended to only by drivers that never go back in it")
{
    auto const appends = [&](std::string const& driver, Options layer_options) {
        TemporaryFolder const folder{std::filesystem::temp_directory_path()};
        Document document{
            .driver = driver, .folder = folder.path().native(), .file_name = "a." + driver};
        document.layer_options = std::move(layer_options);
        return load_module().create(document)->only_appends();
    };
    CHECK(appends("CSV", {}));
    CHECK(appends("GeoJSON", {"COORDINATE_PRECISION=3"}));
    CHECK_FALSE(appends("GeoJSON", {"write_bbox=YES"}));
    CHECK_FALSE(appends("GML", {}));
    CHECK_FALSE(appends("FlatGeobuf", {}));
}

TEST_CASE("ogr: what such drivers have written stays as it is")
{
    auto layer = layer_of();
    layer.fields = {{"text"}};
    for (std::string const driver : {"CSV", "GeoJSON", "GeoJSONSeq", "KML"}) {
        CAPTURE(driver);
        TemporaryFolder const folder{std::filesystem::temp_directory_path()};
        auto const writer = load_module().create(
            {.driver = driver, .folder = folder.path().native(), .file_name = "a.x.csv"});
        writer->begin_layer(layer);
        auto const present = [&] {
            auto const files = folder.files();
            return files.empty() ? std::vector<std::uint8_t>{} : read_file(files.at(0), 1U << 24U);
        };
        auto sent = present();
        for (std::size_t row = 0; row < 3000; ++row) {
            writer->write({.wkb = std::as_bytes(std::span{point_1_2}), .values = Values{"x"}});
            if (row % 1000 == 999) {
                auto const now = present();
                CHECK(std::ranges::equal(sent, std::span{now}.first(sent.size())));
                sent = now;
            }
        }
        writer->finish();
        CHECK(sent.size() >= 4096);
        auto const whole = present();
        CHECK(std::ranges::equal(sent, std::span{whole}.first(sent.size())));
    }
}

TEST_CASE("ogr: drivers that are not there, read only or reach beyond files are refused")
{
    for (auto const* const driver : {"Nonsense", "PostgreSQL", "GTiff", "CAD", "WFS"}) {
        CAPTURE(driver);
        CHECK(message_of({.driver = driver, .file_name = "a.dat", .layer = layer_of()})
                  .find("that writes files of features") != std::string::npos);
    }
}

TEST_CASE("ogr: a driver's refusal is an error that names the layer")
{
    TemporaryFolder const folder{std::filesystem::temp_directory_path()};
    auto const writer = load_module().create(
        {.driver = "GeoJSON", .folder = folder.path().native(), .file_name = "a.json"});
    writer->begin_layer(layer_of());
    CHECK_THROWS_WITH_AS(
        writer->begin_layer(layer_of("more")),
        doctest::Contains("GDAL's driver \"GeoJSON\" does not take layer \"more\": "), Error);
}

TEST_CASE("ogr: errors do not name the folder")
{
    std::string const folder = "/nowhere/else";
    for (auto const* const driver : {"GeoJSON", "GPKG", "KML"}) {
        CAPTURE(driver);
        try {
            write({.driver = driver, .file_name = "a.x", .layer = layer_of()}, folder);
            FAIL("written to a folder that is not there");
        } catch (Error const& error) {
            CHECK(std::string{error.what()}.find("makes no file: ") != std::string::npos);
            CHECK(std::string{error.what()}.find("nowhere") == std::string::npos);
        }
    }
}

TEST_CASE("ogr: a layer's name does not lead out of the folder")
{
    CHECK(message_of({.driver = "ESRI Shapefile", .file_name = "a.dat", .layer = layer_of("../b")})
              .find("must not contain \"..\"") != std::string::npos);
}

TEST_CASE("ogr: threads write files of the same name side by side")
{
    std::vector<std::thread> threads;
    std::vector<int> right(4, 0);
    for (std::size_t i = 0; i < right.size(); ++i) {
        threads.emplace_back([&right, i] {
            for (int k = 0; k < 20; ++k) {
                auto const files = files_of({.driver = "GeoJSONSeq",
                                             .file_name = "a.txt",
                                             .layer = layer_of(),
                                             .count = i + 1});
                auto const text = text_of(files.at(0));
                bool const is_right =
                    std::ranges::count(text, '\n') == static_cast<std::ptrdiff_t>(i) + 1;
                right[i] += is_right ? 1 : 0;
            }
        });
    }
    for (auto& thread : threads) {
        thread.join();
    }
    CHECK(right == std::vector<int>(4, 20));
}

TEST_CASE("ogr: no driver completes files that are not needed any more")
{
    auto layer = layer_of();
    layer.fields = {{"text"}};
    for (auto const& [driver, file_name] : slow_to_finish) {
        CAPTURE(driver);
        TemporaryFolder const folder{std::filesystem::temp_directory_path()};
        bool is_needed = true;
        std::size_t asked = 0;
        auto const writer = load_module().create({.driver = driver,
                                                  .folder = folder.path().native(),
                                                  .file_name = file_name,
                                                  .go_on = [&] {
                                                      ++asked;
                                                      return is_needed;
                                                  }});
        writer->begin_layer(layer);
        for (std::size_t row = 0; row < 2000; ++row) {
            writer->write({.wkb = std::as_bytes(std::span{point_1_2}), .values = Values{"x"}});
        }
        is_needed = false;
        auto const before = folder.bytes();
        CHECK_THROWS_WITH_AS(writer->finish(), doctest::Contains("does not finish"), Error);
        CHECK(asked > 0);
        CHECK(folder.bytes() <= before);
    }
}

TEST_CASE("ogr: nor does it complete files that were given up")
{
    for (auto const& [driver, file_name] : slow_to_finish) {
        CAPTURE(driver);
        TemporaryFolder const folder{std::filesystem::temp_directory_path()};
        auto writer = load_module().create(
            {.driver = driver, .folder = folder.path().native(), .file_name = file_name});
        writer->begin_layer(layer_of());
        for (std::size_t row = 0; row < 2000; ++row) {
            writer->write({.wkb = std::as_bytes(std::span{point_1_2}), .values = {}});
        }
        auto const before = folder.bytes();
        writer.reset();
        CHECK(folder.bytes() <= before);
    }
}

TEST_CASE("ogr: any driver can be given up, with a layer that it refuses or has begun")
{
    auto with_field = layer_of();
    with_field.fields = {{"text"}}; // DXF refuses those
    for (std::string const driver :
         {"CSV", "DGN", "DXF", "GMT", "GPX", "GeoJSON", "GeoJSONSeq", "GeoRSS", "JML", "KML",
          "MapML", "ODS", "PGDUMP", "Selafin", "VDV", "XLSX"}) {
        CAPTURE(driver);
        for (auto const& layer : {layer_of(), with_field}) {
            TemporaryFolder const folder{std::filesystem::temp_directory_path()};
            try {
                auto const writer = load_module().create(
                    {.driver = driver, .folder = folder.path().native(), .file_name = "a.x"});
                writer->begin_layer(layer);
                writer->write({.wkb = std::as_bytes(std::span{point_1_2}),
                               .values = Values(layer.fields.size(), "x")});
            } catch (Error const& error) {
                CHECK(error.kind() == ErrorKind::BadMapfile);
            }
        }
    }
}

TEST_CASE("ogr: a file that cannot be written ends the document at once, whatever the driver says")
{
    auto layer = layer_of();
    layer.fields = {{"text"}};
    std::string const text(100, 'x');
    constexpr std::size_t many = 100'000;
    for (std::string const driver : {"CSV", "GeoJSON", "GeoJSONSeq", "KML", "GML", "FlatGeobuf",
                                     "MapInfo File", "ESRI Shapefile"}) {
        CAPTURE(driver);
        TemporaryFolder const folder{std::filesystem::temp_directory_path()};
        auto const writer =
            load_module().create({.driver = driver,
                                  .folder = folder.path().native(),
                                  .file_name = driver == "MapInfo File" ? "a.tab" : "a.x"});
        writer->begin_layer(layer);
        std::size_t written = 0;
        {
            SmallFiles const small{1U << 20U};
            try {
                for (; written < many; ++written) {
                    writer->write(
                        {.wkb = std::as_bytes(std::span{point_1_2}), .values = Values{text}});
                }
            } catch (Error const& error) {
                CHECK(error.kind() == ErrorKind::BadMapfile);
            }
        }
        CHECK(written > 1000);
        CHECK(written < 30'000);
    }
}

TEST_CASE("ogr: time that a driver needs to sort is asked for while features come")
{
    using std::chrono::nanoseconds;
    for (bool const has_index : {true, false}) {
        CAPTURE(has_index);
        TemporaryFolder const folder{std::filesystem::temp_directory_path()};
        nanoseconds longest{};
        Document document{.driver = "FlatGeobuf",
                          .folder = folder.path().native(),
                          .file_name = "a.fgb",
                          .expect = [&](nanoseconds time) {
                              longest = std::max(longest, time);
                              if (time > std::chrono::milliseconds{100}) {
                                  throw Error{ErrorKind::Limit, "too long"};
                              }
                          }};
        document.layer_options = {has_index ? "SPATIAL_INDEX=YES" : "SPATIAL_INDEX=NO"};
        auto const writer = load_module().create(document);
        writer->begin_layer(layer_of());
        auto const write_many = [&](std::size_t count) {
            for (std::size_t row = 0; row < count; ++row) {
                writer->write({.wkb = std::as_bytes(std::span{point_1_2}), .values = {}});
            }
        };
        if (has_index) {
            CHECK_THROWS_WITH_AS(write_many(200'000), "too long", Error);
            CHECK(longest > std::chrono::milliseconds{100});
        } else {
            write_many(200'000);
            writer->finish();
            CHECK(longest == nanoseconds{});
        }
    }
}
