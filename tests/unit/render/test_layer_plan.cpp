// SPDX-License-Identifier: MIT
#include "render/plan/layer_plan.hpp"
#include "render/plan/layer_visibility.hpp"

#include "base/error.hpp"
#include "crs/transformation.hpp"
#include "drawing.hpp"
#include "source/layer_error.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

using namespace ms;

namespace {

mapfile::Layer points()
{
    mapfile::Layer layer;
    layer.name = "points";
    layer.type = mapfile::LayerType::Point;
    layer.data = "points";
    return layer;
}

render::Viewport view(double scale)
{
    return {.extent = {0, 0, 100, 100},
            .width = 101,
            .height = 101,
            .cell_size_x = 1,
            .cell_size_y = 1,
            .scale_denominator = scale};
}

bool is_visible(mapfile::Layer const& layer, double scale)
{
    mapfile::Map map;
    map.layers = {layer};
    return render::is_visible(map, map.layers[0], view(scale), {0});
}

} // namespace

// Reference, LAYER: visible when scale <= max and scale > min, unlike classes.
TEST_CASE("layer scale limits: the upper one is inside, the lower one outside")
{
    auto layer = points();
    layer.min_scale_denominator = 1000;
    layer.max_scale_denominator = 5000;
    CHECK(is_visible(layer, 5000));
    CHECK_FALSE(is_visible(layer, 5001));
    CHECK_FALSE(is_visible(layer, 1000));
    CHECK(is_visible(layer, 1001));
}

// Observed with MapServer 8.0.0, whose raster classes otherwise ignore their limits.
TEST_CASE("a raster layer needs a class that is in scale")
{
    auto layer = points();
    layer.type = mapfile::LayerType::Raster;
    CHECK(is_visible(layer, 1000));
    layer.classes.emplace_back().max_scale_denominator = 10;
    CHECK_FALSE(is_visible(layer, 1000));
    CHECK(is_visible(layer, 9));
    layer.classes.emplace_back();
    CHECK(is_visible(layer, 1000));
}

TEST_CASE("MINGEOWIDTH and MAXGEOWIDTH apply without scale limits")
{
    auto layer = points();
    layer.max_geo_width = 50;
    CHECK_FALSE(is_visible(layer, 1000)); // the view is 100 wide
    layer.max_scale_denominator = 5000;
    CHECK(is_visible(layer, 1000));
}

TEST_CASE("a layer with a distant EXTENT is left out of a map that has a CRS")
{
    auto layer = points();
    layer.extent = {200, 200, 300, 300};
    mapfile::Map map;
    map.layers = {layer, points()};
    map.layers[1].extent = {90, 90, 300, 300};
    auto in_meters = view(1000);
    in_meters.crs = crs::parse("EPSG:3857");
    CHECK_FALSE(render::is_visible(map, map.layers[0], in_meters, {0}));
    CHECK(render::is_visible(map, map.layers[1], in_meters, {1}));
    CHECK(is_visible(layer, 1000));                // as MapServer 8.0.0
    map.layers[0].projection.arguments = {"AUTO"}; // of a CRS that is not known before it is read
    CHECK(render::is_visible(map, map.layers[0], in_meters, {0}));
}

TEST_CASE("REQUIRES depends on which layers are drawn")
{
    mapfile::Map map;
    map.layers = {points(), points()};
    map.layers[0].name = "base";
    map.layers[1].requires_expression = "([base] = 1)";
    CHECK(render::is_visible(map, map.layers[1], view(1000), {0, 1}));
    CHECK_FALSE(render::is_visible(map, map.layers[1], view(1000), {1}));
}

