// SPDX-License-Identifier: MIT
#include "paint/cairo_canvas.hpp"

#include "base/error.hpp"
#include "paint/agg_canvas.hpp"
#include "paint/cairo_pixels.hpp"
#include "paint/svg.hpp"
#include "paint/svg_names.hpp"
#include "unit/paint/rings.hpp"
#include "unit/processor_time.hpp"

#include <doctest/doctest.h>

#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <thread>

using namespace ms::paint;
using ms::geometry::GeometryColumn;
using ms::geometry::Kind;
using ms::geometry::Point;
using ms::image::Bitmap;
using ms::image::Color;
using ms::image::Operator;
using test::column_of;
using test::Rings;
using test::square;

namespace {

std::unique_ptr<Canvas> page(std::string_view document, int width = 20, int height = 20)
{
    return make_cairo_canvas({.width = width,
                              .height = height,
                              .background = {255, 255, 255, 255},
                              .document = document});
}

std::string text_of(std::vector<std::uint8_t> const& file)
{
    return {file.begin(), file.end()};
}

std::size_t count(std::string_view text, std::string_view what)
{
    std::size_t n = 0;
    for (auto at = text.find(what); at != std::string_view::npos; at = text.find(what, at + 1)) {
        ++n;
    }
    return n;
}

Color pixel(Bitmap const& bitmap, int x, int y)
{
    auto const at = static_cast<std::size_t>(y * bitmap.width() + x) * 4;
    auto const p = bitmap.view().pixels;
    return {p[at], p[at + 1], p[at + 2], p[at + 3]};
}

/// Calls every function of a canvas once.
void draw_scene(Canvas& canvas)
{
    auto const shape = column_of({{{10, 10}, {90, 20}, {80, 80}, {20, 90}, {10, 10}},
                                  {{40, 40}, {60, 40}, {60, 60}, {40, 60}, {40, 40}}});
    canvas.fill(path_of(shape, 0), {.color = {200, 220, 120}});
    std::array const dashes{9.0, 4.0};
    canvas.stroke(path_of(shape, 0), {.color = {30, 60, 150}, .width = 3, .dashes = dashes});
    auto const line = column_of({{{5, 95}, {50, 50}, {95, 95}}});
    for (auto const join : {Join::Round, Join::Miter, Join::Bevel}) {
        canvas.stroke(path_of(line, 0), {.color = {160, 20, 20, 120}, .width = 9, .join = join});
    }
    Marker marker;
    marker.shape = square(-4, 4);
    marker.fill = Brush{.color = {0, 90, 0}};
    marker.outline =
        Pen{.color = {0, 0, 0}, .width = 1.5, .join = Join::Miter, .closing = Closing::Joined};
    std::array const places{Point{20, 20}, Point{70.5, 30.25}};
    canvas.mark(places, marker);
    Bitmap tile(4, 4);
    std::fill_n(tile.pixels().begin(), 8 * 4, std::uint8_t{255});
    canvas.fill_tiled(path_of(shape, 0), tile.view(), 1, 2);
    canvas.draw_image(tile.view(), {90, 5}, 0.5);
    auto const middle = square(30, 70);
    canvas.begin_clip(path_of(middle, 0));
    canvas.begin_group();
    canvas.fill(path_of(shape, 0), {.color = {90, 0, 90}});
    canvas.end_group(0.5);
    canvas.end_clip();
}

double mean_difference(Bitmap const& a, Bitmap const& b)
{
    double sum = 0;
    auto const pa = a.view().pixels;
    auto const pb = b.view().pixels;
    for (std::size_t i = 0; i < pa.size(); ++i) {
        sum += std::abs(int{pa[i]} - int{pb[i]});
    }
    return sum / static_cast<double>(pa.size());
}

int largest_difference(Bitmap const& a, Bitmap const& b)
{
    int largest = 0;
    auto const pa = a.view().pixels;
    auto const pb = b.view().pixels;
    for (std::size_t i = 0; i < pa.size(); ++i) {
        largest = std::max(largest, std::abs(int{pa[i]} - int{pb[i]}));
    }
    return largest;
}

} // namespace

