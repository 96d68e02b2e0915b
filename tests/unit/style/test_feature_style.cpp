// SPDX-License-Identifier: MIT
#include "style/feature_style.hpp"

#include "style/ogr_style.hpp"

#include <doctest/doctest.h>

namespace {

using ms::image::Color;
using ms::style::parse_feature_style;
namespace mapfile = ms::mapfile;

std::optional<std::vector<mapfile::Style>> parse_styles(mapfile::Map const& map,
                                                        std::string_view text)
{
    auto parsed = parse_feature_style(map, text);
    return parsed ? std::optional{std::move(parsed->drawn.styles)} : std::nullopt;
}

mapfile::Map map_with_star()
{
    mapfile::Map map;
    mapfile::Symbol star;
    star.name = "star";
    map.symbols.push_back({});
    map.symbols.push_back(star);
    return map;
}

} // namespace

TEST_CASE("feature style: STYLE ... END is read as in a mapfile")
{
    auto const styles =
        parse_styles(map_with_star(), "STYLE COLOR 10 20 30 WIDTH 4 PATTERN 5 6 END END");
    REQUIRE(styles);
    REQUIRE(styles->size() == 1);
    CHECK(styles->front().color.value == Color{10, 20, 30, 255});
    CHECK(styles->front().width.value == 4);
    CHECK(styles->front().pattern == std::vector<double>{5, 6});
    auto const two = parse_styles(map_with_star(), "CLASS STYLE WIDTH 2 END STYLE END END");
    REQUIRE(two);
    CHECK(two->size() == 2);
}

// OGR Feature Style Specification 0.018, sections 2.3 to 2.6: parameters of PEN, BRUSH, SYMBOL.
TEST_CASE("feature style: a pen and a brush of OGR, the area below the line")
{
    auto const styles = parse_styles(
        map_with_star(),
        R"(PEN(c:#FF0000,w:2px,p:"4px 5px",cap:r,j:b);BRUSH(fc:#0000FF80,id:"ogr-brush-0"))");
    REQUIRE(styles);
    REQUIRE(styles->size() == 2);
    CHECK((*styles)[0].color.value == Color{0, 0, 255, 128});
    auto const& pen = (*styles)[1];
    CHECK(pen.color.value == Color{255, 0, 0, 255});
    CHECK(pen.width.value == 2);
    CHECK(pen.pattern == std::vector<double>{4, 5});
    CHECK(pen.line_cap == mapfile::LineCap::Round);
    CHECK(pen.line_join == mapfile::LineJoin::Bevel);
}

TEST_CASE("feature style: a symbol of OGR is the first name that the map knows")
{
    auto const styles = parse_styles(map_with_star(),
                                     R"(SYMBOL(c:#00FF00,s:9pt,a:45,id:"no-such,star,ogr-sym-3"))");
    REQUIRE(styles);
    REQUIRE(styles->size() == 1);
    CHECK(styles->front().symbol.value.name == "star");
    CHECK(styles->front().size.value == 9);
    CHECK(styles->front().angle.value == 45);
}

TEST_CASE("feature style: an invisible brush draws nothing")
{
    auto const styles = parse_styles(map_with_star(), R"x(BRUSH(fc:#FF0000,id:"ogr-brush-1"))x");
    REQUIRE(styles);
    CHECK(styles->empty());
}

// MapServer 8.0 draws misc/ogrmultitool of its suite so.
TEST_CASE("feature style: pens of polygons are outlines, in the order of their levels")
{
    auto const parsed = parse_feature_style(
        map_with_star(), "PEN(c:#FF00FF,w:10px,l:2);PEN(c:#00FF00,w:2px,l:1);PEN(c:#0000FF,w:3px)",
        {ms::style::Pens::AreOutlines});
    REQUIRE(parsed);
    REQUIRE(parsed->drawn.styles.size() == 3);
    std::vector<double> widths;
    for (auto const& style : parsed->drawn.styles) {
        CHECK_FALSE(style.color.value);
        CHECK(style.outline_color.value);
        widths.push_back(style.width.value);
    }
    CHECK(widths == std::vector<double>{3, 2, 10});
}

TEST_CASE("feature style: the background of a brush is below its symbols")
{
    auto const styles = parse_styles(map_with_star(), R"(BRUSH(fc:#00FF00,bc:#FF0000,id:"star"))");
    REQUIRE(styles);
    REQUIRE(styles->size() == 2);
    CHECK(styles->front().color.value == Color{255, 0, 0, 255});
    CHECK(styles->front().symbol.value.name.empty());
    CHECK(styles->back().symbol.value.name == "star");
}

