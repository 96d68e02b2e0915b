// SPDX-License-Identifier: MIT
// Values, defaults and limits as MapServer's documentation and MapServer 8.0.0 have them.
#include "unit/mapfile/map_of.hpp"

using namespace test;

TEST_CASE("MAP: an empty one has the documented defaults")
{
    auto const map = map_of("MAP END");
    CHECK(map->name == "MS");
    CHECK(map->max_size == 4096);
    CHECK(map->units == Units::Meters);
    CHECK_FALSE(map->has_units);
    CHECK(map->resolution == 72);
    CHECK(map->image_color == ms::image::Color{255, 255, 255, 255});
}

TEST_CASE("MAP: keywords are read in any case and from any line")
{
    auto const map = map_of("map name 'x' Size 10 20 EXTENT -1 -2 3 4 units DD\n"
                            "imagecolor \"#0102037f\" config \"a\" \"1\" config A '2' END");
    CHECK(map->name == "x");
    CHECK(map->size == Size{10, 20});
    CHECK(map->extent == Extent{-1, -2, 3, 4});
    CHECK(map->units == Units::Degrees);
    CHECK(map->image_color == ms::image::Color{1, 2, 3, 127});
    CHECK(*map->config.find("a") == "2");
}

TEST_CASE("LAYER: connection, data and their places")
{
    auto const layer =
        layer_of("NAME \"roads\" STATUS DEFAULT CONNECTIONTYPE postgis\n"
                 "CONNECTION 'dbname=x'\n  DATA \"geom from roads\"\n"
                 "PROCESSING \"CLOSE_CONNECTION=DEFER\" PROCESSING 'close_connection=ALWAYS'");
    CHECK(layer.connection_type == ConnectionType::PostGis);
    CHECK(layer.status == Status::Default);
    CHECK(layer.data == "geom from roads");
    CHECK(layer.data_at.line == 4);
    CHECK(layer.data_at.column == 8);
    CHECK(layer.processing_value("CLOSE_CONNECTION") == "DEFER"); // the first, as in MapServer
}

TEST_CASE("LAYER: METADATA keys compare without case and the last value has priority")
{
    auto const layer = layer_of("METADATA \"wms_title\" \"a\" 'WMS_Title' 'b' plain word END");
    CHECK(layer.metadata.entries.size() == 2);
    CHECK(*layer.metadata.find("wms_title") == "b");
    CHECK(*layer.metadata.find("plain") == "word");
}

TEST_CASE("LAYER: a FEATURE has a part for each POINTS")
{
    auto const layer =
        layer_of("FEATURE POINTS 1 2 3 4 END POINTS 5 6 END TEXT \"t\" ITEMS \"a;b\" END");
    REQUIRE(layer.features.size() == 1);
    REQUIRE(layer.features[0].parts.size() == 2);
    CHECK(layer.features[0].parts[0][1].y == 4);
    CHECK(layer.features[0].items == "a;b");
}

TEST_CASE("CLASS: the four forms of EXPRESSION")
{
    auto const layer =
        layer_of("CLASS EXPRESSION \"a\"i END CLASS EXPRESSION /^b/i END\n"
                 "CLASS EXPRESSION {c, d} END CLASS EXPRESSION ([e] > 1) END\nCLASS END");
    REQUIRE(layer.classes.size() == 5);
    auto const kind = [&](std::size_t i) { return layer.classes[i].expression.kind; };
    CHECK(kind(0) == ExpressionKind::String);
    CHECK(layer.classes[0].expression.ignore_case);
    CHECK(kind(1) == ExpressionKind::Regex);
    CHECK(layer.classes[1].expression.text == "^b");
    CHECK(kind(2) == ExpressionKind::List);
    CHECK(layer.classes[2].expression.text == "c, d");
    CHECK(kind(3) == ExpressionKind::Logical);
    CHECK(layer.classes[3].expression.text == "([e] > 1)");
    CHECK(kind(4) == ExpressionKind::None);
}

TEST_CASE("STYLE: colours are three numbers, hexadecimal, or an attribute")
{
    CHECK(style_of("COLOR 1 2 3").color.value == ms::image::Color{1, 2, 3, 255});
    CHECK(style_of("COLOR \"#0a0B0c\"").color.value == ms::image::Color{10, 11, 12, 255});
    CHECK(style_of("COLOR [c]").color.attribute == "c");
    CHECK_FALSE(style_of("COLOR 1 2 3 COLOR -1 -1 -1").color.value.has_value());
}

TEST_CASE("STYLE: a value given twice is the last one")
{
    auto const style = style_of("SIZE 5 SIZE [a]");
    CHECK(style.size.attribute == "a");
    CHECK(style.size.value == -1);
    CHECK(style_of("SIZE [a] SIZE 5").size.is_constant());
    CHECK(style_of("ANGLE AUTO ANGLE 5").angle_mode == AngleMode::Fixed);
}

