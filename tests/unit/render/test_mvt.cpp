// SPDX-License-Identifier: MIT
// Vector tiles, read by protozero: https://github.com/mapbox/vector-tile-spec 2.1.
#include "unit/render/drawing.hpp"

#include "base/error.hpp"
#include "render/core/mvt_output.hpp"
#include "render/core/output.hpp"
#include "render/draw/mvt_writer.hpp"

#include <fmt/format.h>
#include <protozero/pbf_reader.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

using namespace ms;

namespace {

std::string value_text(protozero::data_view bytes)
{
    protozero::pbf_reader value{bytes};
    REQUIRE(value.next());
    switch (value.tag()) {
    case 1:
        return '"' + value.get_string() + '"';
    case 2:
        return fmt::format("{}f", value.get_float());
    case 3:
        return fmt::format("{}", value.get_double());
    case 4:
        return fmt::format("{}i", value.get_int64());
    case 6:
        return fmt::format("{}s", value.get_sint64());
    case 7:
        return value.get_bool() ? "true" : "false";
    default:
        return "?";
    }
}

std::string geometry_text(std::vector<std::uint32_t> const& commands)
{
    std::string text;
    int x = 0;
    int y = 0;
    for (std::size_t i = 0; i < commands.size();) {
        auto const command = commands[i] & 7U;
        auto const count = commands[i] >> 3U;
        ++i;
        if (command == 7) {
            text += " Z";
            continue;
        }
        for (std::uint32_t n = 0; n < count; ++n, i += 2) {
            x += protozero::decode_zigzag32(commands.at(i));
            y += protozero::decode_zigzag32(commands.at(i + 1));
            text += fmt::format(" {}{},{}", command == 1 ? 'M' : 'L', x, y);
        }
    }
    return text;
}

std::string feature_text(protozero::data_view bytes, std::vector<std::string> const& keys,
                         std::vector<std::string> const& values)
{
    protozero::pbf_reader feature{bytes};
    std::string id;
    std::string attributes;
    std::string geometry;
    std::uint32_t type = 0;
    while (feature.next()) {
        if (feature.tag() == 1) {
            id = fmt::format(" #{}", feature.get_uint64());
        } else if (feature.tag() == 2) {
            auto const range = feature.get_packed_uint32();
            std::vector<std::uint32_t> const tags{range.begin(), range.end()};
            for (std::size_t i = 0; i < tags.size(); i += 2) {
                attributes += fmt::format(" {}={}", keys.at(tags[i]), values.at(tags[i + 1]));
            }
        } else if (feature.tag() == 3) {
            type = static_cast<std::uint32_t>(feature.get_enum());
        } else if (feature.tag() == 4) {
            auto const range = feature.get_packed_uint32();
            geometry = geometry_text({range.begin(), range.end()});
        }
    }
    return fmt::format("\n{}{}{}{}", std::string{"?PLA"}.at(type), id, attributes, geometry);
}

std::string layer_text(protozero::data_view bytes)
{
    std::vector<std::string> keys;
    std::vector<std::string> values;
    std::vector<protozero::data_view> features;
    std::string name;
    std::uint32_t extent = 0;
    std::uint32_t version = 0;
    protozero::pbf_reader layer{bytes};
    while (layer.next()) {
        switch (layer.tag()) {
        case 1:
            name = layer.get_string();
            break;
        case 2:
            features.push_back(layer.get_view());
            break;
        case 3:
            keys.push_back(layer.get_string());
            break;
        case 4:
            values.push_back(value_text(layer.get_view()));
            break;
        case 5:
            extent = layer.get_uint32();
            break;
        default:
            version = layer.get_uint32();
        }
    }
    auto text = fmt::format("{} {} v{}", name, extent, version);
    for (auto const feature : features) {
        text += feature_text(feature, keys, values);
    }
    return text;
}

/// The layers of a tile of 40 x 40 map units, which are a hundred units of the tile each.
std::string tile_of(std::string const& layers, std::string const& options = "")
{
    test::Process const process;
    auto const map = "MAP SIZE 40 40 EXTENT 0.5 0.5 39.5 39.5 OUTPUTFORMAT NAME \"tile\" DRIVER "
                     "\"MVT\" FORMATOPTION \"EXTENT=4000\" " +
                     options + " END " + layers + " END";
    auto const image = test::draw(test::load(map), process, "tile");
    std::string const bytes{image.document.begin(), image.document.end()};
    std::string text;
    protozero::pbf_reader tile{bytes};
    while (tile.next()) {
        REQUIRE(tile.tag() == 3);
        text += (text.empty() ? "" : "\n") + layer_text(tile.get_view());
    }
    return text;
}

std::string tile_layer(std::string const& type, std::string const& points,
                       std::string const& keywords = "",
                       std::string const& classes = "CLASS STYLE COLOR 0 0 0 END END")
{
    return "LAYER NAME \"l\" TYPE " + type + " STATUS ON " + keywords + " FEATURE " + points +
           " END " + classes + " END ";
}

constexpr auto head = "l 4000 v2";

} // namespace