// As MapServer 8.0.0.
TEST_CASE("REQUIRES: a layer that cannot be seen at this scale is not drawn")
{
    mapfile::Map map;
    map.layers = {points(), points(), points()};
    map.layers[0].name = "base";
    map.layers[1].name = "above";
    map.layers[1].requires_expression = "([base] = 1)";
    map.layers[1].label_requires_expression = "(![base])";
    map.layers[2].requires_expression = "([above] = 1)";
    auto& base = map.layers[0];
    auto const plain = base;
    auto const is_seen = [&](std::size_t layer) {
        return render::is_visible(map, map.layers[layer], view(1000), {0, 1, 2});
    };
    auto const has_labels = [&] {
        return render::has_visible_labels(map, map.layers[1], view(1000), {0, 1, 2});
    };
    CHECK(is_seen(1));
    CHECK(is_seen(2));
    CHECK_FALSE(has_labels());

    base.max_scale_denominator = 500;
    CHECK_FALSE(is_seen(1));
    CHECK_FALSE(is_seen(2)); // what it requires lacks what that requires
    CHECK(has_labels());

    base = plain;
    base.max_geo_width = 50;
    CHECK_FALSE(is_seen(1));

    base = plain;
    base.classes.emplace_back().max_scale_denominator = 500;
    CHECK_FALSE(is_seen(1));
    base.classes.emplace_back().status = false; // counts nevertheless
    CHECK(is_seen(1));
}

TEST_CASE("REQUIRES: a layer that depends on itself is refused")
{
    mapfile::Map map;
    map.layers = {points(), points()};
    map.layers[0].name = "a";
    map.layers[0].requires_expression = "([b])";
    map.layers[1].name = "b";
    map.layers[1].requires_expression = "([a])";
    auto const seen = [&] { return render::is_visible(map, map.layers[1], view(1000), {0, 1}); };
    CHECK_THROWS_WITH_AS((void)seen(), doctest::Contains("REQUIRES depends on the layer itself"),
                         Error);
    map.layers[0].requires_expression.clear();
    CHECK(seen());
    map.layers[1].label_requires_expression = "([b])";
    CHECK_THROWS_WITH_AS((void)render::has_visible_labels(map, map.layers[1], view(1000), {0, 1}),
                         doctest::Contains("LABELREQUIRES depends on the layer itself"), Error);
}

TEST_CASE("a layer of a kind that cannot be drawn is refused with its name")
{
    auto layer = points();
    layer.type = mapfile::LayerType::TileIndex;
    mapfile::Map map;
    std::vector<std::string> notes;
    CHECK_THROWS_WITH_AS((void)render::plan_layer(map, layer, view(1000), {}, notes),
                         doctest::Contains("layer \"points\""), Error);
}

// MapServer 8.0.0 fails when it draws a feature: "unable to open file .../hatsch for reading".
TEST_CASE("an unknown symbol that is not a file is refused with its place")
{
    auto const error_of = [](std::string const& type, std::string const& symbol) -> std::string {
        auto const map =
            mapfile::load_text("MAP SIZE 10 10 EXTENT 0 0 9 9\nSYMBOL NAME \"dot\" TYPE "
                               "ELLIPSE POINTS 1 1 END END\nLAYER NAME \"a\" STATUS "
                               "DEFAULT TYPE " +
                                   type +
                                   " FEATURE POINTS 1 1 2 2 END END\nCLASS STYLE "
                                   "SYMBOL " +
                                   symbol + " COLOR 1 2 3 END END END END",
                               "/nonexistent")
                .map;
        REQUIRE(map);
        try {
            (void)test::draw(map, test::Process{});
        } catch (source::LayerError const& error) {
            CHECK(error.kind() == ErrorKind::BadMapfile);
            CHECK(error.public_text() == "layer 'a': it is not configured correctly");
            return error.what();
        }
        return {};
    };
    for (std::string const type : {"POINT", "LINE", "POLYGON"}) {
        CHECK(error_of(type, "\"dto\"") ==
              "map:4:20: layer \"a\": SYMBOL \"dto\" is neither a symbol of the map or its "
              "SYMBOLSET nor an image file");
        CHECK(error_of(type, "\"dot\"").empty());
        CHECK(error_of(type, "1").empty());
        CHECK(error_of(type, "7").empty() == (type == "POINT")); // as in MapServer
    }
}