TEST_CASE("feature style: a class has labels, a text and a leader")
{
    auto const parsed = parse_feature_style(
        map_with_star(), R"(CLASS TEXT "x" LABEL SIZE 9 END LEADER MAXDISTANCE 20 END END)");
    REQUIRE(parsed);
    CHECK(parsed->drawn.text.text == "x");
    REQUIRE(parsed->drawn.labels.size() == 1);
    CHECK(parsed->drawn.labels.front().size.value == 9);
    REQUIRE(parsed->drawn.leader);
    CHECK(parsed->drawn.leader->max_distance == 20);
}

// MapServer 8.0 draws these as LABELs with the values below.
TEST_CASE("feature style: a label of OGR")
{
    auto map = map_with_star();
    map.fonts = {{"sans", "a"}, {"sans-bold", "b"}, {"serif", "c"}};
    auto const label_of = [&](std::string const& parameters) {
        auto const parsed = parse_feature_style(map, "LABEL(t:\"a, (b)\"" + parameters + ")");
        REQUIRE(parsed);
        CHECK(parsed->drawn.styles.empty());
        REQUIRE(parsed->drawn.labels.size() == 1);
        return parsed->drawn.labels.front();
    };
    auto const label = label_of(",f:\"Sans\",s:5mm,a:30,c:#FF0000,o:#00FF00,h:#0000FF,p:2");
    CHECK(label.text.text == "(\"a, (b)\")");
    CHECK(label.font.value == "Sans");
    CHECK(label.size.value == 14); // 14.17, cut off
    CHECK(label.angle.value == 30);
    CHECK(label.color.value == Color{255, 0, 0, 255});
    CHECK(label.outline_color.value == Color{0, 255, 0, 255});
    CHECK(label.shadow_color == Color{0, 0, 255, 255});
    CHECK(label.position.value == mapfile::Placement::UC);
    CHECK(label.force == mapfile::LabelForce::On);
    CHECK(label_of("").font.value.empty());
    CHECK(label_of("").size.value == 1);
    CHECK(label_of("").position.value == mapfile::Placement::UR);
    CHECK(label_of(",p:12").position.value == mapfile::Placement::UL);
    CHECK(label_of(",p:13").position.value == mapfile::Placement::UR);
    CHECK(label_of(",f:sans,bo:1").font.value == "sans-bold");
    CHECK(label_of(",f:sans,bo:1,it:1").font.value == "sans");
    CHECK(label_of(",f:Arial").font.value.empty());
    CHECK(label_of(",f:Arial,s:5mm").size.value == 10); // MEDIUM
    map.fonts.push_back({"default", "d"});
    CHECK(label_of(",f:Arial").font.value == "default");
}

TEST_CASE("feature style: an invalid style is nothing, and files stay closed")
{
    auto const map = map_with_star();
    CHECK_FALSE(parse_feature_style(map, "red"));
    CHECK_FALSE(parse_feature_style(map, ""));
    CHECK_FALSE(parse_feature_style(map, "STYLE COLOR END"));
    CHECK_FALSE(parse_feature_style(map, "STYLE INCLUDE \"/etc/passwd\" END"));
    CHECK_FALSE(parse_feature_style(map, "STYLE " + std::string(100000, ' ') + "END"));
}

namespace {

mapfile::Class ogr_class(std::string_view text, ms::style::OgrContext const& context = {})
{
    return ms::style::parse_ogr_class(map_with_star(), text, context);
}

} // namespace

// The following as Debian's MapServer 8.0.0 draws them, beside STYLEs with these values.
TEST_CASE(
    "feature style: widths of pens and sizes of symbols are whole pixels, those of brushes not")
{
    auto const pen = ogr_class("PEN(c:#FF0000,w:2mm)").styles.at(0);
    CHECK(pen.width.value == 5); // 5.67
    CHECK(pen.size.value == 5);
    CHECK(ogr_class("SYMBOL(s:2mm)").styles.at(0).size.value == 5);
    CHECK(ogr_class("SYMBOL(a:30.7)").styles.at(0).angle.value == 30);
    CHECK(ogr_class("BRUSH(s:2mm)").styles.at(0).size.value == doctest::Approx(5.66929));
    CHECK(ogr_class("PEN(w:4g)", {.ground_per_pixel = 0.4}).styles.at(0).width.value == 10);
}

TEST_CASE("feature style: dashes of a pen are in pixels, or there are none")
{
    CHECK(ogr_class("PEN(p:\"10px 5.5px\")").styles.at(0).pattern == std::vector{10.0, 5.5});
    for (auto const* const pattern : {"4 2", "2mm 1mm", "10px 2mm", "10px"}) {
        CHECK(ogr_class(std::string{"PEN(p:\""} + pattern + "\")").styles.at(0).pattern.empty());
    }
}

TEST_CASE("feature style: dp of a pen draws beside the line")
{
    auto const pen = ogr_class("PEN(dp:-4px)").styles.at(0);
    CHECK(pen.offset_x.value == -4);
    CHECK(pen.offset_y.value == -99);
}