TEST_CASE("cairo: the same calls give the same image as on AGG, but for the edges")
{
    CanvasOptions const options{.width = 100, .height = 100, .background = {255, 255, 255, 255}};
    auto const ours = make_cairo_canvas(options);
    auto const other = make_agg_canvas(options);
    draw_scene(*ours);
    draw_scene(*other);
    CHECK(mean_difference(ours->finish(), other->finish()) < 1.5);
}

// AGG's canvas draws most joins of thin lines as one corner (Stroker); cairo draws every join as
// requested.
TEST_CASE("cairo: thin crooked lines look as on AGG, with any joins")
{
    std::vector<std::vector<Point>> lines;
    for (int line = 0; line < 12; ++line) {
        auto& points = lines.emplace_back();
        for (int i = 0; i < 90; ++i) { // turns of all sizes, a vertex about every other pixel
            double const angle = 0.13 * line * std::sin(0.9 * i);
            auto const from = points.empty() ? Point{4, 8.0 + 15 * line} : points.back();
            points.push_back({from.x + 2 * std::cos(angle), from.y + 2 * std::sin(angle)});
        }
    }
    auto const column = column_of(lines);
    CanvasOptions const options{.width = 200, .height = 190, .background = {255, 255, 255, 255}};
    for (double const width : {1.1, 1.3, 1.5}) {
        for (auto const join : {Join::None, Join::Round, Join::Miter}) {
            CAPTURE(width);
            auto const ours = make_cairo_canvas(options);
            auto const other = make_agg_canvas(options);
            for (auto* const canvas : {ours.get(), other.get()}) {
                canvas->stroke(path_of(column, 0), {.width = width, .join = join});
            }
            auto const a = ours->finish();
            auto const b = other->finish();
            CHECK(mean_difference(a, b) < 0.5);
            CHECK(largest_difference(a, b) < 32); // of 255: an eighth of a pixel's ink
        }
    }
}

TEST_CASE("cairo: pixels survive the way to a surface and back")
{
    Bitmap bitmap(3, 2);
    std::uint8_t value = 0;
    for (auto& byte : bitmap.pixels()) {
        byte = ++value;
    }
    auto const surface = new_surface(bitmap.view());
    auto const again = bitmap_of(*surface);
    CHECK(std::ranges::equal(again.view().pixels, bitmap.view().pixels));
}

// As MapServer 8.0.0, whose AGG fills the letters of symbols that have OUTLINECOLOR only.
TEST_CASE("cairo: the halo of a letter is hollow")
{
    Marker marker{.shape = square(2, 8), .fill = Brush{}, .outline = Pen{}, .is_halo = true};
    Point const place{0, 0};
    auto const canvas = page("");
    canvas->mark({&place, 1}, marker);
    CHECK(pixel(canvas->finish(), 5, 5) == Color{255, 255, 255});
    auto const agg = make_agg_canvas({.width = 20, .height = 20});
    agg->mark({&place, 1}, marker);
    CHECK(pixel(agg->finish(), 5, 5) == Color{0, 0, 0});
}

TEST_CASE("cairo: a group is blended as one image")
{
    auto const shape = square(2, 8);
    auto const canvas = page("");
    canvas->begin_group();
    canvas->fill(path_of(shape, 0), {});
    canvas->fill(path_of(shape, 0), {});
    canvas->end_group(0.4);
    CHECK(pixel(canvas->finish(), 5, 5) == Color{153, 153, 153});
}

