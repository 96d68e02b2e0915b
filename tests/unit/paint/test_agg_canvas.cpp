// SPDX-License-Identifier: MIT
// The expected images were drawn by MapServer 8.0.0 (AGG/PNG, Debian 12) from inline FEATUREs in
// the same pixel coordinates, black on white: EXTENT 0 0 n-1 n-1, y turned over. A byte is the
// darkness of a pixel, 255 - red. MapServer's blending cuts where ours rounds, so 2 levels of
// difference are equal.
#include "paint/agg_canvas.hpp"

#include "base/error.hpp"
#include "paint/marker_shape.hpp"
#include "unit/paint/rings.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <vector>

using namespace ms::paint;
using ms::geometry::GeometryColumn;
using ms::geometry::Kind;
using ms::geometry::Point;
using ms::image::Bitmap;
using ms::image::Color;
using test::column_of;
using test::Rings;

namespace {

std::unique_ptr<Canvas> white_canvas(int width, int height)
{
    return make_agg_canvas({.width = width, .height = height, .background = {255, 255, 255, 255}});
}

Bitmap stroked(Rings const& rings, Pen const& pen, int width = 12, int height = 12)
{
    auto const canvas = white_canvas(width, height);
    auto const column = column_of(rings);
    canvas->stroke(path_of(column, 0), pen);
    return canvas->finish();
}

Bitmap filled(Rings const& rings, Brush const& brush = {})
{
    auto const canvas = white_canvas(12, 12);
    auto const column = column_of(rings);
    canvas->fill(path_of(column, 0), brush);
    return canvas->finish();
}

int darkness(Bitmap const& bitmap, int x, int y)
{
    return 255 - bitmap.view().pixels[static_cast<std::size_t>(y * bitmap.width() + x) * 4];
}

void check_image(Bitmap const& bitmap, std::vector<std::string_view> const& expected,
                 int first_row = 0)
{
    for (std::size_t row = 0; row < expected.size(); ++row) {
        int const y = first_row + static_cast<int>(row);
        CAPTURE(y);
        for (int x = 0; x < bitmap.width(); ++x) {
            CAPTURE(x);
            int value = -1;
            auto const* const text = expected[row].data() + x * 3;
            std::from_chars(text, text + 2, value, 16);
            CHECK(std::abs(darkness(bitmap, x, y) - value) <= 2);
        }
    }
}

Rings const corner{{{3, 3}, {9, 3}, {4, 8}}};
double const not_a_number = std::numeric_limits<double>::quiet_NaN();
double const infinity = std::numeric_limits<double>::infinity();

} // namespace

TEST_CASE("agg: whole coordinates lie on the edges of pixels, not in their middle")
{
    check_image(stroked({{{2, 3}, {8, 3}}}, {.width = 1}, 10, 10),
                {"00 00 00 00 00 00 00 00 00 00", "00 00 81 81 81 81 81 81 00 00",
                 "00 00 81 81 81 81 81 81 00 00", "00 00 00 00 00 00 00 00 00 00"},
                1);
}

TEST_CASE("agg: without LINEJOIN corners are bevelled")
{
    check_image(stroked(corner, {.width = 3}),
                {"00 00 00 00 00 00 00 00 00 00 00 00", "00 03 4d 81 81 81 81 81 81 0f 00 00",
                 "00 4d ff ff ff ff ff ff ff 6b 00 00", "00 4d ff ff ff ff ff ff ff d5 02 00",
                 "00 03 4c 81 83 ef ff ff ff 9f 03 00", "00 00 00 03 9f ff ff ff 9f 03 00 00",
                 "00 00 03 9f ff ff ff 9f 03 00 00 00", "00 00 4d ff ff ff 9f 03 00 00 00 00",
                 "00 00 4d ff ff 9f 03 00 00 00 00 00", "00 00 03 4c 4c 03 00 00 00 00 00 00",
                 "00 00 00 00 00 00 00 00 00 00 00 00", "00 00 00 00 00 00 00 00 00 00 00 00"});
}

