// SPDX-License-Identifier: MIT
#include "style/symbolizer.hpp"

#include <doctest/doctest.h>

using namespace ms;
using geometry::Kind;

namespace {

constexpr image::Color red{255, 0, 0, 255};
constexpr image::Color black{0, 0, 0, 255};
constexpr image::Color blue{0, 0, 255, 255};

mapfile::Map map_with_circle()
{
    mapfile::Map map;
    map.symbols.resize(1); // the built-in one
    map.symbols.push_back({.name = "circle",
                           .type = mapfile::SymbolType::Ellipse,
                           .points = {{2, 1}},
                           .filled = true});
    return map;
}

style::Symbolizers symbolizers(mapfile::Style const& style, Kind kind, style::Scaling scaling = {})
{
    return style::make_symbolizers(map_with_circle(), style, style::constant_values(style), kind,
                                   scaling);
}

mapfile::Style line(double width)
{
    mapfile::Style style;
    style.color.value = red;
    style.width.value = width;
    return style;
}

} // namespace

// Size formulas of the mapfile reference, by hand.
TEST_CASE("lines: WIDTH is scaled, then limited by MAXWIDTH and MINWIDTH")
{
    CHECK(symbolizers(line(4), Kind::Line, {2, 1}).stroke->pen.width == doctest::Approx(8));
    CHECK(symbolizers(line(4), Kind::Line, {20, 1}).stroke->pen.width == doctest::Approx(32));
    CHECK(symbolizers(line(4), Kind::Line, {20, 2}).stroke->pen.width == doctest::Approx(64));
    auto thin = line(4);
    thin.min_width = 1.5;
    CHECK(symbolizers(thin, Kind::Line, {0.01, 1}).stroke->pen.width == doctest::Approx(1.5));
}

TEST_CASE("lines: the pattern grows with the width")
{
    auto dashed = line(2);
    dashed.pattern = {5, 3};
    CHECK(symbolizers(dashed, Kind::Line, {3, 1}).stroke->dashes == std::vector<double>{15, 9});
}

TEST_CASE("lines: OUTLINEWIDTH on both sides makes the casing")
{
    auto road = line(6);
    road.outline_color.value = blue;
    road.outline_width.value = 1;
    auto const drawn = symbolizers(road, Kind::Line);
    REQUIRE(drawn.casing);
    CHECK(drawn.casing->pen.width == doctest::Approx(8));
    CHECK(drawn.casing->pen.color == blue);
    CHECK(drawn.stroke->pen.width == doctest::Approx(6));
}

// Pixels of MapServer 8.0.0 across horizontal lines.
TEST_CASE("lines: limits of WIDTH do not apply to the casing, which is added to the limited width")
{
    auto road = line(1);
    road.outline_width.value = 2;
    road.outline_color.value = blue;
    road.max_width = 2;
    CHECK(symbolizers(road, Kind::Line).casing->pen.width == doctest::Approx(5));
    road.min_width = 4;
    CHECK(symbolizers(road, Kind::Line).casing->pen.width == doctest::Approx(8));
}

// MapServer 8.0.0 draws polygons with the same WIDTH for any OUTLINEWIDTH.
TEST_CASE("areas: OUTLINEWIDTH does not widen their outline")
{
    mapfile::Style border;
    border.outline_color.value = blue;
    border.width.value = 8;
    border.outline_width.value = 3;
    auto const drawn = symbolizers(border, Kind::Polygon);
    CHECK_FALSE(drawn.casing);
    REQUIRE(drawn.stroke);
    CHECK(drawn.stroke->pen.width == doctest::Approx(8));
    CHECK(drawn.stroke->pen.color == blue);
}

TEST_CASE("lines: OUTLINEWIDTH without OUTLINECOLOR widens the line in its own colour")
{
    auto road = line(3);
    road.outline_width.value = 1;
    auto const drawn = symbolizers(road, Kind::Line);
    REQUIRE(drawn.casing);
    CHECK(drawn.casing->pen.width == doctest::Approx(5));
    CHECK(drawn.casing->pen.color == red);
}

TEST_CASE("POLAROFFSET moves markers, not lines or polygons")
{
    auto style = line(1);
    style.symbol.value = {.name = "circle"};
    style.polar_offset_pixel.value = 10;
    style.polar_offset_angle.value = 90;
    CHECK(symbolizers(style, Kind::Point).offset.y == doctest::Approx(-10));
    style.symbol.value = {};
    CHECK(symbolizers(style, Kind::Line).offset == geometry::Point{});
    CHECK(symbolizers(style, Kind::Polygon).offset == geometry::Point{});
}