TEST_CASE("cairo: an operator without a name in cairo is computed as on AGG")
{
    for (auto const op : {Operator::Minus, Operator::Contrast, Operator::InvertRgb,
                          Operator::Multiply, Operator::SrcIn, Operator::HslColor}) {
        CAPTURE(ms::image::name_of(op));
        auto const run = [&](Canvas& canvas) {
            auto const whole = square(0, 20);
            auto const part = square(5, 15);
            canvas.fill(path_of(whole, 0), {.color = {200, 150, 40}});
            canvas.begin_group();
            canvas.fill(path_of(part, 0), {.color = {60, 90, 220}});
            std::array const blends{Blend{.op = op, .opacity = 0.7}};
            canvas.end_group(blends);
            return pixel(canvas.finish(), 10, 10);
        };
        CHECK(run(*page("")) == run(*make_agg_canvas({.width = 20, .height = 20})));
    }
}

TEST_CASE("cairo: a mask removes the parts under its transparent pixels")
{
    for (auto const* const document : {"", "SVG"}) {
        auto const canvas = page(document);
        Bitmap mask(20, 20);
        mask.pixels()[(3 * 20 + 4) * 4 + 3] = 1;
        auto const whole = square(0, 20);
        canvas->begin_group();
        canvas->fill(path_of(whole, 0), {.color = {255, 0, 0}});
        canvas->mask_group(mask.view());
        canvas->end_group(1);
        if (std::string_view{document}.empty()) {
            auto const bitmap = canvas->finish();
            CHECK(pixel(bitmap, 4, 3) == Color{255, 0, 0});
            CHECK(pixel(bitmap, 5, 3) == Color{255, 255, 255});
        } else {
            CHECK(text_of(canvas->finish_document()).find("<mask") != std::string::npos);
        }
    }
}

TEST_CASE("cairo: an SVG contains lines, fills and dashes as shapes")
{
    auto const canvas = page("SVG", 100, 100);
    draw_scene(*canvas);
    auto const text = text_of(canvas->finish_document());
    CHECK(text.starts_with("<?xml"));
    CHECK(text.find("width=\"100px\" height=\"100px\" viewBox=\"0 0 100 100\"") !=
          std::string::npos);
    CHECK(text.find("stroke-dasharray:9,4;") != std::string::npos);
    CHECK(count(text, "stroke-linejoin:miter") >= 1);
    CHECK(text.find("<pattern") != std::string::npos);
}

TEST_CASE("cairo: a tile whose shapes are known stays shapes in documents")
{
    auto const canvas = page("SVG");
    Bitmap tile(4, 4);
    tile.pixels()[3] = 255;
    DrawTile const draw = [](Canvas& on) {
        auto const shape = square(0, 1);
        on.fill(path_of(shape, 0), {});
    };
    auto const area = square(2, 18);
    canvas->fill_tiled(path_of(area, 0), {tile.view(), draw}, 0, 0);
    canvas->fill_tiled(path_of(area, 0), {tile.view(), draw}, 0, 0);
    auto const text = text_of(canvas->finish_document());
    CHECK(text.find("data:image/png") == std::string::npos);
    CHECK(text.find("<pattern") != std::string::npos);
    CHECK(count(text, "M 0 0 L 1 0") == 1); // written once
}

TEST_CASE("cairo: a tile with a turned image is an image of the tile's size in documents")
{
    auto const canvas = page("SVG");
    Bitmap tile(4, 4);
    Bitmap large(16, 16);
    large.fill({10, 20, 30});
    DrawTile const draw = [&](Canvas& on) { on.draw_turned(large.view(), {.scale = 0.25}); };
    auto const area = square(2, 18);
    canvas->fill_tiled(path_of(area, 0), {tile.view(), draw}, 0, 0);
    auto const text = text_of(canvas->finish_document());
    CHECK(count(text, "<image") == 1);
    CHECK(text.find("width=\"4\" height=\"4\"") != std::string::npos);
    CHECK(text.find("width=\"16\"") == std::string::npos);
}

