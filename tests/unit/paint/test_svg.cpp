// SPDX-License-Identifier: MIT
#include "paint/svg.hpp"

#include "base/error.hpp"
#include "paint/agg_canvas.hpp"
#include "paint/svg_rasters.hpp"
#include "unit/image/placed.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <string>

using namespace ms::paint;
using ms::geometry::Point;
using ms::image::Color;
using ms::image::Placed;
using test::at;

namespace {

Svg drawing_of(std::string const& text)
{
    return Svg{{reinterpret_cast<std::uint8_t const*>(text.data()), text.size()}};
}

/// 20 x 10: the left half green.
constexpr char const* half = "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='10'>"
                             "<rect width='10' height='10' fill='#00ff00'/></svg>";

constexpr Color green{0, 255, 0};

} // namespace

TEST_CASE("svg: the size is that of the root element, else of its viewBox, else 100")
{
    auto const size = [](std::string const& attributes) {
        auto const drawing =
            drawing_of("<svg xmlns='http://www.w3.org/2000/svg' " + attributes + "/>");
        return std::pair{drawing.width(), drawing.height()};
    };
    CHECK(size("width='30' height='40px'") == std::pair{30.0, 40.0});
    CHECK(size("viewBox='0 0 7 9'") == std::pair{7.0, 9.0});
    CHECK(size("width='100%' height='100%' viewBox='0 0 7 9'") == std::pair{7.0, 9.0});
    CHECK(size("") == std::pair{100.0, 100.0});
}

TEST_CASE("svg: a drawing is scaled and turned around its pivot")
{
    auto const drawing = drawing_of(half);
    auto const plain = drawing.draw({.to_x = 100, .to_y = 50});
    CHECK(at(plain, 105, 55) == green);
    CHECK(at(plain, 115, 55).alpha == 0);
    // Half a turn around its middle: the green half is on the right.
    auto const turned = drawing.draw({.scale = 2,
                                      .angle_rad = std::numbers::pi,
                                      .pivot_x = 10,
                                      .pivot_y = 5,
                                      .to_x = 100,
                                      .to_y = 50});
    CHECK(at(turned, 110, 50) == green);
    CHECK(at(turned, 90, 50).alpha == 0);
    CHECK(at(turned, 121, 50).alpha == 0);
}

TEST_CASE("svg: an invalid SVG is refused with a message")
{
    for (auto const* const text : {"", "<svg", "<html/>", "PNG"}) {
        CAPTURE(text);
        CHECK_THROWS_WITH_AS((void)drawing_of(text), doctest::Contains("SVG: "), ms::Error);
    }
}

TEST_CASE("svg: sizes and places that make no sense draw nothing")
{
    auto const drawing = drawing_of(half);
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    for (auto const& turn : {ms::image::Turn{.scale = 1e9}, ms::image::Turn{.scale = nan},
                             ms::image::Turn{.scale = 0}, ms::image::Turn{.to_x = 1e12}}) {
        CHECK(drawing.draw(turn).bitmap.width() == 0);
    }
}

// A file of a few hundred bytes that draws 10^9 shapes.
TEST_CASE("svg: entities that grow without end and drawings within drawings are refused")
{
    std::string bomb = "<!DOCTYPE svg [<!ENTITY a0 '<rect width=\"1\" height=\"1\"/>'>";
    for (int i = 1; i < 10; ++i) {
        auto const below = "&a" + std::to_string(i - 1) + ";";
        bomb += "<!ENTITY a" + std::to_string(i) + " '";
        for (int k = 0; k < 10; ++k) {
            bomb += below;
        }
        bomb += "'>";
    }
    bomb += "]><svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>&a9;</svg>";
    CHECK_THROWS_AS((void)drawing_of(bomb).draw({}), ms::Error);

    auto const itself = drawing_of("<svg xmlns='http://www.w3.org/2000/svg' "
                                   "xmlns:xlink='http://www.w3.org/1999/xlink' width='9' "
                                   "height='9'><g id='a'><use xlink:href='#a'/></g></svg>");
    CHECK(at(itself.draw({}), 4, 4).alpha == 0); // the circle is left out
}