TEST_CASE("agg: a miter reaches four half widths")
{
    check_image(stroked(corner, {.width = 3, .join = Join::Miter}),
                {"00 00 00 00 00 00 00 00 00 00 00 00", "00 03 4d 81 81 81 81 81 81 81 81 81",
                 "00 4d ff ff ff ff ff ff ff ff ff 9f", "00 4d ff ff ff ff ff ff ff ff 9f 03",
                 "00 03 4c 81 83 ef ff ff ff 9f 03 00", "00 00 00 03 9f ff ff ff 9f 03 00 00",
                 "00 00 03 9f ff ff ff 9f 03 00 00 00", "00 00 4d ff ff ff 9f 03 00 00 00 00",
                 "00 00 4d ff ff 9f 03 00 00 00 00 00", "00 00 03 4c 4c 03 00 00 00 00 00 00",
                 "00 00 00 00 00 00 00 00 00 00 00 00", "00 00 00 00 00 00 00 00 00 00 00 00"});
}

TEST_CASE("agg: a round join has the width as its diameter")
{
    check_image(stroked(corner, {.width = 3, .join = Join::Round}),
                {"00 00 00 00 00 00 00 00 00 00 00 00", "00 03 4d 81 81 81 81 81 81 4d 03 00",
                 "00 4d ff ff ff ff ff ff ff ff 4c 00", "00 4d ff ff ff ff ff ff ff ff 4c 00",
                 "00 03 4c 81 83 ef ff ff ff 9f 03 00", "00 00 00 03 9f ff ff ff 9f 03 00 00",
                 "00 00 03 9f ff ff ff 9f 03 00 00 00", "00 00 4d ff ff ff 9f 03 00 00 00 00",
                 "00 00 4d ff ff 9f 03 00 00 00 00 00", "00 00 03 4c 4c 03 00 00 00 00 00 00",
                 "00 00 00 00 00 00 00 00 00 00 00 00", "00 00 00 00 00 00 00 00 00 00 00 00"});
}

TEST_CASE("agg: a square cap reaches half a width beyond the end")
{
    check_image(stroked(corner, {.width = 3, .cap = Cap::Square}),
                {"00 00 00 00 00 00 00 00 00 00 00 00", "00 41 81 81 81 81 81 81 81 0f 00 00",
                 "00 81 ff ff ff ff ff ff ff 6b 00 00", "00 81 ff ff ff ff ff ff ff d5 02 00",
                 "00 41 81 81 83 ef ff ff ff 9f 03 00", "00 00 00 03 9f ff ff ff 9f 03 00 00",
                 "00 00 03 9f ff ff ff 9f 03 00 00 00", "00 03 9f ff ff ff 9f 03 00 00 00 00",
                 "00 03 9f ff ff 9f 03 00 00 00 00 00", "00 00 03 9f 9f 03 00 00 00 00 00 00",
                 "00 00 00 03 03 00 00 00 00 00 00 00", "00 00 00 00 00 00 00 00 00 00 00 00"});
}

TEST_CASE("agg: a line of one pixel always has butt caps and bevels")
{
    check_image(stroked(corner, {.width = 1, .cap = Cap::Round, .join = Join::Round}),
                {"00 00 00 00 00 00 00 00 00 00 00 00", "00 00 00 00 00 00 00 00 00 00 00 00",
                 "00 00 00 81 81 81 81 81 98 0f 00 00", "00 00 00 81 81 81 81 c2 ff 2b 00 00",
                 "00 00 00 00 00 00 42 ec 42 00 00 00", "00 00 00 00 00 42 ec 42 00 00 00 00",
                 "00 00 00 00 42 ec 42 00 00 00 00 00", "00 00 00 22 ec 42 00 00 00 00 00 00",
                 "00 00 00 00 22 00 00 00 00 00 00 00", "00 00 00 00 00 00 00 00 00 00 00 00",
                 "00 00 00 00 00 00 00 00 00 00 00 00", "00 00 00 00 00 00 00 00 00 00 00 00"});
}