TEST_CASE("cairo: an image that is drawn twice is written once")
{
    auto const canvas = page("SVG");
    Bitmap image(4, 4);
    image.fill({10, 20, 30});
    canvas->draw_image(image.view(), {0, 0}, 1);
    auto const copy = image;
    canvas->draw_image(copy.view(), {8, 8}, 1);
    CHECK(count(text_of(canvas->finish_document()), "data:image/png") == 1);
}

TEST_CASE("cairo: the same drawing gives the same bytes, also with other threads drawing")
{
    for (auto const* const document : {"SVG", "PDF"}) {
        auto const draw = [&] {
            auto const canvas = page(document, 100, 100);
            draw_scene(*canvas);
            return canvas->finish_document();
        };
        auto const first = draw();
        std::vector<std::uint8_t> second;
        std::thread([&] { second = draw(); }).join();
        CHECK(first == second);
        CHECK(text_of(first).find("CreationDate") == std::string::npos);
    }
}

TEST_CASE("cairo: names in an SVG are counted anew; images and other text are left alone")
{
    std::string const svg = "<g id=\"surface20\"/><use xlink:href=\"#image7\"/>"
                            "<g mask=\"url(#surface20)\"/><b a=\"surface9x\">surface3</b>";
    auto const named =
        with_own_names({reinterpret_cast<std::uint8_t const*>(svg.data()), svg.size()});
    CHECK(text_of(named) == "<g id=\"surface0\"/><use xlink:href=\"#image1\"/>"
                            "<g mask=\"url(#surface0)\"/><b a=\"surface9x\">surface3</b>");
}

TEST_CASE("cairo: a blend that documents do not support keeps its colours")
{
    for (auto const* const document : {"SVG", "PDF"}) {
        auto const canvas = page(document);
        auto const whole = square(0, 20);
        canvas->fill(path_of(whole, 0), {.color = {200, 150, 40}});
        canvas->begin_group();
        canvas->fill(path_of(whole, 0), {.color = {60, 90, 220}});
        std::array const blends{Blend{.op = Operator::Minus}};
        canvas->end_group(blends);
        // The drawing below has become an image.
        auto const text = text_of(canvas->finish_document());
        CHECK((text.find("data:image/png") != std::string::npos ||
               text.find("/Subtype /Image") != std::string::npos));
    }
}

TEST_CASE("cairo: SVG symbols stay shapes in documents")
{
    std::string const source = "<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'>"
                               "<path d='M1 1 L9 1 L5 9 Z' fill='#123456'/></svg>";
    Svg const drawing({reinterpret_cast<std::uint8_t const*>(source.data()), source.size()});
    ms::image::Turn const turn{.scale = 1, .pivot_x = 5, .pivot_y = 5, .to_x = 10, .to_y = 10};
    auto const canvas = page("SVG");
    canvas->draw_svg(drawing, turn);
    auto const text = text_of(canvas->finish_document());
    CHECK(text.find("data:image") == std::string::npos);
    CHECK(text.find("fill:rgb(7.05") != std::string::npos);
    auto const pixels = page("");
    pixels->draw_svg(drawing, turn);
    CHECK(pixel(pixels->finish(), 10, 9) == Color{0x12, 0x34, 0x56});
}

TEST_CASE("cairo: drawings of an odd width are half a pixel to the right, as MapServer's")
{
    for (auto const* const side : {"10", "11"}) {
        std::string const source = std::string{"<svg xmlns='http://www.w3.org/2000/svg' width='"} +
                                   side + "' height='10'><path d='M0 0 H11 V10 H0 Z'/></svg>";
        Svg const drawing({reinterpret_cast<std::uint8_t const*>(source.data()), source.size()});
        auto const canvas = page("");
        canvas->draw_svg(
            drawing,
            {.scale = 1, .pivot_x = drawing.width() / 2, .pivot_y = 5, .to_x = 10, .to_y = 10});
        auto const pixels = canvas->finish();
        CHECK(pixel(pixels, 4, 10).red == 255);
        CHECK(pixel(pixels, 5, 10).red == 0);
    }
}