// MapServer 8.0.0 looks up symbols and fonts when it draws a feature or sets a text.
TEST_CASE("a symbol or font that is not there fails only a map that needs it")
{
    auto const is_drawn = [](std::string const& classes) {
        auto const map = test::load(
            "MAP SIZE 10 10 EXTENT 0 0 9 9 SYMBOL NAME \"file\" TYPE PIXMAP IMAGE \"none.png\" END "
            "LAYER NAME \"a\" STATUS DEFAULT TYPE POINT PROCESSING \"ITEMS=kind\" FEATURE POINTS 1 "
            "1 "
            "END ITEMS \"x\" END CLASSITEM \"kind\" " +
            classes + " END END");
        try {
            (void)test::draw(map, test::Process{});
        } catch (Error const&) {
            return false;
        }
        return true;
    };
    std::string const without_symbol = "STYLE SYMBOL \"none\" COLOR 1 2 3 END END";
    CHECK(is_drawn("CLASS EXPRESSION \"y\" " + without_symbol));
    CHECK_FALSE(is_drawn("CLASS EXPRESSION \"x\" " + without_symbol));
    CHECK(is_drawn("CLASS EXPRESSION \"x\" STATUS OFF " + without_symbol));
    CHECK(is_drawn("CLASS EXPRESSION \"y\" STYLE SYMBOL \"file\" END END"));
    CHECK_FALSE(is_drawn("CLASS STYLE SYMBOL \"file\" END END"));

    std::string const label = "LABEL TYPE TRUETYPE FONT \"none\" SIZE 9 COLOR 1 2 3 ";
    CHECK(is_drawn("CLASS " + label + "END END"));
    CHECK(is_drawn("CLASS " + label + "STYLE SYMBOL 0 SIZE 1 COLOR 1 2 3 END END END"));
    CHECK(is_drawn("CLASS EXPRESSION \"y\" " + label + "TEXT \"t\" END END"));
    CHECK(is_drawn("CLASS " + label + "TEXT \"t\" EXPRESSION (\"[kind]\" = \"y\") END END"));
    CHECK_FALSE(is_drawn("CLASS " + label + "TEXT \"t\" END END"));
}

// MapServer 8.0.0 draws such maps, without the effect of the expression.
TEST_CASE("an expression that does not parse takes nothing, and the map is drawn")
{
    test::Process const process;
    auto const color_at_point = [&](std::string const& layer) {
        auto const map = test::load(
            "MAP SIZE 9 9 EXTENT 0 0 8 8 SYMBOL NAME \"dot\" TYPE ELLIPSE POINTS 1 1 END FILLED "
            "TRUE END LAYER NAME \"a\" STATUS DEFAULT TYPE POINT PROCESSING \"ITEMS=kind\" FEATURE "
            "POINTS 4 4 END ITEMS \"x\" END " +
            layer + " END END");
        return test::pixel(test::draw(map, process).bitmap, 4, 4);
    };
    image::Color const white{255, 255, 255, 255};
    image::Color const blue{0, 0, 255, 255};
    std::string const dot = " STYLE SYMBOL \"dot\" SIZE 6 COLOR ";
    auto const dots = "CLASS" + dot + "0 0 255 END END";
    for (std::string const broken :
         {"(kind = 'x')", "('[kind]' == == 'x')", "(length('[kind]') > nope)"}) {
        CHECK(color_at_point("CLASS EXPRESSION " + broken + dot + "255 0 0 END END " + dots) ==
              blue);
        CHECK(color_at_point("FILTER " + broken + dots) == white);
    }
    CHECK(color_at_point("CLASSITEM \"kind\" CLASS EXPRESSION /[/" + dot + "255 0 0 END END " +
                         dots) == blue);
    CHECK(color_at_point("FILTERITEM \"kind\" FILTER /[/ " + dots) == white);
    CHECK(color_at_point("FILTER \"kind = 'x'\" " + dots) == white); // SQL until MapServer 6
    CHECK_THROWS_WITH_AS((void)color_at_point("CONNECTIONTYPE POSTGIS CONNECTION \"dbname=x\" DATA "
                                              "\"geom from t\" FILTER \"kind = 'x'\" " +
                                              dots),
                         doctest::Contains("PROCESSING \"NATIVE_FILTER=...\""), Error);
    CHECK(color_at_point("REQUIRES \"no such\" " + dots) == white);
    CHECK(color_at_point(dots) == blue);
    auto const labelled = "CLASS" + dot + "0 0 255 END LABEL SIZE 8 COLOR 255 0 0 ";
    CHECK(color_at_point(labelled + "TEXT ('[kind]' + nope) END END") == blue);
    CHECK(color_at_point(labelled + "TEXT \"M\" EXPRESSION (nope) END END") == blue);
    CHECK(color_at_point("CLASSITEM \"none\" CLASS EXPRESSION \"x\"" + dot + "255 0 0 END END " +
                         dots) == blue);
}