TEST_CASE("vector tile: coordinates count from the upper left edge, rounded")
{
    CHECK(tile_of(tile_layer("POINT", "POINTS 0 40 END")) == std::string{head} + "\nP #0 M0,0");
    CHECK(tile_of(tile_layer("POINT", "POINTS 10 10 20.004 20.006 END")) ==
          std::string{head} + "\nP #0 M1000,3000 M2000,1999");
    CHECK(tile_of(tile_layer("LINE", "POINTS 0 0 0.001 0.001 10 0 10 30 END")) ==
          std::string{head} + "\nL #0 M0,4000 L1000,4000 L1000,1000");
}

TEST_CASE("vector tile: an empty tile has no layers")
{
    CHECK(tile_of(tile_layer("POINT", "POINTS 100 100 END")).empty());
    CHECK(tile_of(tile_layer("LINE", "POINTS 10 10 10.001 10.001 END")).empty());
    CHECK(tile_of(tile_layer("POLYGON", "POINTS 10 10 10.001 10 10.001 10.001 10 10 END")).empty());
}

TEST_CASE("vector tile: outer rings are clockwise on the screen, holes follow the other way round")
{
    // The hole comes first, in the direction of the outer ring.
    CHECK(tile_of(tile_layer("POLYGON", "POINTS 12 12 18 12 18 18 12 18 12 12 END "
                                        "POINTS 10 10 20 10 20 20 10 20 10 10 END "
                                        "POINTS 30 30 30 35 35 35 30 30 END")) ==
          std::string{head} + "\nA #0 M1000,3000 L1000,2000 L2000,2000 L2000,3000 Z"
                              " M1200,2800 L1800,2800 L1800,2200 L1200,2200 Z"
                              " M3000,1000 L3000,500 L3500,500 Z");
}

TEST_CASE("vector tile: features are cut at the buffer, whole points beyond it left out")
{
    // 10 pixels of 256: 156 units of 4000.
    CHECK(tile_of(tile_layer("LINE", "POINTS -100 20 100 20 END")) ==
          std::string{head} + "\nL #0 M-156,2000 L4156,2000");
    CHECK(tile_of(tile_layer("LINE", "POINTS -100 20 100 20 END"),
                  "FORMATOPTION \"EDGE_BUFFER=0\"") ==
          std::string{head} + "\nL #0 M0,2000 L4000,2000");
    CHECK(tile_of(tile_layer("POINT", "POINTS -1 20 -2 20 END")) ==
          std::string{head} + "\nP #0 M-100,2000");
}

