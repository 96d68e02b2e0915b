// SPDX-License-Identifier: MIT
#include "ogr/load.hpp"

#include "base/error.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>
#include <thread>

using namespace ms;
using namespace ms::ogr;

namespace {

/// OGC 06-103r4, 8.2: little-endian POINT(1 2).
constexpr std::array<unsigned char, 21> point_1_2{1,    1,    0, 0, 0, 0, 0, 0, 0, 0,   0,
                                                  0xF0, 0x3F, 0, 0, 0, 0, 0, 0, 0, 0x40};

/// One feature, or a given number of them, at POINT(1 2).
class Points : public Rows {
public:
    explicit Points(std::vector<std::optional<std::string_view>> values, std::size_t count = 1)
        : m_values(std::move(values)), m_count(count)
    {}
    [[nodiscard]] std::size_t size() const override { return m_count; }
    [[nodiscard]] std::span<std::byte const> geometry(std::size_t /*row*/) override
    {
        return std::as_bytes(std::span{point_1_2});
    }
    [[nodiscard]] std::optional<std::string_view> value(std::size_t /*row*/,
                                                        std::size_t field) override
    {
        return m_values[field];
    }
    [[nodiscard]] std::optional<std::int64_t> id(std::size_t row) override
    {
        return static_cast<std::int64_t>(row) + 40;
    }

private:
    std::vector<std::optional<std::string_view>> m_values;
    std::size_t m_count;
};

using feature::FieldType;

Layer layer_of(Rows& rows, std::string name = "places")
{
    return {.name = std::move(name), .geometry_type = "Point", .crs = "EPSG:4326", .rows = &rows};
}

Document document_of(std::string driver, std::string file_name, Layer layer, Options options = {},
                     Options layer_options = {})
{
    return {.driver = std::move(driver),
            .file_name = std::move(file_name),
            .options = std::move(options),
            .layer_options = std::move(layer_options),
            .layers = {std::move(layer)}};
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

std::string message_of(Document const& document)
{
    try {
        (void)load_module().write(document);
    } catch (Error const& error) {
        return error.what();
    }
    return "";
}

} // namespace

// MapServer 8.0.0's output for the same data with the same GDAL.
TEST_CASE("ogr: values of all types are written as CSV; a missing number stays empty")
{
    Points rows{{"7", "a \"b\"", "2.5", "2020-01-02", "t", std::nullopt, std::nullopt}};
    auto layer = layer_of(rows);
    layer.fields = {{"i", FieldType::Integer},
                    {"s"},
                    {"r", FieldType::Real},
                    {"d", FieldType::Date},
                    {"b", FieldType::Boolean},
                    {"none", FieldType::Real},
                    {"nil"}};
    auto const files =
        load_module().write(document_of("CSV", "result.csv", layer, {}, {"GEOMETRY=AS_WKT"}));
    REQUIRE(files.size() == 1);
    CHECK(files[0].name == "result.csv");
    CHECK(text_of(files[0]) == "WKT,i,s,r,d,b,none,nil\n"
                               "\"POINT (1 2)\",\"7\",\"a \"\"b\"\"\",2.5,2020/01/02,\"1\",,\n");
}

TEST_CASE("ogr: GeoJSON has the layer's name, CRS, and ids if there are any")
{
    Points rows{{"x"}, 2};
    auto layer = layer_of(rows);
    layer.crs = "EPSG:25832";
    layer.fields = {{"name"}};
    auto const text = text_of(load_module().write(document_of("GeoJSON", "a.json", layer)).at(0));
    CHECK(text.find("\"name\": \"places\"") != std::string::npos);
    CHECK(text.find("urn:ogc:def:crs:EPSG::25832") != std::string::npos);
    CHECK(text.find("\"id\": 41, \"properties\": { \"name\": \"x\" }") != std::string::npos);
    CHECK(text.find("\"coordinates\": [ 1.0, 2.0 ]") != std::string::npos);
}

TEST_CASE("ogr: formats without integers of 64 bits get reals")
{
    Points rows{{"3000000000"}};
    auto layer = layer_of(rows);
    layer.fields = {{"n", FieldType::Long}};
    auto const files =
        load_module().write(document_of("MapInfo File", "a.mif", layer, {"FORMAT=MIF"}));
    REQUIRE(names_of(files).find(".mid") != std::string::npos);
    CHECK(text_of(files.front()).starts_with("3000000000"));
}

TEST_CASE("ogr: drivers that write several files give all of them, in the order of their names")
{
    Points rows{{}};
    CHECK(names_of(load_module().write(document_of("GML", "a.gml", layer_of(rows)))) ==
          "a.gml a.xsd ");
    CHECK(names_of(load_module().write(document_of("ESRI Shapefile", "a.dat", layer_of(rows)))) ==
          "places.dbf places.prj places.shp places.shx ");
}

TEST_CASE("ogr: files larger than the request may keep are refused while they are written")
{
    std::string const text(2000, 'x');
    Points rows{{text}};
    auto layer = layer_of(rows);
    layer.fields = {{"text"}};
    auto document = document_of("GeoJSON", "a.json", layer);
    CHECK(load_module().write(document).at(0).bytes.size() > 2000);
    document.max_bytes = 2000;
    CHECK(message_of(document) == "the files of the answer need more memory than allowed");
}

TEST_CASE("ogr: an archive begins like a ZIP file and names its content")
{
    auto const bytes = load_module().zip({{"a.txt", {'a'}}, {"b.txt", {'b', 'c'}}}, 1000);
    CHECK_THROWS_AS((void)load_module().zip({{"a.txt", {'a'}}, {"b.txt", {'b', 'c'}}}, 2), Error);
    std::string const text{bytes.begin(), bytes.end()};
    CHECK(text.starts_with("PK\x03\x04")); // APPNOTE.TXT 4.3.7
    CHECK(text.find("a.txt") != std::string::npos);
    CHECK(text.rfind("b.txt") > text.find("PK\x01\x02"));
}

TEST_CASE("ogr: drivers that are not there, read only or reach beyond files are refused")
{
    Points rows{{}};
    for (auto const* const driver : {"Nonsense", "PostgreSQL", "GTiff", "CAD", "WFS"}) {
        CAPTURE(driver);
        CHECK(message_of(document_of(driver, "a.dat", layer_of(rows)))
                  .find("that writes files of features") != std::string::npos);
    }
}

TEST_CASE("ogr: a driver's refusal is an error without names of places in memory")
{
    Points rows{{}};
    auto two = document_of("GeoJSON", "a.json", layer_of(rows));
    two.layers.push_back(layer_of(rows, "more"));
    auto const message = message_of(two);
    CHECK(message.find("does not take layer \"more\"") != std::string::npos);
    CHECK(message.find("vsimem") == std::string::npos);
}

TEST_CASE("ogr: the check callback may end it")
{
    Points rows{{}, 1000};
    auto document = document_of("CSV", "a.csv", layer_of(rows));
    int checks = 0;
    document.check = [&] {
        if (++checks == 3) {
            throw Error{ErrorKind::Limit, "nobody waits"};
        }
    };
    CHECK(message_of(document) == "nobody waits");
}

TEST_CASE("ogr: threads write files of the same name side by side")
{
    std::vector<std::thread> threads;
    std::vector<int> right(4, 0);
    for (std::size_t i = 0; i < right.size(); ++i) {
        threads.emplace_back([&right, i] {
            for (int k = 0; k < 20; ++k) {
                Points rows{{}, i + 1};
                auto const files =
                    load_module().write(document_of("GeoJSONSeq", "a.txt", layer_of(rows)));
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