TEST_CASE("agg: without anti-aliasing every touched pixel is painted")
{
    check_image(stroked(corner, {.width = 1, .is_antialiased = false}),
                {"00 00 00 00 00 00 00 00 00 00 00 00", "00 00 00 00 00 00 00 00 00 00 00 00",
                 "00 00 00 ff ff ff ff ff ff ff 00 00", "00 00 00 ff ff ff ff ff ff ff 00 00",
                 "00 00 00 00 00 00 ff ff ff 00 00 00", "00 00 00 00 00 ff ff ff 00 00 00 00",
                 "00 00 00 00 ff ff ff 00 00 00 00 00", "00 00 00 ff ff ff 00 00 00 00 00 00",
                 "00 00 00 00 ff 00 00 00 00 00 00 00", "00 00 00 00 00 00 00 00 00 00 00 00",
                 "00 00 00 00 00 00 00 00 00 00 00 00", "00 00 00 00 00 00 00 00 00 00 00 00"});
}

TEST_CASE("agg: an outline is joined where it begins only on request")
{
    Rings const ring{{{3.5, 3.5}, {8.5, 3.5}, {8.5, 8.5}, {3.5, 8.5}, {3.5, 3.5}}};
    Pen pen{.width = 3, .cap = Cap::Butt, .join = Join::Miter};
    check_image(stroked(ring, pen),
                {"00 00 00 00 00 00 00 00 00 00 00 00", "00 00 00 00 00 00 00 00 00 00 00 00",
                 "00 00 00 81 ff ff ff ff ff ff 00 00", "00 00 81 ff ff ff ff ff ff ff 00 00",
                 "00 00 ff ff ff ff ff ff ff ff 00 00", "00 00 ff ff ff 00 00 ff ff ff 00 00",
                 "00 00 ff ff ff 00 00 ff ff ff 00 00", "00 00 ff ff ff ff ff ff ff ff 00 00",
                 "00 00 ff ff ff ff ff ff ff ff 00 00", "00 00 ff ff ff ff ff ff ff ff 00 00",
                 "00 00 00 00 00 00 00 00 00 00 00 00", "00 00 00 00 00 00 00 00 00 00 00 00"});
    pen.closing = Closing::Joined;
    auto const joined = stroked(ring, pen);
    CHECK(darkness(joined, 2, 2) == 255);
    CHECK(darkness(joined, 5, 5) == 0);
}

TEST_CASE("agg: a dash pattern begins after the initial gap")
{
    std::array const dashes{3.0, 2.0};
    check_image(stroked({{{1, 3}, {11, 3}}},
                        {.width = 2, .cap = Cap::Butt, .dashes = dashes, .dash_offset = -1}),
                {"00 00 00 00 00 00 00 00 00 00 00 00", "00 00 ff ff ff 00 00 ff ff ff 00 00",
                 "00 00 ff ff ff 00 00 ff ff ff 00 00", "00 00 00 00 00 00 00 00 00 00 00 00"},
                1);
}

TEST_CASE("agg: a fill is opaque in pixels that it covers by three quarters")
{
    check_image(filled({{{3.25, 3.5}, {8.25, 3.5}, {8.25, 8.75}, {3.25, 8.75}, {3.25, 3.5}}}),
                {"00 00 00 00 00 00 00 00 00 00 00 00", "00 00 00 00 00 00 00 00 00 00 00 00",
                 "00 00 00 00 00 00 00 00 00 00 00 00", "00 00 00 81 ac ac ac ac 2c 00 00 00",
                 "00 00 00 ff ff ff ff ff 56 00 00 00", "00 00 00 ff ff ff ff ff 56 00 00 00",
                 "00 00 00 ff ff ff ff ff 56 00 00 00", "00 00 00 ff ff ff ff ff 56 00 00 00",
                 "00 00 00 c1 ff ff ff ff 41 00 00 00", "00 00 00 00 00 00 00 00 00 00 00 00",
                 "00 00 00 00 00 00 00 00 00 00 00 00", "00 00 00 00 00 00 00 00 00 00 00 00"});
}

