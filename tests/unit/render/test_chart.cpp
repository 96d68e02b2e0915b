// SPDX-License-Identifier: MIT
// Places and sizes: measured in images of MapServer 8.0.0.
#include "render/draw/chart.hpp"

#include "base/error.hpp"
#include "render/draw/circle.hpp"
#include "unit/render/drawing.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace ms;
using doctest::Approx;
using render::chart_setting;
using render::ChartSetting;
using render::ChartValue;

namespace {

mapfile::Layer chart_layer(std::vector<std::string> processing)
{
    mapfile::Layer layer;
    layer.processing = std::move(processing);
    return layer;
}

/// Chords stay within 1/8 pixel of circles.
void check_box(geometry::Box const& box, double min_x, double min_y, double max_x, double max_y)
{
    CHECK(std::abs(box.min_x - min_x) < 0.126);
    CHECK(std::abs(box.min_y - min_y) < 0.126);
    CHECK(std::abs(box.max_x - max_x) < 0.126);
    CHECK(std::abs(box.max_y - max_y) < 0.126);
}

/// The area of a ring, without sign.
double area(std::span<geometry::Point const> ring)
{
    double sum = 0;
    for (std::size_t i = 1; i < ring.size(); ++i) {
        sum += ring[i - 1].x * ring[i].y - ring[i].x * ring[i - 1].y;
    }
    return std::abs(sum) / 2;
}

} // namespace

TEST_CASE("pie: slices begin in the east, run clockwise and share the circle by their values")
{
    std::vector<ChartValue> const values{{1}, {2}, {0}, {3}};
    geometry::GeometryColumn out;
    render::make_chart({}, 40, {100, 100}, values, out);
    REQUIRE(out.size() == 4);
    CHECK(out.kinds[2] == geometry::Kind::None);
    constexpr double circle = 3.14159 * 20 * 20;
    CHECK(area(out.points_of(0)) == Approx(circle / 6).epsilon(0.01));
    CHECK(area(out.points_of(1)) == Approx(circle / 3).epsilon(0.01));
    CHECK(area(out.points_of(3)) == Approx(circle / 2).epsilon(0.01));
    check_box(out.box_of(0), 100, 100, 120, 100 + 20 * std::sin(3.14159265 / 3)); // below, right
    check_box(out.box_of(3), 80, 80, 120, 100);                                   // above
}

TEST_CASE("pie: OFFSET pulls a slice out along its middle")
{
    std::vector<ChartValue> const values{{1}, {1, 5}};
    geometry::GeometryColumn out;
    render::make_chart({}, 40, {100, 100}, values, out);
    check_box(out.box_of(0), 80, 100, 120, 120);
    check_box(out.box_of(1), 80, 75, 120, 95);
}

TEST_CASE("pie: one value alone is a circle without a radius drawn")
{
    std::vector<ChartValue> const values{{7}};
    geometry::GeometryColumn out;
    render::make_chart({}, 40, {100, 100}, values, out);
    for (auto const& point : out.points) {
        CHECK(std::hypot(point.x - 100, point.y - 100) == Approx(20));
    }
}

TEST_CASE("pie: a value alone among others that are 0 has its radius drawn")
{
    std::vector<ChartValue> const values{{0}, {7}};
    geometry::GeometryColumn out;
    render::make_chart({}, 40, {100, 100}, values, out);
    CHECK(out.points_of(1).front() == geometry::Point{100, 100});
    CHECK(area(out.points_of(1)) == Approx(3.14159 * 20 * 20).epsilon(0.01));
}

TEST_CASE("pie: negative values have no slice")
{
    std::vector<ChartValue> const values{{5}, {-1}, {3}};
    geometry::GeometryColumn out;
    render::make_chart({}, 40, {100, 100}, values, out);
    REQUIRE(out.size() == 3);
    CHECK(std::ranges::count(out.kinds, geometry::Kind::None) == 3);
}

TEST_CASE("bars: side by side with a pixel between, the highest as high as the chart")
{
    auto const setting = chart_setting(chart_layer({"CHART_TYPE=BAR", "CHART_SIZE=60 40"}));
    std::vector<ChartValue> const values{{1}, {2}, {3}};
    geometry::GeometryColumn out;
    render::make_chart(setting, setting.width_px, {60, 179}, values, out);
    check_box(out.box_of(0), 30, 199 - 40 / 3.0, 49, 199);
    check_box(out.box_of(1), 50, 199 - 80 / 3.0, 69, 199);
    check_box(out.box_of(2), 70, 159, 89, 199);
}

TEST_CASE("bars: values below 0 hang from the line of 0, unless CHART_BAR_MINVAL cuts them off")
{
    auto setting = chart_setting(chart_layer({"CHART_TYPE=BAR", "CHART_SIZE=60 40"}));
    std::vector<ChartValue> const values{{5}, {-2}, {1}};
    geometry::GeometryColumn out;
    render::make_chart(setting, 60, {160, 179}, values, out);
    double const zero = 159 + 40 * 5 / 7.0;
    check_box(out.box_of(0), 130, 159, 149, zero);
    check_box(out.box_of(1), 150, zero, 169, 199);
    check_box(out.box_of(2), 170, zero - 40 / 7.0, 189, zero);

    setting = chart_setting(chart_layer(
        {"CHART_TYPE=BAR", "CHART_SIZE=60 40", "CHART_BAR_MINVAL=0", "CHART_BAR_MAXVAL=6"}));
    render::make_chart(setting, 60, {160, 179}, values, out);
    check_box(out.box_of(0), 130, 199 - 40 * 5 / 6.0, 149, 199);
    CHECK(out.kinds[1] == geometry::Kind::None);
}

