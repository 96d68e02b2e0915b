// SPDX-License-Identifier: MIT
#include "style/feature_style.hpp"

#include "style/ogr_style.hpp"

#include <doctest/doctest.h>

namespace {

using ms::image::Color;
using ms::style::parse_feature_style;
namespace mapfile = ms::mapfile;

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
        parse_feature_style(map_with_star(), "STYLE COLOR 10 20 30 WIDTH 4 PATTERN 5 6 END END");
    REQUIRE(styles);
    REQUIRE(styles->size() == 1);
    CHECK(styles->front().color.value == Color{10, 20, 30, 255});
    CHECK(styles->front().width.value == 4);
    CHECK(styles->front().pattern == std::vector<double>{5, 6});
    auto const two = parse_feature_style(map_with_star(), "CLASS STYLE WIDTH 2 END STYLE END END");
    REQUIRE(two);
    CHECK(two->size() == 2);
}

// OGR Feature Style Specification 0.018, sections 2.3 to 2.6: parameters of PEN, BRUSH, SYMBOL.
TEST_CASE("feature style: a pen and a brush of OGR, the area below the line")
{
    auto const styles = parse_feature_style(
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
    auto const styles = parse_feature_style(
        map_with_star(), R"(SYMBOL(c:#00FF00,s:9pt,a:45,id:"no-such,star,ogr-sym-3"))");
    REQUIRE(styles);
    REQUIRE(styles->size() == 1);
    CHECK(styles->front().symbol.value.name == "star");
    CHECK(styles->front().size.value == 9);
    CHECK(styles->front().angle.value == 45);
}

TEST_CASE("feature style: an invisible brush and a label draw nothing")
{
    auto const styles = parse_feature_style(
        map_with_star(), R"x(BRUSH(fc:#FF0000,id:"ogr-brush-1");LABEL(t:"a, (b)",f:"Arial"))x");
    REQUIRE(styles);
    CHECK(styles->empty());
}

TEST_CASE("feature style: what is no style is nothing, and files stay closed")
{
    auto const map = map_with_star();
    CHECK_FALSE(parse_feature_style(map, "red"));
    CHECK_FALSE(parse_feature_style(map, ""));
    CHECK_FALSE(parse_feature_style(map, "PEN(c:#FF0000"));
    CHECK_FALSE(parse_feature_style(map, "STYLE COLOR END"));
    CHECK_FALSE(parse_feature_style(map, "STYLE INCLUDE \"/etc/passwd\" END"));
    CHECK_FALSE(parse_feature_style(map, "STYLE " + std::string(100000, ' ') + "END"));
}

TEST_CASE("ogr lengths: in pixels of 72 to the inch")
{
    CHECK(ms::style::ogr_pixels("2px") == 2);
    CHECK(ms::style::ogr_pixels("1in") == 72);
    CHECK(*ms::style::ogr_pixels("25.4mm") == doctest::Approx(72));
    CHECK_FALSE(ms::style::ogr_pixels("5g"));
}
