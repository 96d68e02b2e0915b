// SPDX-License-Identifier: MIT
// Spellings that MapServer 8 rejects and mapfiles still have (reference: mapfile, removed in 8.x).
#include "unit/mapfile/map_of.hpp"

using namespace test;

namespace {

/// Read with one warning; refused when strict.
Layer old_layer(std::string const& keywords)
{
    auto const text = "MAP LAYER TYPE LINE\n" + keywords + "\nEND END";
    CHECK_FALSE(problems_of(text, Severity::Warning).empty());
    CHECK_FALSE(problems_of(text, Severity::Error, {.strict = true}).empty());
    return map_of(text)->layers.at(0);
}

Class old_class(std::string const& keywords)
{
    return old_layer("CLASS\n" + keywords + "\nEND").classes.at(0);
}

} // namespace

TEST_CASE("old spellings: OPACITY and TRANSPARENCY of a LAYER are a COMPOSITE")
{
    CHECK(old_layer("OPACITY 60").compositors.at(0).opacity == 60);
    CHECK(old_layer("TRANSPARENCY 30").compositors.at(0).opacity == 30);
    CHECK(old_layer("TRANSPARENCY ALPHA").compositors.empty());
}

TEST_CASE("old spellings: COLOR, SIZE and SYMBOL of a CLASS are its first STYLE")
{
    auto const klass = old_class("COLOR 1 2 3 SYMBOL 'dot' SIZE 4 OVERLAYCOLOR 5 6 7");
    REQUIRE(klass.styles.size() == 2);
    CHECK(klass.styles[0].color.value == ms::image::Color{1, 2, 3, 255});
    CHECK(klass.styles[0].symbol.value.name == "dot");
    CHECK(klass.styles[0].size.value == 4);
    CHECK(klass.styles[1].color.value == ms::image::Color{5, 6, 7, 255});
}

TEST_CASE("old spellings: LABELANGLEITEM and LABELSIZEITEM bind the labels, in any order")
{
    auto const layer = old_layer("LABELANGLEITEM \"rot\" CLASS LABEL SIZE 5 ANGLE AUTO END END\n"
                                 "LABELSIZEITEM 'big'");
    auto const& label = layer.classes.at(0).labels.at(0);
    CHECK(label.angle.attribute == "rot");
    CHECK(label.angle_mode == AngleMode::Fixed);
    CHECK(label.size.attribute == "big");
}

TEST_CASE("old spellings: TYPE ANNOTATION is POINT, STYLEITEM AUTO may lack its quotes")
{
    CHECK(old_layer("TYPE ANNOTATION").type == LayerType::Point);
    CHECK(old_layer("STYLEITEM AUTO").style_item == "AUTO");
}

TEST_CASE("old spellings: the background of a LABEL is a STYLE of its box")
{
    auto const klass = old_class("LABEL BACKGROUNDCOLOR 9 9 9 BACKGROUNDSHADOWSIZE 1 1 SIZE 7 END");
    auto const& label = klass.labels.at(0);
    CHECK(label.styles.at(0).geom_transform == "labelpoly");
    CHECK(label.styles.at(0).color.value == ms::image::Color{9, 9, 9, 255});
    CHECK(label.size.value == 7);
}

TEST_CASE("old spellings: keywords without meaning are skipped with their value")
{
    CHECK(old_layer("DUMP TRUE NAME 'x'").name == "x");
    CHECK(old_class("STYLE BACKGROUNDCOLOR 1 2 3 WIDTH 2 END").styles.at(0).width.value == 2);
    auto const map =
        map_of("MAP TRANSPARENT ON IMAGEQUALITY 75 INTERLACE OFF NAME 'x'\n"
               "WEB LOG 'a.log' IMAGEPATH 'b' END\n"
               "SYMBOL NAME 's' TYPE ELLIPSE POINTS 1 1 END STYLE 1 2 END GAP 5 END END");
    CHECK(map->name == "x");
    CHECK(map->web.image_path == "b");
    CHECK(map->symbols.at(1).name == "s");
}

TEST_CASE("old spellings: numbers and attributes may lack their quotes")
{
    CHECK(old_layer("NAME 5").name == "5");
    CHECK(old_class("TEXT [name]").text.text == "[name]");
}

TEST_CASE("old names: accepted by MapServer 8, so only a warning, even in strict mode")
{
    auto const text = "MAP LAYER TYPE POINT MINSCALE 1 MAXSCALE 5 SYMBOLSCALE 7 END END";
    auto const map = map_of(text, {.strict = true});
    CHECK(map->layers[0].min_scale_denominator == 1);
    CHECK(map->layers[0].max_scale_denominator == 5);
    CHECK(map->layers[0].symbol_scale_denominator == 7);
    CHECK(problems_of(text, Severity::Warning) ==
          "1:22 MINSCALE is the old name of MINSCALEDENOM\n"
          "1:33 MAXSCALE is the old name of MAXSCALEDENOM\n"
          "1:44 SYMBOLSCALE is the old name of SYMBOLSCALEDENOM\n");
}

TEST_CASE("ignored: LABEL TYPE and ANTIALIAS have no effect and are preserved")
{
    auto const label = label_of("TYPE TRUETYPE ANTIALIAS TRUE SIZE 8");
    CHECK(label.size.value == 8);
    REQUIRE(label.kept.size() == 2);
    CHECK(label.kept[0].keyword == "TYPE");
    CHECK(label.kept[0].text == "TRUETYPE");
}

TEST_CASE("mapfile: TRANSPARENT of a symbol has no effect; ENCODING of a label has one")
{
    auto const text = "MAP SYMBOL NAME 's' TYPE PIXMAP IMAGE 'a.png' TRANSPARENT 0 END "
                      "LAYER TYPE POINT CLASS LABEL ENCODING 'LATIN1' END END END END";
    CHECK(map_of(text)->symbols.back().transparent == 0);
    CHECK(problems_of(text, Severity::Warning) == "1:47 TRANSPARENT has no effect\n");
}

TEST_CASE("unsupported: read, preserved and reported")
{
    auto const text = "MAP LAYER TYPE LINE CONNECTIONTYPE KRIGING OFFSITE 1 2 3 END END";
    CHECK(map_of(text)->layers[0].offsite == ms::image::Color{1, 2, 3, 255});
    CHECK(problems_of(text, Severity::Warning) == "1:36 CONNECTIONTYPE KRIGING is not supported\n");
}