TEST_CASE("agg: rings in rings are holes and islands by the even-odd rule")
{
    Rings const rings{{{1, 1}, {11, 1}, {11, 11}, {1, 11}, {1, 1}},
                      {{3, 3}, {9, 3}, {9, 9}, {3, 9}, {3, 3}},
                      {{5, 5}, {7, 5}, {7, 7}, {5, 7}, {5, 5}}};
    check_image(filled(rings),
                {"00 00 00 00 00 00 00 00 00 00 00 00", "00 ff ff ff ff ff ff ff ff ff ff 00",
                 "00 ff ff ff ff ff ff ff ff ff ff 00", "00 ff ff 00 00 00 00 00 00 ff ff 00",
                 "00 ff ff 00 00 00 00 00 00 ff ff 00", "00 ff ff 00 00 ff ff 00 00 ff ff 00",
                 "00 ff ff 00 00 ff ff 00 00 ff ff 00", "00 ff ff 00 00 00 00 00 00 ff ff 00",
                 "00 ff ff 00 00 00 00 00 00 ff ff 00", "00 ff ff ff ff ff ff ff ff ff ff 00",
                 "00 ff ff ff ff ff ff ff ff ff ff 00", "00 00 00 00 00 00 00 00 00 00 00 00"});
    CHECK(darkness(filled(rings, {.rule = FillRule::NonZero}), 4, 4) == 255);
}

TEST_CASE("agg: markers are filled without the gamma of polygons")
{
    auto const canvas = white_canvas(12, 12);
    Marker const marker{
        .shape = ellipse_shape({1, 1}, {.scale = 6}), .fill = Brush{}, .outline = {}};
    canvas->mark(std::array{Point{6, 6}}, marker);
    check_image(canvas->finish(),
                {"00 00 00 00 00 00 00 00 00 00 00 00", "00 00 00 00 00 00 00 00 00 00 00 00",
                 "00 00 00 00 00 00 00 00 00 00 00 00", "00 00 00 05 7c e3 d8 7f 02 00 00 00",
                 "00 00 00 77 ff ff ff ff 81 00 00 00", "00 00 00 e1 ff ff ff ff db 00 00 00",
                 "00 00 00 e1 ff ff ff ff db 00 00 00", "00 00 00 77 ff ff ff ff 81 00 00 00",
                 "00 00 00 05 7b e3 d7 7e 02 00 00 00", "00 00 00 00 00 00 00 00 00 00 00 00",
                 "00 00 00 00 00 00 00 00 00 00 00 00", "00 00 00 00 00 00 00 00 00 00 00 00"});
}

TEST_CASE("agg: outlines of markers are mitered at one pixel too")
{
    auto const canvas = white_canvas(12, 12);
    std::array const points{Point{0, 4}, Point{2, 0}, Point{4, 4}, Point{0, 4}};
    Marker const marker{.shape = vector_shape(points, true, {.scale = 1.5}),
                        .fill = Brush{.color = {255, 255, 255}},
                        .outline = Pen{.cap = Cap::Butt, .join = Join::Miter}};
    canvas->mark(std::array{Point{6, 6}}, marker);
    check_image(canvas->finish(),
                {"00 00 00 00 00 00 00 00 00 00 00 00", "00 00 00 00 00 02 02 00 00 00 00 00",
                 "00 00 00 00 00 50 50 00 00 00 00 00", "00 00 00 00 02 d0 d0 02 00 00 00 00",
                 "00 00 00 00 50 cf d0 50 00 00 00 00", "00 00 00 02 d0 4f 50 d0 02 00 00 00",
                 "00 00 00 50 cf 02 02 d0 50 00 00 00", "00 00 02 d0 4f 00 00 50 d0 02 00 00",
                 "00 00 40 ff 82 81 81 82 f8 50 00 00", "00 00 00 91 81 81 81 81 81 59 00 00",
                 "00 00 00 00 00 00 00 00 00 00 00 00", "00 00 00 00 00 00 00 00 00 00 00 00"});
}

TEST_CASE("agg: a marker looks the same wherever it is stamped, and is cut at the edges")
{
    Marker const marker{.shape = ellipse_shape({1, 1}, {.scale = 5.5}),
                        .fill = Brush{.color = {0, 100, 0}},
                        .outline = Pen{.width = 1.5}};
    auto const canvas = white_canvas(40, 20);
    canvas->mark(std::array{Point{6.25, 6.5}, Point{26.25, 6.5}, Point{-500, 3},
                            Point{not_a_number, 1}, Point{1e300, infinity}},
                 marker);
    auto const bitmap = canvas->finish();
    CHECK(darkness(bitmap, 6, 6) == 255);
    for (int y = 0; y < 20; ++y) {
        for (int x = 0; x < 20; ++x) {
            REQUIRE(darkness(bitmap, x, y) == darkness(bitmap, x + 20, y));
        }
    }
}