namespace {

/// The middle of an AGG canvas with a red rectangle of 24 x 15 in a drawing of 30 x 21.
Point middle_of_drawn(Point at, double angle_degrees, double scale)
{
    auto const drawing =
        drawing_of("<svg xmlns='http://www.w3.org/2000/svg' width='30' height='21'>"
                   "<rect x='3' y='3' width='24' height='15' fill='#f00'/></svg>");
    auto const canvas =
        make_agg_canvas({.width = 100, .height = 100, .background = {255, 255, 255, 255}});
    canvas->draw_svg(drawing, {.scale = scale,
                               .angle_rad = angle_degrees * std::numbers::pi / 180,
                               .pivot_x = 15,
                               .pivot_y = 10.5,
                               .to_x = at.x,
                               .to_y = at.y});
    auto const bitmap = canvas->finish();
    double sum = 0, x = 0, y = 0;
    for (int i = 0; i < 100 * 100; ++i) {
        double const weight = 255 - bitmap.view().pixels[static_cast<std::size_t>(i) * 4 + 1];
        sum += weight;
        x += weight * (i % 100 + 0.5);
        y += weight * (i / 100 + 0.5);
    }
    return {x / sum, y / sum};
}

} // namespace

// Measured in images of MapServer 8.0.0: TYPE SVG on AGG/PNG, ANGLE and SIZE as below.
TEST_CASE("svg: on AGG a drawing is on whole pixels as in MapServer")
{
    struct Example {
        Point at;
        double angle;
        double size;
        Point expected;
    };
    for (auto const& [at, angle, size, expected] :
         {Example{{50, 50}, 0, 21, {50, 50.5}}, Example{{50.5, 50.5}, 0, 21, {51, 50.5}},
          Example{{50, 50}, 0, 40, {50.573, 50}}, Example{{50.5, 50.5}, 0, 21.5, {50.36, 50.755}},
          Example{{50, 50}, 90, 21, {50.5, 50}}, Example{{50, 50}, 180, 21, {50, 49.5}},
          Example{{50.5, 50.5}, 270, 21, {50.5, 51}}, Example{{50.5, 50.5}, 90, 40, {50, 49.427}},
          Example{{50.3, 50.3}, 30, 21, {50.263, 50.447}},
          Example{{50.5, 50.5}, 200, 21.5, {49.758, 50.379}}}) {
        CAPTURE(at.x);
        CAPTURE(angle);
        CAPTURE(size);
        auto const middle = middle_of_drawn(at, angle, size / 21);
        CHECK(std::abs(middle.x - expected.x) < 0.06);
        CHECK(std::abs(middle.y - expected.y) < 0.06);
    }
}

TEST_CASE("svg: a drawing is rasterised once for all places of one size and angle")
{
    auto const drawing = drawing_of(half);
    ms::paint::SvgRasters rasters;
    auto const first = rasters.draw(drawing, {.scale = 2, .to_x = 5, .to_y = 7});
    CHECK(rasters.draw(drawing, {.scale = 2, .to_x = 50, .to_y = 70}) == first);
    CHECK(first->bitmap.width() == 20); // the green half only
    CHECK(first->bitmap.height() == 20);
    CHECK(first->x == 0);
    CHECK(rasters.draw(drawing, {.scale = 3}) != first);
    CHECK(rasters.draw(drawing, {.scale = 2, .angle_rad = 1}) != first);
    auto const other = drawing_of(half);
    CHECK(rasters.draw(other, {.scale = 2}) != first);
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(rasters.draw(drawing, {.scale = nan})->bitmap.width() == 0);
}

TEST_CASE("svg: kept rasters are bounded")
{
    auto const drawing = drawing_of(half);
    ms::paint::SvgRasters rasters{10'000};
    for (int scale = 1; scale < 20; ++scale) {
        auto const raster = rasters.draw(drawing, {.scale = static_cast<double>(scale)});
        CHECK(raster->bitmap.width() == 10 * scale);
        CHECK(rasters.kept_bytes() <= 10'000);
    }
}