TEST_CASE("bars: with equal lowest and highest value, bars below reach the middle")
{
    auto const setting =
        chart_setting(chart_layer({"CHART_TYPE=BAR", "CHART_SIZE=40 40", "CHART_BAR_MINVAL=0"}));
    std::vector<ChartValue> const values{{-10}, {0}};
    geometry::GeometryColumn out;
    render::make_chart(setting, 40, {100, 100}, values, out);
    check_box(out.box_of(0), 80, 100, 99, 120);
    CHECK(out.kinds[1] == geometry::Kind::None);
}

TEST_CASE("stacked bars: values below 0 lie over the bar before")
{
    auto const setting =
        chart_setting(chart_layer({"CHART_TYPE=VBAR", "CHART_SIZE=40", "CHART_SCALE=5"}));
    std::vector<ChartValue> const values{{10}, {-4}, {5}};
    geometry::GeometryColumn out;
    render::make_chart(setting, 40, {150, 112}, values, out);
    check_box(out.box_of(0), 130, 89.5, 170, 139.5);
    check_box(out.box_of(1), 130, 89.5, 170, 109.5);
    check_box(out.box_of(2), 130, 84.5, 170, 109.5);
}

TEST_CASE("stacked bars: a pixel per unit times CHART_SCALE, around the middle")
{
    auto const setting =
        chart_setting(chart_layer({"CHART_TYPE=VBAR", "CHART_SIZE=20", "CHART_SCALE=2"}));
    std::vector<ChartValue> const values{{5}, {2}, {1}};
    geometry::GeometryColumn out;
    render::make_chart(setting, setting.width_px, {160, 259}, values, out);
    check_box(out.box_of(0), 150, 257, 170, 267);
    check_box(out.box_of(1), 150, 253, 170, 257);
    check_box(out.box_of(2), 150, 251, 170, 253);
}

TEST_CASE("CHART_SIZE_RANGE: diameters lie between the limits")
{
    auto const range = chart_setting(chart_layer({"CHART_SIZE_RANGE=a 20 60 1 5"})).range;
    REQUIRE(range);
    CHECK(range->attribute == "a");
    CHECK(render::diameter_for(*range, 1) == Approx(20));
    CHECK(render::diameter_for(*range, 3) == Approx(40));
    CHECK(render::diameter_for(*range, 99) == Approx(60));
    CHECK(render::diameter_for(*range, -99) == Approx(20));
}

TEST_CASE("CHART_SIZE_RANGE: a sixth number takes that root; CHART_SIZE has precedence")
{
    auto const range = chart_setting(chart_layer({"CHART_SIZE_RANGE=q 10 100 5 20 2"})).range;
    REQUIRE(range);
    CHECK(render::diameter_for(*range, 10) == Approx(10 + 90 * std::sqrt(1 / 3.0)));
    CHECK_FALSE(chart_setting(chart_layer({"CHART_SIZE_RANGE=q 1 9 5 20", "CHART_SIZE=5"})).range);
    CHECK_FALSE(
        chart_setting(chart_layer({"CHART_SIZE_RANGE=q 1 9 5 20", "CHART_TYPE=BAR"})).range);
}

TEST_CASE("charts: malformed PROCESSING is reported")
{
    for (char const* const wrong :
         {"CHART_TYPE=CAKE", "CHART_SIZE=big", "CHART_SIZE=1 2 3", "CHART_SIZE_RANGE=a 1 2",
          "CHART_BAR_MINVAL=", "CHART_SCALE=x"}) {
        CAPTURE(wrong);
        CHECK_THROWS_AS((void)chart_setting(chart_layer({wrong})), Error);
    }
}

TEST_CASE("circles: the width of the box between two points is their diameter")
{
    geometry::GeometryColumn lines;
    lines.points = {{140, 120}, {60, 180}};
    lines.end_ring();
    lines.end_part();
    lines.end_feature(geometry::Kind::Line);
    lines.points.push_back({1, 1});
    lines.end_ring();
    lines.end_part();
    lines.end_feature(geometry::Kind::Line);
    geometry::GeometryColumn circles;
    render::to_circles(lines, circles);
    REQUIRE(circles.size() == 2);
    check_box(circles.box_of(0), 60, 110, 140, 190);
    CHECK(circles.kinds[1] == geometry::Kind::None);
}

TEST_CASE("charts of lines stand in the segment that begins at the middle vertex of the first line")
{
    auto const drawn = [](std::string const& wkt) {
        auto const map = test::load(R"(MAP SIZE 150 100 EXTENT 0 0 149 99 IMAGETYPE png
LAYER NAME "c" TYPE CHART STATUS ON PROCESSING "ITEMS=a" PROCESSING "CHART_SIZE=16"
FEATURE WKT ")" + wkt + R"(" ITEMS "1" END
CLASS NAME "a" STYLE SIZE [a] COLOR 255 0 0 END END END END)");
        return test::draw(map, {});
    };
    auto const is_red = [](render::MapImage const& image, int x, int y) {
        auto const color = test::pixel(image.bitmap, x, y);
        return color.red == 255 && color.green == 0;
    };
    // Where MapServer 8.0.0 draws them.
    CHECK(is_red(drawn("LINESTRING(20 20,120 20)"), 72, 80));
    CHECK(is_red(drawn("LINESTRING(20 20,120 20,120 80)"), 121, 51));
    CHECK(is_red(drawn("LINESTRING(20 20,50 80,120 40,130 80)"), 126, 41));
    CHECK(is_red(drawn("LINESTRING(20 20,50 80,120 40,130 80,100 85)"), 126, 41));
    CHECK(is_red(drawn("MULTILINESTRING((20 20,60 20),(30 80,130 80))"), 41, 80));
}