TEST_CASE("agg: a translucent stroke that crosses itself is laid on once")
{
    auto const bitmap =
        stroked({{{0, 6}, {12, 6}}, {{6, 0}, {6, 12}}}, {.color = {0, 0, 0, 102}, .width = 4});
    CHECK(darkness(bitmap, 6, 6) == 102);
    CHECK(darkness(bitmap, 1, 6) == 102);
}

TEST_CASE("agg: a group is blended as one image")
{
    auto const square = column_of({{{2, 2}, {8, 2}, {8, 8}, {2, 8}, {2, 2}}});
    auto const canvas = white_canvas(12, 12);
    canvas->begin_group();
    canvas->fill(path_of(square, 0), {});
    canvas->fill(path_of(square, 0), {});
    canvas->end_group(0.4);
    auto const bitmap = canvas->finish();
    CHECK(darkness(bitmap, 5, 5) == 102); // 0.4 * 255, and not twice
    CHECK(darkness(bitmap, 0, 0) == 0);
}

// As MapServer's pixmap fills: the pattern begins in the image's corner, not in the polygon's.
TEST_CASE("canvas: what is drawn on an image lies on its pixels")
{
    Rings const left{{{0, 0}, {2, 0}, {2, 4}, {0, 4}, {0, 0}}};
    for (auto const& kind : canvas_kinds()) {
        CAPTURE(kind.name);
        Bitmap ground{4, 4, {0, 0, 255, 255}};
        auto const canvas = kind.make({.width = 4, .height = 4, .ground = &ground});
        auto const column = column_of(left);
        canvas->fill(path_of(column, 0), {{255, 0, 0, 255}});
        ground = canvas->finish();
        auto const pixels = ground.view().pixels;
        CHECK(pixels[0] == 255);
        CHECK(pixels[2] == 0);
        CHECK(pixels[4 * 3] == 0);
        CHECK(pixels[4 * 3 + 2] == 255);
    }
}

TEST_CASE("agg: an image that was drawn on keeps its pixels if the drawing is given up")
{
    Bitmap ground{4, 4, {0, 0, 255, 255}};
    {
        auto const canvas = make_agg_canvas({.width = 4, .height = 4, .ground = &ground});
        canvas->begin_group();
    }
    REQUIRE(ground.view().pixels.size() == std::size_t{4 * 4 * 4});
    CHECK(ground.view().pixels[2] == 255);
}

TEST_CASE("agg: a tile is repeated in both directions from its origin and cut off by the path")
{
    Bitmap tile(2, 2); // one black pixel, upper left; the rest is transparent
    tile.pixels()[3] = 255;
    auto const square = column_of({{{2, 2}, {8, 2}, {8, 8}, {2, 8}, {2, 2}}});
    for (int const origin : {0, -4, 1000}) {
        auto const canvas = white_canvas(12, 12);
        canvas->fill_tiled(path_of(square, 0), tile.view(), origin, origin);
        auto const bitmap = canvas->finish();
        for (int y = 0; y < 12; ++y) {
            for (int x = 0; x < 12; ++x) {
                CAPTURE(x);
                CAPTURE(y);
                bool const is_inside = x >= 2 && x < 8 && y >= 2 && y < 8;
                CHECK(darkness(bitmap, x, y) == (is_inside && x % 2 == 0 && y % 2 == 0 ? 255 : 0));
            }
        }
    }
}

TEST_CASE("agg: neighbours filled with one tile have no seam")
{
    Bitmap tile(3, 3);
    tile.fill({0, 0, 0, 255});
    tile.pixels()[0] = 255; // a light pixel
    auto const left = column_of({{{0, 0}, {5, 0}, {5, 12}, {0, 12}, {0, 0}}});
    auto const right = column_of({{{5, 0}, {12, 0}, {12, 12}, {5, 12}, {5, 0}}});
    auto const whole = column_of({{{0, 0}, {12, 0}, {12, 12}, {0, 12}, {0, 0}}});
    auto const two = white_canvas(12, 12);
    two->fill_tiled(path_of(left, 0), tile.view(), 0, 0);
    two->fill_tiled(path_of(right, 0), tile.view(), 0, 0);
    auto const one = white_canvas(12, 12);
    one->fill_tiled(path_of(whole, 0), tile.view(), 0, 0);
    CHECK(std::ranges::equal(two->finish().view().pixels, one->finish().view().pixels));
}