// MapServer 8.0.0: an image without transparency has the color without its alpha.
TEST_CASE("the alpha of IMAGECOLOR is ignored in opaque images")
{
    for (std::string const driver : {"AGG/PNG", "CAIRO/PNG"}) {
        auto const map = test::load("MAP SIZE 2 2 EXTENT 0 0 1 1 IMAGECOLOR \"#00ff0040\" "
                                    "OUTPUTFORMAT NAME \"png\" DRIVER \"" +
                                    driver + "\" IMAGEMODE RGB END END");
        CHECK(test::pixel(test::draw(map, test::Process{}).bitmap, 0, 0) ==
              image::Color{0, 255, 0, 255});
    }
}

// MapServer 8.0.0 reads the .prj of a shapefile, and takes data without one as the map's CRS.
TEST_CASE("PROJECTION AUTO of vectors is that of their .prj or the map's")
{
    auto const stem = std::filesystem::temp_directory_path() / "auto_crs";
    mapfile::Map map;
    map.projection.arguments = {"init=epsg:3857"};
    auto layer = points();
    layer.data = stem.string();
    layer.projection.arguments = {"AUTO"};
    auto at = view(1000);
    at.crs = render::map_crs(map);
    auto const is_of_map = [&] {
        return crs::Transformation{render::layer_crs(map, layer, at), at.crs}.is_identity();
    };
    std::ofstream{stem.string() + ".shp"} << "found by its name";
    CHECK(is_of_map());
    std::ofstream{stem.string() + ".prj"}
        << "GEOGCS[\"WGS 84\",DATUM[\"WGS_1984\",SPHEROID[\"WGS 84\",6378137,298.257223563]],"
           "PRIMEM[\"Greenwich\",0],UNIT[\"degree\",0.0174532925199433]]";
    CHECK_FALSE(is_of_map());
    std::filesystem::remove(stem.string() + ".shp");
    std::filesystem::remove(stem.string() + ".prj");
    layer.connection_type = mapfile::ConnectionType::PostGis;
    CHECK(is_of_map());
}

// The messages of MapServer 8.0.0. They may name keys of the FONTSET and layers, but not files.
TEST_CASE("missing fonts and images are reported with MapServer's messages, without paths")
{
    auto const image = std::filesystem::temp_directory_path() / "colorless.gif";
    constexpr std::string_view colorless{"GIF89a\1\0\1\0\0\0\0\x3B", 14};
    std::ofstream{image, std::ios::binary} << colorless;
    auto const error_of = [&](std::string const& drawn) -> std::string {
        auto const map =
            mapfile::load_text("MAP SIZE 10 10 EXTENT 0 0 9 9\nSYMBOL NAME \"gif\" TYPE PIXMAP "
                               "IMAGE \"" +
                                   image.string() +
                                   "\" END\nLAYER NAME \"a\" STATUS DEFAULT TYPE POINT FEATURE "
                                   "POINTS 1 1 END TEXT \"t\" END\nCLASS " +
                                   drawn + " END END END",
                               "/nonexistent")
                .map;
        REQUIRE(map);
        try {
            (void)test::draw(map, test::Process{});
        } catch (source::LayerError const& error) {
            CHECK(error.kind() == ErrorKind::BadMapfile);
            return error.public_text();
        }
        return {};
    };
    CHECK(error_of("LABEL TYPE TRUETYPE FONT \"foobar\" SIZE 9 END") ==
          "msGetFontFace(): General error message. Could not find font with key \"foobar\" in "
          "fontset");
    CHECK(error_of("STYLE SYMBOL \"gif\" END") ==
          "msDrawMap(): Image handling error. Failed to draw layer named 'a'.\n"
          "readGIF(): General error message. gif image has no color map");
    std::filesystem::remove(image);
}