TEST_CASE("points are marked with every GEOMTRANSFORM")
{
    mapfile::Style style;
    style.color.value = red;
    style.symbol.value = {.name = "circle"};
    for (auto const* part : {"start", "end", "vertices", "bbox", "centroid", "labelpnt"}) {
        style.geom_transform = part;
        auto const drawn = symbolizers(style, Kind::Point);
        CHECK(drawn.marker);
        CHECK(drawn.part == style::DrawnPart::All);
    }
}

TEST_CASE("lines: an OUTLINECOLOR alone is the colour of the line")
{
    mapfile::Style style;
    style.outline_color.value = blue;
    CHECK(symbolizers(style, Kind::Line).stroke->pen.color == blue);
}

// MapServer 8.0.0 draws a 6 pixel outline for WIDTH 6, for any OUTLINEWIDTH.
TEST_CASE("polygons: the outline has WIDTH and the alpha of the fill")
{
    auto area = line(6);
    area.outline_color.value = blue;
    area.opacity.value = 50;
    auto const drawn = symbolizers(area, Kind::Polygon);
    REQUIRE(drawn.fill);
    CHECK(drawn.fill->color == image::Color{255, 0, 0, 127});
    REQUIRE(drawn.stroke);
    CHECK(drawn.stroke->pen.width == doctest::Approx(6));
    CHECK(drawn.stroke->pen.color == image::Color{0, 0, 255, 127});
}

// Areas are cut at the image and the reach of their edge, so that dashes begin as in MapServer.
TEST_CASE("areas: miters reach beyond the edge")
{
    mapfile::Style outline;
    outline.outline_color.value = blue;
    outline.width.value = 6;
    outline.line_join = mapfile::LineJoin::Miter;
    auto const drawn = symbolizers(outline, Kind::Polygon);
    CHECK(drawn.edge_px == doctest::Approx(4));
    CHECK(drawn.reach_px == doctest::Approx(13)); // the limit is four half widths
}

TEST_CASE("markers: SIZE is the height of the symbol")
{
    auto dot = line(1);
    dot.symbol.value.name = "circle";
    dot.size.value = 10;
    auto const drawn = symbolizers(dot, Kind::Point);
    REQUIRE(drawn.marker);
    auto const box = drawn.marker->box;
    CHECK(box.height() == doctest::Approx(10).epsilon(0.03)); // the curve is a polygon
    CHECK(box.width() == doctest::Approx(20).epsilon(0.03));  // axes 2 : 1
    CHECK(drawn.reach_px >= 10);
}

TEST_CASE("markers: symbol 0 marks nothing")
{
    CHECK(symbolizers(line(1), Kind::Point).is_empty());
}

TEST_CASE("unsupported parts are named and draw nothing")
{
    auto arrow = line(1);
    arrow.geom_transform = "labelpoly"; // only for labels
    CHECK(style::undrawn_part(map_with_circle(), arrow, Kind::Line) ==
          "GEOMTRANSFORM \"labelpoly\"");
    CHECK(symbolizers(arrow, Kind::Line).is_empty());
    CHECK(style::undrawn_part(map_with_circle(), line(1), Kind::Line).empty());
}

// As MapServer 8.0.0.
TEST_CASE("areas: COLORRANGE gives a hatch its color")
{
    auto map = map_with_circle();
    map.symbols.push_back({.name = "hatch", .type = mapfile::SymbolType::Hatch});
    mapfile::Style hatched;
    hatched.symbol.value.name = "hatch";
    CHECK(style::undrawn_part(map, hatched, Kind::Polygon) == "HATCH along lines");
    hatched.range_item = "n";
    hatched.range_min_color = image::Color{255, 0, 0};
    hatched.range_max_color = image::Color{0, 0, 255};
    CHECK(style::undrawn_part(map, hatched, Kind::Polygon).empty());
}

// The next three were seen with MapServer 8.0.0.
TEST_CASE("lines: a symbol at every GAP, rotated with the line if GAP is negative")
{
    auto dots = line(1);
    dots.symbol.value.name = "circle";
    dots.size.value = 6;
    dots.gap = -30;
    auto const drawn = symbolizers(dots, Kind::Line, {2, 1});
    REQUIRE(drawn.line_symbols.markers);
    CHECK_FALSE(drawn.stroke);
    CHECK(drawn.line_symbols.markers->spacing.distance == doctest::Approx(60));
    CHECK(drawn.line_symbols.markers->spacing.first < 0);
    CHECK(drawn.line_symbols.markers->is_turned);
}