TEST_CASE("vector tile: attributes are those of gml_include_items, texts without types")
{
    auto const layer = [](std::string const& metadata) {
        return tile_layer("POINT", "POINTS 10 10 END ITEMS 'x;7;2.5;0.1;t'",
                          "PROCESSING \"ITEMS=a,b,c,d,e\" METADATA " + metadata + " END");
    };
    auto const of = [&](std::string const& metadata) {
        return tile_of(layer(metadata)).substr(std::string{head}.size() + 2);
    };
    CHECK(of("'ows_title' 'l'") == " #0 M1000,3000");
    CHECK(of("'gml_include_items' 'all' 'gml_exclude_items' 'c,d,e'") ==
          R"( #0 a="x" b="7" M1000,3000)");
    CHECK(of("'gml_include_items' 'b' 'gml_b_alias' 'a thing'") == R"( #0 a thing="7" M1000,3000)");
    CHECK(of("'gml_include_items' 'a,b' 'gml_b_alias' 'a'") == R"( #0 a="x" M1000,3000)");
    CHECK(of("'gml_include_items' 'all' 'gml_a_type' 'Integer' 'gml_b_type' 'Integer' "
             "'gml_c_type' 'Real' 'gml_d_type' 'Real' 'gml_e_type' 'Boolean'") ==
          R"( #0 a="x" b=7i c=2.5f d=0.1 e=true M1000,3000)");
    CHECK(of("'gml_include_items' 'b' 'gml_b_type' 'Long'") == " #0 b=7s M1000,3000");
}

TEST_CASE("vector tile: classes choose features, and need no styles")
{
    auto const points = "POINTS 10 10 END ITEMS '1' END FEATURE POINTS 20 20 END ITEMS '2'";
    auto const of = [&](std::string const& classes) {
        return tile_of(tile_layer("POINT", points, "PROCESSING \"ITEMS=a\"", classes));
    };
    auto const both = std::string{head} + "\nP #0 M1000,3000\nP #1 M2000,2000";
    CHECK(of("") == both);
    CHECK(of("CLASS END") == both);
    CHECK(of("CLASS EXPRESSION ([a] = 2) END") == std::string{head} + "\nP #1 M2000,2000");
    CHECK(of("CLASS MAXSCALEDENOM 1 END").empty());
    CHECK(of("CLASS STYLE SYMBOL \"not there\" COLOR 0 0 0 END END") == both);
}

TEST_CASE("vector tile: layers in the order of the map, without images, charts and circles")
{
    auto const point = tile_layer("POINT", "POINTS 10 10 END");
    auto other = tile_layer("LINE", "POINTS 10 10 20 10 END");
    other.replace(other.find("\"l\""), 3, "\"m\"");
    auto circle = tile_layer("CIRCLE", "POINTS 10 10 20 20 END");
    CHECK(tile_of(circle + other + point) ==
          "m 4000 v2\nL #0 M1000,3000 L2000,3000\nl 4000 v2\nP #0 M1000,3000");
    CHECK(tile_of(point + point) == std::string{head} + "\nP #0 M1000,3000"); // names are unique
}

TEST_CASE("vector tile: areas beyond the tile are cut along the bent sides of what it shows")
{
    test::Process const process;
    auto const map = test::load(
        "MAP SIZE 256 256 EXTENT 1000000 500000 7000000 6500000 PROJECTION \"EPSG:3035\" END "
        "LAYER NAME \"l\" TYPE POLYGON STATUS ON PROJECTION \"EPSG:4326\" END "
        "FEATURE POINTS -170 -20 170 -20 170 89 -170 89 -170 -20 END END END END");
    auto const image = test::draw(map, process, "mvt");
    std::string const bytes{image.document.begin(), image.document.end()};
    protozero::pbf_reader tile{bytes};
    REQUIRE(tile.next());
    auto const text = layer_text(tile.get_view());
    for (char const* const corner : {"-160,-160", "4256,-160", "4256,4256", "-160,4256"}) {
        CHECK_MESSAGE(text.find(corner) != std::string::npos, text);
    }
}

TEST_CASE("vector tile: options out of range are errors of the mapfile")
{
    mapfile::OutputFormat format;
    format.driver = "mvt";
    CHECK(render::is_mvt_format(format));
    CHECK(render::parse_mvt_format(format).buffer() == 160);
    for (char const* const extent : {"0", "15", "65537", "x", ""}) {
        format.options.set("EXTENT", extent);
        CHECK_THROWS_AS((void)render::parse_mvt_format(format), Error);
    }
    format.options.set("EXTENT", "512");
    format.options.set("EDGE_BUFFER", "257");
    CHECK_THROWS_AS((void)render::parse_mvt_format(format), Error);
    format.options.set("EDGE_BUFFER", "8");
    CHECK(render::parse_mvt_format(format).buffer() == 16);
}