TEST_CASE("cairo: pixels and documents are not mixed up")
{
    CHECK_THROWS_AS((void)page("")->finish_document(), ms::Error);
    CHECK_THROWS_AS((void)page("SVG")->finish(), ms::Error);
    CHECK_THROWS_AS((void)make_cairo_canvas({.width = 0, .height = 5}), ms::Error);
    auto const canvas = page("");
    CHECK_THROWS_AS(canvas->end_group(1), ms::Error);
    canvas->begin_group();
    CHECK_THROWS_AS((void)canvas->finish(), ms::Error);
}

TEST_CASE("cairo: infinite, missing and absurd numbers draw something or nothing and never fail")
{
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double infinity = std::numeric_limits<double>::infinity();
    auto const shape =
        column_of({{{nan, 1}, {5, 5}, {infinity, -infinity}, {1e300, 2}, {5, nan}}, {}, {{1, 1}}});
    std::array const broken{2.0, nan};
    std::array const tiny{1e-9, 1e-9};
    std::array const empty{0.0, 0.0};
    for (auto const* const document : {"", "PDF", "SVG"}) {
        auto const canvas = page(document);
        for (double const width : {1e-300, 0.3, 7.0, 1e300, infinity, nan, -4.0}) {
            for (auto const dashes :
                 {std::span<double const>(broken), std::span<double const>(tiny),
                  std::span<double const>(empty)}) {
                canvas->stroke(
                    path_of(shape, 0),
                    {.width = width, .join = Join::Miter, .dashes = dashes, .dash_offset = nan});
            }
        }
        canvas->fill(path_of(shape, 0), {});
        canvas->draw_image({}, {0, 0}, 1);
        Bitmap image(1, 1);
        canvas->draw_image(image.view(), {nan, 0}, 1);
        canvas->draw_image(image.view(), {1e300, -1e300}, nan);
        if (std::string_view{document}.empty()) {
            CHECK(canvas->finish().width() == 20);
        } else {
            CHECK_FALSE(canvas->finish_document().empty());
        }
    }
}

// map2img 8.0.0 draws the ends and corners of such symbols round by CAIRO/PNG, straight by AGG/PNG.
TEST_CASE("cairo: symbols are always stroked with round caps and joins")
{
    auto const canvas = page("");
    auto const line = column_of({{{-4, 0}, {4, 0}}});
    Marker const marker{
        .shape = line,
        .fill = {},
        .outline = Pen{.color = {0, 0, 0, 255}, .width = 6, .cap = Cap::Butt, .join = Join::Miter}};
    canvas->mark(std::array{Point{10, 10}}, marker);
    auto const bitmap = canvas->finish();
    CHECK(pixel(bitmap, 4, 10).red < 100);  // beyond the end
    CHECK(pixel(bitmap, 3, 7).red > 200);   // but not in the corner
    CHECK(pixel(bitmap, 10, 12).red < 100); // half the width
}

// A million of them, which cairo strokes at once for ten seconds.
TEST_CASE("cairo: dashes that would take longer than the request may are refused before")
{
    test::ProcessorTime const time;
    ms::Deadline const deadline{ms::Deadline::Clock::now() + std::chrono::seconds{3}};
    ms::Budget budget{deadline, std::size_t{1} << 30U};
    auto const canvas = make_cairo_canvas({.width = 4000, .height = 100, .budget = &budget});
    GeometryColumn lines;
    for (int i = 0; i < 50; ++i) {
        lines.points.insert(lines.points.end(), {{0, 2.0 * i}, {4000, 2.0 * i + 1}});
        lines.end_ring();
    }
    std::array const dashes{0.1, 0.1};
    CHECK_THROWS_AS(
        canvas->stroke({lines, {0, 50}}, {.color = {9, 9, 9, 255}, .width = 1, .dashes = dashes}),
        ms::Error);
    CHECK(time.used() < std::chrono::seconds{8});
}