TEST_CASE("agg: a tile without pixels fills nothing")
{
    auto const canvas = white_canvas(4, 4);
    auto const square = column_of({{{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0}}});
    canvas->fill_tiled(path_of(square, 0), ms::image::BitmapView{}, 0, 0);
    CHECK(darkness(canvas->finish(), 1, 1) == 0);
}

TEST_CASE("agg: a clip shows the inside of its path, by its share of a pixel")
{
    auto const inside = column_of({{{2, 2}, {8, 2}, {8, 7.5}, {2, 7.5}, {2, 2}}});
    auto const whole = column_of({{{0, 0}, {12, 0}, {12, 12}, {0, 12}, {0, 0}}});
    auto const canvas = white_canvas(12, 12);
    canvas->begin_clip(path_of(inside, 0));
    canvas->fill(path_of(whole, 0), {});
    canvas->end_clip();
    auto const bitmap = canvas->finish();
    CHECK(darkness(bitmap, 5, 5) == 255);
    CHECK(darkness(bitmap, 5, 7) == 128);
    CHECK(darkness(bitmap, 5, 8) == 0);
    CHECK(darkness(bitmap, 1, 5) == 0);
}

TEST_CASE("agg: a mask hides only its completely transparent parts")
{
    Bitmap mask(12, 12);
    mask.pixels()[(5 * 12 + 5) * 4 + 3] = 1;
    auto const whole = column_of({{{0, 0}, {12, 0}, {12, 12}, {0, 12}, {0, 0}}});
    auto const canvas = white_canvas(12, 12);
    canvas->begin_group();
    canvas->fill(path_of(whole, 0), {});
    canvas->mask_group(mask.view());
    canvas->end_group(1);
    auto const bitmap = canvas->finish();
    CHECK(darkness(bitmap, 5, 5) == 255);
    CHECK(darkness(bitmap, 6, 5) == 0);
}

// MapServer 8.0.0: COMPFILTER "blacken()" in a first COMPOSITE and none in a second draws the layer
// over its black shape.
TEST_CASE("agg: every blend of a group starts from the group as it was drawn")
{
    auto const square = column_of({{{2, 2}, {6, 2}, {6, 6}, {2, 6}, {2, 2}}});
    auto const canvas = white_canvas(12, 12);
    canvas->begin_group();
    canvas->fill(path_of(square, 0), {.color = {255, 0, 0}});
    std::array const blends{Blend{.op = ms::image::Operator::SrcOver,
                                  .opacity = 1,
                                  .filters = {{ms::image::FilterKind::Blacken, 0, 0},
                                              {ms::image::FilterKind::Translate, 3, 3}}},
                            Blend{}};
    canvas->end_group(blends);
    auto const bitmap = canvas->finish();
    CHECK(darkness(bitmap, 7, 7) == 255); // the shadow
    CHECK(darkness(bitmap, 4, 4) == 0);   // red over it
}

TEST_CASE("agg: groups that do not match are refused")
{
    auto const canvas = white_canvas(2, 2);
    CHECK_THROWS_AS(canvas->end_group(1), ms::Error);
    canvas->begin_group();
    CHECK_THROWS_AS((void)canvas->finish(), ms::Error);
}

TEST_CASE("agg: a polygon a million times larger than the image fills it to its edges")
{
    auto const bitmap = filled({{{-1e7, -1e7}, {6, -1e7}, {6, 1e7}, {-1e7, 1e7}, {-1e7, -1e7}}});
    for (int y = 0; y < 12; ++y) {
        CAPTURE(y);
        CHECK(darkness(bitmap, 5, y) == 255);
        CHECK(darkness(bitmap, 6, y) == 0);
    }
}