TEST_CASE("STYLE: symbols by number, name and attribute")
{
    CHECK(style_of("SYMBOL 0").symbol.value.index == 0);
    CHECK(style_of("SYMBOL \"dot\"").symbol.value.name == "dot");
    CHECK(style_of("SYMBOL [s]").symbol.attribute == "s");
}

TEST_CASE("STYLE: OPACITY is cut to 0..100")
{
    CHECK(style_of("OPACITY 150").opacity.value == 100);
    CHECK(style_of("OPACITY -5").opacity.value == 0);
}

TEST_CASE("STYLE: a pattern, offsets and a transformation")
{
    auto const style =
        style_of("PATTERN 5 2.5 END OFFSET [dx] -99 GEOMTRANSFORM (buffer([shape], 2))");
    CHECK(style.pattern == std::vector{5.0, 2.5});
    CHECK(style.offset_x.attribute == "dx");
    CHECK(style.offset_y.value == -99);
    CHECK(style.geom_transform == "(buffer([shape], 2))");
    CHECK(style_of("GEOMTRANSFORM start").geom_transform == "start");
}

TEST_CASE("LABEL: sizes by name, angles by mode, priorities by expression")
{
    CHECK(label_of("SIZE giant").size.value == 16);
    CHECK(label_of("ANGLE FOLLOW").angle_mode == AngleMode::Follow);
    CHECK(label_of("PRIORITY ([p] + 1)").priority.expression == "([p] + 1)");
    CHECK(label_of("MINFEATURESIZE AUTO").min_feature_size_auto);
    CHECK(label_of("WRAP \"|\"").wrap == '|');
    CHECK(label_of("OFFSET 1.5 2").offset_x.value == 1); // MapServer cuts it off
    CHECK(label_of("FORCE GROUP").force == LabelForce::Group);
    CHECK(label_of("POSITION [p]").position.attribute == "p");
}

TEST_CASE("OUTPUTFORMAT: options, and an extension without its dot")
{
    auto const map = map_of("MAP OUTPUTFORMAT NAME x DRIVER \"AGG/PNG\" EXTENSION \".png\"\n"
                            "FORMATOPTION \"GAMMA=0.5\" IMAGEMODE RGBA TRANSPARENT OFF END END");
    auto const& format = map->output_formats.at(0);
    CHECK(format.extension == "png");
    CHECK(*format.options.find("gamma") == "0.5");
    CHECK(format.transparent == false);
    // So WEB QUERYFORMAT, which is text/html by default, leads to it.
    auto const page = map_of("MAP OUTPUTFORMAT NAME p DRIVER TEMPLATE END END");
    CHECK(page->output_formats.at(0).mime_type == "text/html");
}

TEST_CASE("limits: values that MapServer refuses are refused with their place")
{
    CHECK(errors_in("MAP LAYER TYPE POINT CLASS STYLE\nWIDTH -.5 END END END END") ==
          "2:7 WIDTH must be at least 0, not -.5\n");
    CHECK(errors_in("MAP RESOLUTION 5 END") ==
          "1:16 RESOLUTION must be between 10 and 1000, not 5\n");
    CHECK(errors_in("MAP LEGEND POSITION CC END END") ==
          "1:21 POSITION is one of UL UC UR LL LC LR, not CC\n");
    CHECK(errors_in("MAP LAYER TYPE POINT EXTENT 1 1 0 0 END END") ==
          "1:29 EXTENT is minx miny maxx maxy, each minimum below its maximum\n");
    CHECK(errors_in("MAP LAYER TYPE POINT CLASS STYLE COLOR \"red\" END END END END") ==
          "1:40 COLOR is red green blue or \"#rrggbb\", not \"red\"\n");
    CHECK(
        errors_in("MAP UNITS PIXELS END") ==
        "1:11 UNITS is one of INCHES FEET MILES METERS KILOMETERS NAUTICALMILES DD, not PIXELS\n");
    CHECK(errors_in("MAP OUTPUTFORMAT DRIVER x FORMATOPTION \"a\" END END") ==
          "1:40 FORMATOPTION is \"KEY=VALUE\", not \"a\"\n");
}

TEST_CASE("structure: blocks without which MapServer does not load a map")
{
    CHECK(errors_in("MAP LAYER NAME 'x' END END") == "1:5 LAYER has no TYPE\n");
    CHECK(errors_in("MAP OUTPUTFORMAT NAME x END END") == "1:5 OUTPUTFORMAT has no DRIVER\n");
    CHECK(errors_in("MAP SYMBOL NAME 'x' TYPE PIXMAP END END") ==
          "1:5 SYMBOL of TYPE PIXMAP has no IMAGE\n");
    CHECK(errors_in("MAP SYMBOL NAME 'x' END END") == "1:5 SYMBOL of TYPE VECTOR has no POINTS\n");
}