TEST_CASE("vector tile: what a tile keeps is charged to the request")
{
    Deadline const deadline;
    Budget budget{deadline, 4096};
    render::MvtRoom room;
    render::MvtWriter writer{"l", 4096, {"a"}, budget, room};
    std::vector<std::uint32_t> const point{9, 0, 0};
    auto const fill = [&] {
        for (int i = 0; i < 1000; ++i) {
            writer.add_attribute(0, feature::FieldType::Integer, std::to_string(i));
            bool const is_added = writer.add_feature(std::nullopt, geometry::Kind::Point, point);
            CHECK(is_added);
        }
    };
    CHECK_THROWS_AS(fill(), Error);
    CHECK(budget.kept_bytes() > 4096);
}

TEST_CASE("vector tile: beyond MAX_FEATURES the tile ends, with all its layers")
{
    auto const points =
        tile_layer("POINT", "POINTS 10 10 END END FEATURE POINTS 20 20 END END "
                            "FEATURE POINTS 100 100 END END FEATURE POINTS 30 30 END");
    auto other = points;
    other.replace(other.find("\"l\""), 3, "\"m\"");
    auto const of = [&](std::string const& options) { return tile_of(points + other, options); };
    auto const all = std::string{head} + "\nP #0 M1000,3000\nP #1 M2000,2000\nP #3 M3000,1000";
    CHECK(of("FORMATOPTION \"MAX_FEATURES=2\"") ==
          std::string{head} + "\nP #0 M1000,3000\nP #1 M2000,2000");
    CHECK(of("FORMATOPTION \"MAX_FEATURES=3\"") == all);
    CHECK(of("FORMATOPTION \"MAX_FEATURES=4\"") == all + "\nm 4000 v2\nP #0 M1000,3000");
    CHECK(of("FORMATOPTION \"MAX_FEATURES=6\" FORMATOPTION \"WHEN_FULL=ERROR\"") == of(""));
    CHECK_THROWS_WITH_AS(
        of("FORMATOPTION \"MAX_FEATURES=5\" FORMATOPTION \"WHEN_FULL=error\""),
        "layer \"m\": the vector tile is full: MAX_FEATURES or MAX_BYTES of its OUTPUTFORMAT",
        Error);
}

TEST_CASE(
    "vector tile: a tile is not larger than MAX_BYTES, and has no values of features left out")
{
    Budget budget;
    std::vector<std::uint32_t> const point{9, 0, 0};
    std::size_t largest = 0;
    for (std::size_t bytes = 1; bytes < 1500; bytes += 7) {
        render::MvtRoom room{.bytes = bytes};
        render::MvtWriter writer{"l", 4096, {"a"}, budget, room};
        std::size_t features = 0;
        for (int i = 0; i < 100; ++i) {
            writer.add_attribute(0, feature::FieldType::Text, "value " + std::to_string(i));
            features += writer.add_feature(1, geometry::Kind::Point, point) ? 1U : 0U;
        }
        CHECK(room.is_full);
        std::string tile;
        writer.finish(tile);
        CHECK(tile.size() <= bytes);
        protozero::pbf_reader layers{tile};
        if (layers.next()) {
            auto const text = layer_text(layers.get_view());
            CHECK(static_cast<std::size_t>(std::ranges::count(text, '\n')) == features);
        }
        largest = std::max(largest, tile.size());
    }
    CHECK(largest > 1300);
}

TEST_CASE("vector tile: limits that are no numbers are errors of the mapfile")
{
    mapfile::OutputFormat format;
    format.driver = "MVT";
    CHECK(render::parse_mvt_format(format).max_features > 1U << 31U);
    for (auto const& [key, value] : {std::pair{"MAX_FEATURES", "0"},
                                     {"MAX_BYTES", "-1"},
                                     {"MAKE_VALID", "maybe"},
                                     {"MAX_BYTES", "500k"},
                                     {"WHEN_FULL", "DROP"}}) {
        auto wrong = format;
        wrong.options.set(key, value);
        CHECK_THROWS_AS((void)render::parse_mvt_format(wrong), Error);
    }
}