// MapServer 8.0.0: "'STYLEITEM AUTO' not supported for this data source."
TEST_CASE("STYLEITEM AUTO is refused if the source has no styles")
{
    mapfile::Map map;
    auto layer = points();
    layer.style_item = "auto";
    layer.classes.emplace_back().styles.emplace_back();
    std::vector<std::string> notes;
    CHECK_THROWS_WITH_AS((void)render::plan_layer(map, layer, view(1000), {}, notes),
                         doctest::Contains("layer \"points\": STYLEITEM \"AUTO\""), Error);
    layer.connection_type = mapfile::ConnectionType::Union;
    CHECK_NOTHROW((void)render::plan_layer(map, layer, view(1000), {}, notes));
}

TEST_CASE("lines: an OUTLINECOLOR alone is drawn by the first style only")
{
    // MapServer 8.0.0; with OUTLINEWIDTH, a COLOR or GEOMTRANSFORM every style draws it. The result
    // of GEOMTRANSFORM comes directly after the first style.
    mapfile::Style outlined;
    outlined.outline_color.value = image::Color{0, 0, 255, 255};
    auto layer = points();
    layer.type = mapfile::LayerType::Line;
    layer.data.clear();
    layer.classes.emplace_back().styles = {outlined, outlined, outlined, outlined, outlined};
    auto& styles = layer.classes.front().styles;
    styles[2].outline_width.value = 1;
    styles[3].color.value = image::Color{0, 255, 0, 255};
    styles[4].geom_transform = "vertices";
    mapfile::Map map;
    map.layers = {layer};
    std::vector<std::string> notes;
    auto const step = render::plan_layer(map, map.layers[0], view(1000), {}, notes);
    REQUIRE(step);
    CHECK(step->class_plans.at(0).style_indexes == std::vector<std::size_t>{0, 4, 2, 3});
    CHECK(notes.size() == 1);
}

TEST_CASE("lines: casings and their order depend on classes and bindings")
{
    // MapServer 8.0.0: if several classes may draw a line, or a style after the first is bound,
    // features are drawn one by one and without casings.
    mapfile::Style casing;
    casing.color.value = image::Color{255, 0, 0, 255};
    casing.outline_color.value = image::Color{0, 0, 0, 255};
    casing.outline_width.value = 2;
    auto layer = points();
    layer.type = mapfile::LayerType::Line;
    layer.data.clear();
    layer.classes.emplace_back().styles = {casing, casing};
    std::vector<std::string> notes;
    auto const planned = [&](mapfile::Layer const& made) {
        mapfile::Map map;
        map.layers = {made};
        notes.clear();
        auto step = render::plan_layer(map, map.layers[0], view(1000), {}, notes);
        REQUIRE(step);
        return *std::move(step);
    };
    auto const usual = planned(layer);
    CHECK(usual.is_style_by_style);
    CHECK(usual.layer.classes[0].styles[1].outline_width.value == 2);
    CHECK(notes.empty());

    auto bound = layer;
    bound.classes[0].styles[1].opacity.attribute = "a";
    auto const one_by_one = planned(bound);
    CHECK_FALSE(one_by_one.is_style_by_style);
    CHECK(one_by_one.layer.classes[0].styles[0].outline_width.value == 0);
    CHECK(notes.size() == 1);

    auto all_matching = layer;
    all_matching.processing.emplace_back("RENDERMODE=ALL_MATCHING_CLASSES");
    CHECK(planned(all_matching).is_style_by_style); // one class alone
    all_matching.classes.push_back(all_matching.classes[0]);
    CHECK_FALSE(planned(all_matching).is_style_by_style);
    CHECK(planned(all_matching).layer.classes[0].styles[0].outline_width.value == 0);

    auto without_color = layer;
    for (auto& style : without_color.classes[0].styles) {
        style.outline_color = {};
    }
    auto const first_only = planned(without_color);
    CHECK(first_only.layer.classes[0].styles[0].outline_width.value == 2);
    CHECK(first_only.layer.classes[0].styles[1].outline_width.value == 0);
}