TEST_CASE("lines: OUTLINEWIDTH draws the symbols once more below, larger, with exchanged colours")
{
    struct Row {
        mapfile::OptionalColor color;
        mapfile::OptionalColor outline;
        double gap;
        bool is_on_top; ///< the symbols themselves
    };
    for (auto const& row : {Row{black, red, -30, true}, Row{black, {}, 30, true},
                            Row{{}, red, 30, false}, Row{black, red, 0, true}}) {
        auto dots = line(1);
        dots.symbol.value.name = "circle";
        dots.size.value = 6;
        dots.gap = row.gap;
        dots.outline_width.value = 2;
        dots.color.value = row.color;
        dots.outline_color.value = row.outline;
        auto const drawn = symbolizers(dots, Kind::Line, {2, 1});
        CHECK(drawn.has_casing());
        CHECK(drawn.line_symbols.is_empty() == !row.is_on_top);
        REQUIRE(drawn.line_casing.brush.has_value() == (row.gap == 0));
        if (row.gap != 0) {
            auto const& below = drawn.line_casing.markers->symbol;
            CHECK(below.height_px == doctest::Approx(6 * 2 + 2));
            CHECK(below.shapes.at(0).fill.has_value() == row.outline.has_value());
            CHECK(below.shapes.at(0).outline.has_value() == row.color.has_value());
            CHECK(drawn.line_casing.markers->spacing.distance == doctest::Approx(60));
        }
    }
    auto const area = [] {
        auto edge = line(1);
        edge.symbol.value.name = "circle";
        edge.outline_width.value = 2;
        edge.color.value.reset();
        edge.outline_color.value = red;
        return symbolizers(edge, Kind::Polygon, {2, 1});
    }();
    CHECK_FALSE(area.has_casing());
}

TEST_CASE("lines: ANCHORPOINT of a symbol without width is a fraction of one pixel")
{
    auto map = map_with_circle();
    map.symbols.push_back({.name = "tick",
                           .type = mapfile::SymbolType::Vector,
                           .points = {{0, 0}, {0, 1}},
                           .anchor_x = 0,
                           .anchor_y = 0});
    auto ticks = line(1);
    ticks.symbol.value.name = "tick";
    ticks.size.value = 10;
    ticks.gap = -30;
    auto const make = [&](Kind kind) {
        return style::make_symbolizers(map, ticks, style::constant_values(ticks), kind, {});
    };
    auto const along = make(Kind::Line);
    REQUIRE(along.line_symbols.markers);
    CHECK(along.line_symbols.markers->symbol.shapes.at(0).shape.points.at(0).x ==
          doctest::Approx(0.5));
    CHECK(along.line_symbols.markers->symbol.shapes.at(0).shape.points.at(1).y ==
          doctest::Approx(10));
    REQUIRE(make(Kind::Point).marker);
    CHECK(make(Kind::Point).marker->shapes.at(0).shape.points.at(0).x == doctest::Approx(0));
}

TEST_CASE("lines: OFFSET x -99 and -999 make parallels, other values move the line")
{
    auto side = line(2);
    side.offset_x.value = 6;
    side.offset_y.value = -99;
    CHECK(symbolizers(side, Kind::Line).parallel == style::Parallel::OneSide);
    CHECK(symbolizers(side, Kind::Line).parallel_px == doctest::Approx(6));
    CHECK(symbolizers(side, Kind::Line).offset == geometry::Point{});
    side.offset_y.value = -999;
    CHECK(symbolizers(side, Kind::Line).parallel == style::Parallel::BothSides);
    side.offset_y.value = 4;
    CHECK(symbolizers(side, Kind::Line).offset == geometry::Point{6, 4});
}

TEST_CASE("GEOMTRANSFORM end makes a marker of a line's style")
{
    auto arrow = line(1);
    arrow.symbol.value.name = "circle";
    arrow.geom_transform = "END";
    arrow.angle_mode = mapfile::AngleMode::Auto;
    auto const drawn = symbolizers(arrow, Kind::Line);
    CHECK(drawn.part == style::DrawnPart::End);
    CHECK(drawn.marker);
    CHECK(drawn.is_marker_turned);
    CHECK_FALSE(drawn.stroke);
}
