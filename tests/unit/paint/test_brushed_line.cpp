// SPDX-License-Identifier: MIT
#include "paint/brushed_line.hpp"

#include "base/error.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

namespace {

using ms::geometry::Box;
using ms::geometry::GeometryColumn;
using ms::geometry::Point;
using ms::image::Placed;

/// Four pixels long, two high: red, green, blue, clear.
ms::image::Bitmap tile()
{
    ms::image::Bitmap bitmap{4, 2};
    auto const pixels = bitmap.pixels();
    for (std::size_t row = 0; row < 2; ++row) {
        for (std::size_t column = 0; column < 3; ++column) {
            auto const at = (row * 4 + column) * 4;
            pixels[at + column] = 255;
            pixels[at + 3] = 255;
        }
    }
    return bitmap;
}

GeometryColumn line(std::vector<Point> points)
{
    GeometryColumn column;
    column.points = std::move(points);
    column.end_ring();
    return column;
}

Placed brushed(std::vector<Point> points, Box visible = {0, 0, 40, 40})
{
    auto const column = line(std::move(points));
    auto const bitmap = tile();
    return ms::paint::brushed_line({column, {0, 1}}, bitmap.view(), visible);
}

/// Channel c of the pixel at (x, y) of the image.
int at(Placed const& placed, int x, int y, std::size_t channel)
{
    auto const row = static_cast<std::size_t>(y - placed.y);
    auto const column = static_cast<std::size_t>(x - placed.x);
    auto const width = static_cast<std::size_t>(placed.bitmap.width());
    return placed.bitmap.view().pixels[(row * width + column) * 4 + channel];
}

} // namespace

TEST_CASE("brushed line: the tile repeats from the start of the line, as high as it is")
{
    auto const placed =
        brushed({{10.5, 20}, {18.5, 20}}); // MapServer blends texels on whole pixels
    CHECK(at(placed, 10, 19, 0) == 255);   // red
    CHECK(at(placed, 11, 20, 1) == 255);   // green
    CHECK(at(placed, 12, 20, 2) == 255);   // blue
    CHECK(at(placed, 13, 20, 3) == 0);
    CHECK(at(placed, 14, 20, 0) == 255);
    CHECK(at(placed, 14, 18, 3) == 0);
    CHECK(at(placed, 14, 21, 3) == 0);
    CHECK(at(placed, 9, 20, 3) == 0);
    CHECK(at(placed, 18, 20, 3) == 0);
}

TEST_CASE("brushed line: it continues around corners")
{
    auto const placed = brushed({{10, 20.5}, {16, 20.5}, {16, 30.5}});
    CHECK(at(placed, 16, 24, 0) == 0);
    CHECK(at(placed, 16, 22, 0) == 255); // 8 pixels from the start: the third red one
    CHECK(at(placed, 15, 22, 0) == 255);
}

TEST_CASE("brushed line: the pattern continues across parts")
{
    auto column = line({{10.5, 10}, {13.5, 10}}); // three pixels: the next is the clear one
    column.points.insert(column.points.end(), {{20.5, 20}, {28.5, 20}});
    column.end_ring();
    auto const bitmap = tile();
    auto const placed = ms::paint::brushed_line({column, {0, 2}}, bitmap.view(), {0, 0, 40, 40});
    CHECK(at(placed, 12, 10, 2) == 255);
    CHECK(at(placed, 20, 20, 3) == 0);
    CHECK(at(placed, 21, 20, 0) == 255);
}

TEST_CASE("brushed line: a sharp corner reaches half the tile and a pixel beyond its vertex")
{
    // Tile 2 high; up, and back almost on the same way: MapServer 8.0.0 cuts it off above.
    auto const placed = brushed({{20.5, 30}, {20.5, 20}, {22.5, 30}});
    int highest = 40;
    for (int y = placed.y; y < placed.y + placed.bitmap.height(); ++y) {
        for (int x = placed.x; x < placed.x + placed.bitmap.width(); ++x) {
            highest = at(placed, x, y, 3) > 0 ? std::min(highest, y) : highest;
        }
    }
    CHECK(highest < 20);
    CHECK(highest >= 18);
}

TEST_CASE("brushed line: invalid and distant lines cost nothing and draw nothing")
{
    double const nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(brushed({{10, 20}}).bitmap.width() <= 40);
    CHECK(at(brushed({{10, 20}, {10, 20}, {nan, 3}}), 10, 20, 3) == 0);
    CHECK(brushed({{1e9, 20}, {2e9, 20}}).bitmap.width() == 0);
    auto const wide = brushed({{-1e9, 20}, {1e9, 20}});
    CHECK(wide.bitmap.width() == 40);
    CHECK(at(wide, 5, 22, 3) == 0);
    CHECK(brushed({}).bitmap.width() == 0);
}

TEST_CASE("brushed line: endless lines are drawn only where they cross the image")
{
    auto const endless = [](double far) {
        return brushed({{-far, 20}, {far, 20}, {far, far}, {20, 45}});
    };
    CHECK_NOTHROW(endless(1e300)); // beyond all precision
    for (double const far : {1e7, 1e15}) {
        CAPTURE(far);
        auto const placed = endless(far);
        int drawn = 0;
        for (int x = 0; x < 40; ++x) {
            drawn += at(placed, x, 19, 3) > 0 && at(placed, x, 20, 3) > 0 ? 1 : 0;
        }
        CHECK(drawn >= 29); // three of four pixels
    }
}

TEST_CASE("brushed line: looks at the clock")
{
    ms::Deadline const deadline{ms::Deadline::Clock::now()};
    ms::Budget budget{deadline, std::size_t{1} << 30U};
    auto const bitmap = tile();
    auto const column = line({{0, 0}, {20, 20}});
    CHECK_THROWS_AS(
        (void)ms::paint::brushed_line({column, {0, 1}}, bitmap.view(), {0, 0, 40, 40}, &budget),
        ms::Error);
}