TEST_CASE("feature style: a brush has a gap when dx and dy are the same")
{
    CHECK(ogr_class("BRUSH(dx:30px,dy:30px)").styles.at(0).gap == 30);
    CHECK(ogr_class("BRUSH(dx:30px,dy:20px)").styles.at(0).gap == 0);
    CHECK(ogr_class("BRUSH(dx:30px)").styles.at(0).gap == 0);
}

TEST_CASE("feature style: the background of a brush lies below it, and stays without it")
{
    auto const both = ogr_class("BRUSH(fc:#00FF0080,bc:#FF0000)").styles;
    REQUIRE(both.size() == 2);
    CHECK(both[0].color.value == Color{255, 0, 0, 255});
    CHECK(both[1].color.value == Color{0, 255, 0, 128});
    auto const clear = ogr_class("BRUSH(fc:#00FF00,bc:#FF0000,id:\"x-1,ogr-brush-1\")").styles;
    REQUIRE(clear.size() == 1);
    CHECK(clear[0].color.value == Color{255, 0, 0, 255});
}

TEST_CASE("feature style: ogr-pen-1 draws nothing, and a brush lies below pens of its level")
{
    CHECK(ogr_class("PEN(c:#FF0000,id:\"mapinfo-pen-5,ogr-pen-1\")").styles.empty());
    auto const styles = ogr_class("PEN(w:2px,l:1);PEN(w:3px);BRUSH(s:9px)").styles;
    REQUIRE(styles.size() == 3);
    CHECK(styles[0].size.value == 9);
    CHECK(styles[1].width.value == 3);
    CHECK(styles[2].width.value == 2);
    CHECK(ogr_class("PEN(w:2px,l:1);BRUSH(s:9px,l:1)").styles.at(0).size.value == 9);
    CHECK(ogr_class("PEN(w:2px,l:1);BRUSH(s:9px,l:2)").styles.at(0).width.value == 2);
    CHECK(ogr_class("PEN(w:2px,l:1);BRUSH(s:9px,bc:#FF0000,l:2)").styles.at(1).size.value == 9);
}

TEST_CASE("feature style: the last label is the only one, whatever its level")
{
    auto const labels = ogr_class("LABEL(t:\"a\",l:3);LABEL(t:\"b\",l:1)").labels;
    REQUIRE(labels.size() == 1);
    CHECK(labels[0].text.text == "(\"b\")");
}

TEST_CASE("feature style: a symbol that the map lacks is its default-marker")
{
    auto map = map_with_star();
    auto const name = [&] {
        return ms::style::parse_ogr_class(map, "SYMBOL(id:\"ogr-sym-3\")", {})
            .styles.at(0)
            .symbol.value.name;
    };
    CHECK(name().empty());
    map.symbols.push_back({.name = "default-marker"});
    CHECK(name() == "default-marker");
}

TEST_CASE("feature style: tools are read as GDAL reads them")
{
    CHECK(ogr_class("PEN(w:3px").styles.size() == 1);
    CHECK(ogr_class("XYZ(a:1);PEN(w:3px))").styles.size() == 1);
    CHECK(ogr_class("PEN (w:3px)").styles.empty());
    CHECK(ogr_class("PEN(w:3px); PEN(w:1px)").styles.size() == 1);
    CHECK(ogr_class("PEN( w : 3 px )").styles.at(0).width.value == 3);
    CHECK(ogr_class("PEN(w:3PX)").styles.at(0).width.value == 1); // not a length
    CHECK(ogr_class("@name").styles.empty());
    CHECK(ogr_class(R"x(LABEL(t:"a\nb\"c"))x").labels.at(0).text.text == R"(("a\\nb\"c"))");
}

TEST_CASE("feature style: styles of the data source are never mapfile text")
{
    auto const parsed = parse_feature_style(map_with_star(), "STYLE WIDTH 3 END",
                                            {.texts = ms::style::StyleTexts::OfOgr});
    REQUIRE(parsed);
    CHECK(parsed->drawn.styles.empty());
}

TEST_CASE("ogr lengths: in pixels of 72 to the inch")
{
    CHECK(ms::style::ogr_pixels("2px", 0) == 2);
    CHECK(ms::style::ogr_pixels("1in", 0) == 72);
    CHECK(*ms::style::ogr_pixels("25.4mm", 0) == doctest::Approx(72));
    CHECK_FALSE(ms::style::ogr_pixels("5g", 0));
    CHECK(ms::style::ogr_pixels("5g", 0.5) == 10);
    // MapServer 8.0 with GDAL 3.6: LABEL(s:12) is 34 pixels large.
    CHECK(*ms::style::ogr_pixels("12", 0) == doctest::Approx(34.016));
}
