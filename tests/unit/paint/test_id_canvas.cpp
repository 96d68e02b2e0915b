// SPDX-License-Identifier: MIT
#include "paint/id_canvas.hpp"

#include "paint/marker_shape.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>

using namespace ms;
using paint::IdCanvas;

namespace {

geometry::GeometryColumn square_of_ids(double left, double top, double side)
{
    geometry::GeometryColumn column;
    column.points = {{left, top},
                     {left + side, top},
                     {left + side, top + side},
                     {left, top + side},
                     {left, top}};
    column.end_ring();
    column.end_part();
    column.end_feature(geometry::Kind::Polygon);
    return column;
}

/// Cells as letters: "." for none, "a" for 1.
std::string cells_of(IdCanvas& canvas)
{
    auto const image = canvas.finish();
    std::string text;
    for (int row = 0; row < image.height(); ++row) {
        for (int column = 0; column < image.width(); ++column) {
            auto const id = IdCanvas::id_at(image.view(), column, row);
            text += id == 0 ? '.' : static_cast<char>('a' + id - 1);
        }
        text += '\n';
    }
    return text;
}

} // namespace

TEST_CASE("id canvas: every cell that is touched has the number that was set last")
{
    IdCanvas canvas{{.width = 22, .height = 9}, 4};
    auto const first = square_of_ids(1, 1, 8);
    auto const second = square_of_ids(8, 0, 4.1);
    canvas.set_id(1);
    canvas.fill(paint::path_of(first, 0), {.color = {}});
    canvas.set_id(2);
    canvas.fill(paint::path_of(second, 0), {.color = {0, 0, 0, 0}});
    CHECK(cells_of(canvas) == "aabb.\naabb.\n"); // 22 x 9 pixels have 5 x 2 whole cells
}

TEST_CASE("id canvas: numbers have 24 bits, and groups do not blend them")
{
    IdCanvas canvas{{.width = 4, .height = 4}, 4};
    auto const all = square_of_ids(0, 0, 4);
    canvas.set_id(IdCanvas::largest_id);
    canvas.begin_group();
    canvas.fill(paint::path_of(all, 0), {.color = {}});
    canvas.end_group(0.3);
    auto const image = canvas.finish();
    CHECK(IdCanvas::id_at(image.view(), 0, 0) == IdCanvas::largest_id);
}

TEST_CASE("id canvas: a mask lets the cells through that one of its pixels lets through")
{
    IdCanvas canvas{{.width = 8, .height = 4}, 4};
    auto const all = square_of_ids(0, 0, 8);
    image::Bitmap mask(8, 4);
    mask.pixels()[3] = 255;
    canvas.set_id(1);
    canvas.begin_group();
    canvas.fill(paint::path_of(all, 0), {.color = {}});
    canvas.mask_group(mask.view());
    canvas.end_group(1.0);
    CHECK(cells_of(canvas) == "a.\n");
}

TEST_CASE("id canvas: an image covers its box, which is not turned")
{
    image::Bitmap const image(8, 4);
    auto const drawn = [&](double angle) {
        IdCanvas canvas{{.width = 16, .height = 16}, 4};
        canvas.set_id(1);
        canvas.mark_image(image.view(),
                          {.angle_rad = angle, .pivot_x = 4, .pivot_y = 2, .to_x = 8, .to_y = 6});
        return cells_of(canvas);
    };
    CHECK(drawn(0) == "....\n.aa.\n....\n....\n");
    CHECK(drawn(1) == drawn(0));
}

TEST_CASE("id canvas: symbols are filled, or their area, without outline")
{
    std::array const places{geometry::Point{8, 8}};
    paint::Marker marker;
    marker.shape = square_of_ids(-4, -4, 4);
    marker.outline = paint::Pen{.width = 9};
    IdCanvas canvas{{.width = 16, .height = 16}, 4};
    canvas.set_id(1);
    canvas.mark(places, marker);
    marker.area = square_of_ids(0, 0, 4);
    canvas.set_id(2);
    canvas.mark(places, marker);
    marker.outline.reset(); // invisible
    marker.area = square_of_ids(-8, -8, 16);
    canvas.mark(places, marker);
    CHECK(cells_of(canvas) == "....\n.a..\n..b.\n....\n");
}

TEST_CASE("ellipse: scaled down it is the ellipse of that scale, turned or not")
{
    for (double const angle : {0.0, 0.7}) {
        paint::Placement const large{.scale = 40, .angle_rad = angle, .offset = {12, 8}};
        paint::Placement const small{.scale = 10, .angle_rad = angle, .offset = {3, 2}};
        auto const expected = paint::ellipse_shape({2, 1}, small);
        auto const scaled = paint::scaled_ellipse(paint::ellipse_shape({2, 1}, large), 0.25);
        REQUIRE(scaled.points.size() == expected.points.size());
        for (std::size_t i = 0; i < expected.points.size(); ++i) {
            CHECK(scaled.points[i].x == doctest::Approx(expected.points[i].x));
            CHECK(scaled.points[i].y == doctest::Approx(expected.points[i].y));
        }
    }
}