TEST_CASE("agg: infinite, missing and absurd numbers draw something or nothing and never crash")
{
    Rings const rings{
        {{not_a_number, 1}, {5, 5}, {infinity, -infinity}, {1e300, 2}, {5, not_a_number}},
        {},
        {{1, 1}}};
    std::array const dashes{2.0, not_a_number};
    for (double const width : {1e-300, 0.3, 1.0, 7.0, 1e300, infinity, not_a_number, -4.0}) {
        CAPTURE(width);
        for (auto const join : {Join::Round, Join::Miter, Join::Bevel}) {
            CHECK(stroked(rings, {.width = width, .join = join, .miter_limit = not_a_number})
                      .width() == 12);
        }
        CHECK(stroked(rings, {.width = width, .dashes = dashes, .dash_offset = not_a_number})
                  .width() == 12);
    }
    CHECK(filled(rings).width() == 12);
}

TEST_CASE("agg: a pen wider than the image paints all of it")
{
    auto const bitmap = stroked({{{-50, 6}, {50, 6}}}, {.width = 1e12});
    CHECK(darkness(bitmap, 0, 0) == 255);
    CHECK(darkness(bitmap, 11, 11) == 255);
}

TEST_CASE("agg: a small shape looks the same whichever rasterizer draws it")
{
    // A ring far outside prevents the second one from using the coverage grid, and is invisible
    // itself.
    Rings const alone{{{2.3, 1.7}, {9.6, 3.1}, {1.2, 6.6}, {8.8, 9.9}, {5.1, 0.4}, {2.3, 1.7}}};
    Rings beside = alone;
    beside.push_back({{-900, -900}, {-901, -901}});
    for (auto const rule : {FillRule::EvenOdd, FillRule::NonZero}) {
        auto const one = filled(alone, {.rule = rule});
        auto const other = filled(beside, {.rule = rule});
        for (int y = 0; y < 12; ++y) {
            for (int x = 0; x < 12; ++x) {
                // One subpixel of 256 more or less where an edge crosses a row.
                CHECK(std::abs(darkness(one, x, y) - darkness(other, x, y)) <= 2);
            }
        }
    }
    CHECK(darkness(filled(alone), 5, 4) > 0);
}

TEST_CASE("agg: a shape does not affect the next one")
{
    // White on white: the next shape must look as on a new canvas. The lower corner of each is on
    // the lower border of its box.
    auto const canvas = white_canvas(100, 20);
    Brush const white{.color = {255, 255, 255, 255}};
    for (double width = 97; width > 2; --width) {
        auto const before = column_of({{{1, 1}, {1 + width, 2}, {1 + width / 2, 9}, {1, 1}}});
        canvas->fill(path_of(before, 0), white);
    }
    auto const shape = column_of({{{2, 0.5}, {17, 3}, {16.5, 12}, {4, 18.5}, {2, 0.5}}});
    canvas->fill(path_of(shape, 0), {});
    auto const fresh = white_canvas(100, 20);
    fresh->fill(path_of(shape, 0), {});
    auto const drawn = canvas->finish();
    auto const expected = fresh->finish();
    CHECK(std::ranges::equal(drawn.view().pixels, expected.view().pixels));
}

TEST_CASE("agg: images without pixels or with too many are refused")
{
    CHECK_THROWS_AS((void)make_agg_canvas({.width = 0, .height = 5}), ms::Error);
    CHECK_THROWS_AS((void)make_agg_canvas({.width = 5, .height = 40000}), ms::Error);
}

TEST_CASE("canvases: found by the driver's name in any case")
{
    REQUIRE(find_canvas("agg") != nullptr);
    CHECK(find_canvas("Agg")->name == "AGG");
    CHECK(find_canvas("CAIRO3D") == nullptr);
}

namespace {

/// A star that reaches beyond all sides of a canvas of 20, moved.
Rings star(double shift)
{
    std::vector<Point> points;
    for (auto const p : std::array<Point, 9>{{{-6.3, 4.2},
                                              {7.1, 3.4},
                                              {9.8, -9.7},
                                              {13.2, 5.5},
                                              {29.4, 8.1},
                                              {14.6, 12.9},
                                              {10.3, 27.5},
                                              {5.7, 13.3},
                                              {-6.3, 4.2}}}) {
        points.push_back({p.x + shift, p.y + shift});
    }
    return {points};
}

/// The content of a canvas of 20 after drawing on a larger canvas, moved.
template <typename Draw>
void check_cropped(Draw const& draw)
{
    constexpr int side = 20;
    constexpr int shift = 12;
    auto const small = white_canvas(side, side);
    auto const large = white_canvas(side + 2 * shift, side + 2 * shift);
    draw(*small, 0);
    draw(*large, shift);
    auto const part = small->finish();
    auto const whole = large->finish();
    bool is_drawn = false;
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
            CHECK(darkness(part, x, y) == darkness(whole, x + shift, y + shift));
            is_drawn |= darkness(part, x, y) > 200;
        }
    }
    CHECK(is_drawn);
}

} // namespace

