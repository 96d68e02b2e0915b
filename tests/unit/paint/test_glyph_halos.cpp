// SPDX-License-Identifier: MIT
#include "paint/glyph_halos.hpp"

#include "paint/agg_canvas.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>

using namespace ms::paint;
using ms::image::Bitmap;

namespace {

ms::text::Font const& font()
{
    static ms::text::Font const sans{"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"};
    return sans;
}

/// Letters of the font by number, one of them twice, turned more and more.
GlyphRun letters(double size_px)
{
    GlyphRun run{.glyphs = {}, .size_px = size_px};
    double angle = 0;
    double x = size_px;
    for (auto const id : {36U, 69U, 37U, 69U, 3U}) { // A b B b and a blank
        run.glyphs.push_back({&font(), id, {x, 2.3 * size_px}, angle});
        x += 0.9 * size_px;
        angle += 0.3;
    }
    return run;
}

constexpr GlyphInk ink{.fill = ms::image::Color{200, 0, 0, 255},
                       .halo = ms::image::Color{0, 0, 160, 255},
                       .halo_width = 1.5};

std::unique_ptr<Canvas> white_canvas(double size_px)
{
    auto const side = static_cast<int>(6 * size_px);
    return make_agg_canvas({.width = side, .height = side, .background = {255, 255, 255, 255}});
}

/// The largest difference of a channel.
int difference(Bitmap const& a, Bitmap const& b)
{
    auto const one = a.view().pixels;
    auto const other = b.view().pixels;
    int largest = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(a.width() * a.height()) * 4; ++i) {
        largest = std::max(largest, std::abs(one[i] - other[i]));
    }
    return largest;
}

} // namespace

TEST_CASE("glyph halos: text looks as if each halo were stroked in its place")
{
    for (double const size_px : {12.0, 40.0}) {
        auto const kept = white_canvas(size_px);
        auto const stroked = white_canvas(size_px);
        auto const run = letters(size_px);
        kept->glyphs(run, ink);
        stroked->Canvas::glyphs(run, ink);
        auto const expected = stroked->finish();
        CHECK(difference(kept->finish(), expected) <= 8); // arcs of turned letters begin elsewhere
        CHECK(difference(white_canvas(size_px)->finish(), expected) > 200);
    }
}

TEST_CASE("glyph halos: each size and width has its own")
{
    GlyphHalos halos;
    auto const letter = letters(12).glyphs.front();
    auto const width_of = [&](double size_px, double width) {
        ms::geometry::Box box;
        for (auto const point : halos.of(letter, size_px, width).points) {
            box.extend(point);
        }
        return box.width();
    };
    auto const narrow = width_of(12, 1);
    CHECK(width_of(12, 3) == doctest::Approx(narrow + 4).epsilon(0.01));
    CHECK(width_of(24, 1) == doctest::Approx(2 * (narrow - 2) + 2).epsilon(0.01));
    CHECK(width_of(12, 1) == narrow);
}

TEST_CASE("glyph halos: blanks have no halos, and text of blanks draws nothing")
{
    GlyphHalos halos;
    auto run = letters(12);
    run.glyphs = {run.glyphs.back()};
    CHECK(halos.of(run.glyphs.front(), 12, 1).points.empty());
    auto const canvas = white_canvas(12);
    canvas->glyphs(run, ink);
    CHECK(difference(canvas->finish(), white_canvas(12)->finish()) == 0);
}

TEST_CASE("glyph halos: the next image has those of the one before")
{
    GlyphHalos first;
    GlyphHalos next;
    auto const letter = letters(12).glyphs.front();
    CHECK(&first.of(letter, 12, 1) == &next.of(letter, 12, 1));
    CHECK(&first.of(letter, 12, 1) != &next.of(letter, 12, 2));
}