TEST_CASE("agg canvas: of shapes across the border the same pixels are drawn as elsewhere")
{
    SUBCASE("fill")
    {
        check_cropped([](Canvas& canvas, int shift) {
            auto const column = column_of(star(shift));
            canvas.fill(path_of(column, 0), {});
        });
    }
    SUBCASE("stroke")
    {
        check_cropped([](Canvas& canvas, int shift) {
            auto const column = column_of(star(shift));
            canvas.stroke(path_of(column, 0), {.color = {}, .width = 3});
        });
    }
    SUBCASE("tiled fill")
    {
        check_cropped([](Canvas& canvas, int shift) {
            Bitmap pattern(4, 3, {0, 0, 0, 255});
            pattern.pixels()[0] = 90;
            auto const column = column_of(star(shift));
            canvas.fill_tiled(path_of(column, 0), pattern.view(), shift, shift);
        });
    }
}

TEST_CASE("agg: a shape with more edges than AGG has cells for is drawn whole")
{
    // Upright teeth, each half as wide as it is far from the next: 8 million pixels along edges.
    constexpr int size = 2000;
    constexpr int teeth = 1000;
    std::vector<Point> comb;
    for (int i = 0; i < teeth; ++i) {
        double const x = 2 * i;
        comb.insert(comb.end(), {{x, 0}, {x + 1, 0}, {x + 1, size}, {x + 1.5, size}, {x + 1.5, 0}});
    }
    comb.insert(comb.end(), {{size, 0}, {size, -5}, {0, -5}, {0, 0}});
    auto const canvas = white_canvas(size, size);
    auto const column = column_of({comb});
    canvas->fill(path_of(column, 0), {});
    auto const bitmap = canvas->finish();
    auto const row = [&](int y) {
        constexpr std::size_t row_bytes = std::size_t{size} * 4;
        return bitmap.view().pixels.subspan(static_cast<std::size_t>(y) * row_bytes, row_bytes);
    };
    int different_rows = 0;
    for (int y = 1; y < size; ++y) {
        different_rows += std::ranges::equal(row(0), row(y)) ? 0 : 1;
    }
    CHECK(different_rows == 0);
    CHECK(darkness(bitmap, 0, size / 2) == 0);
    CHECK(darkness(bitmap, 1, size / 2) > 80);
}

TEST_CASE("agg: groups, clips and filters count towards the request's memory and time")
{
    ms::Deadline const deadline;
    constexpr std::size_t bitmap_bytes = 100 * 100 * 4;
    ms::Budget budget{deadline, 2 * bitmap_bytes};
    auto const canvas = make_agg_canvas({.width = 100, .height = 100, .budget = &budget});
    auto const before = budget.kept_bytes();
    canvas->begin_group();
    CHECK(budget.kept_bytes() == before + bitmap_bytes);
    canvas->end_group(1);
    CHECK(budget.kept_bytes() == before);
    auto const column = column_of(Rings{{{1, 1}, {9, 1}, {9, 9}, {1, 1}}});
    canvas->begin_clip(path_of(column, 0));
    CHECK(budget.kept_bytes() == before + 2 * bitmap_bytes);
    CHECK_THROWS_AS(canvas->begin_group(), ms::Error);
}

TEST_CASE("agg: a filter that would outlast the request is not begun")
{
    ms::Deadline const deadline{ms::Deadline::Clock::now()};
    ms::Budget budget{deadline, std::size_t{1} << 30U};
    auto const canvas = make_agg_canvas({.width = 100, .height = 100, .budget = &budget});
    canvas->begin_group();
    std::array const blends{Blend{.filters = {{.kind = ms::image::FilterKind::Blur, .x = 9}}}};
    CHECK_THROWS_AS(canvas->end_group(blends), ms::Interrupted);
}
