// SPDX-License-Identifier: MIT
// Lines, which the canvas puts straight into a grid, beside the outlines that AGG's stroker
// and rasterizer make of them.
#include "paint/agg_canvas.hpp"
#include "paint/dash.hpp"
#include "paint/strip_stroker.hpp"
#include "paint/stroker.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <random>
#include <vector>

using namespace ms::paint;
using ms::geometry::GeometryColumn;
using ms::geometry::Kind;
using ms::geometry::Point;
using ms::image::Bitmap;

namespace {

constexpr int cell_px = 40; ///< of a line; the canvas has ten by ten
constexpr int canvas_px = 10 * cell_px;

std::unique_ptr<Canvas> white_canvas()
{
    // Without the gamma of fills.
    return make_agg_canvas(
        {.width = canvas_px, .height = canvas_px, .background = {255, 255, 255, 255}, .gamma = 1});
}

class Random {
public:
    double between(double low, double high)
    {
        return std::uniform_real_distribution{low, high}(m_source);
    }
    int below(int end) { return std::uniform_int_distribution{0, end - 1}(m_source); }

private:
    std::mt19937 m_source{2015};
};

/// A line of 2 to 40 points: smooth, crooked, turning back on itself, or with repeated points.
std::vector<Point> random_line(Random& random, Point middle)
{
    auto const inside = [](double v, double centre) {
        return std::clamp(v, centre - cell_px / 2.0 + 2, centre + cell_px / 2.0 - 2);
    };
    std::vector<Point> line{{middle.x + random.between(-9, 9), middle.y + random.between(-9, 9)}};
    double const step = std::exp(random.between(std::log(0.05), std::log(15)));
    double const turn = random.between(0, std::numbers::pi);
    double angle = random.between(0, 2 * std::numbers::pi);
    for (int n = 1 + random.below(39); n > 0; --n) {
        angle += random.between(-turn, turn);
        bool const is_level = random.below(8) == 0;
        bool const is_repeated = random.below(12) == 0;
        double const length = is_repeated ? 0 : step * random.between(0.3, 1.5);
        auto const& at = line.back();
        line.push_back({inside(at.x + length * std::cos(angle), middle.x),
                        inside(at.y + (is_level ? 0 : length * std::sin(angle)), middle.y)});
    }
    if (random.below(3) == 0) {
        line.push_back(line.front());
    }
    return line;
}

GeometryColumn column_of(std::vector<Point> const& line)
{
    GeometryColumn column;
    column.points = line;
    column.end_ring();
    column.end_part();
    column.end_feature(Kind::Line);
    return column;
}

/// What AGG draws: rings of no size in two corners make the shape too large for a CoverageGrid.
void stroke_by_agg(Canvas& canvas, std::vector<Point> const& line, Pen const& pen)
{
    GeometryColumn dashed = column_of(line);
    if (!pen.dashes.empty()) {
        dashed.clear();
        dash(line, pen.dashes, pen.dash_offset, {0, 0, canvas_px, canvas_px}, dashed);
    }
    GeometryColumn outline;
    Stroker stroker;
    stroker.set_pen(pen, ThinLines::Plain);
    for (std::size_t ring = 0; ring < dashed.ring_ends.size(); ++ring) {
        stroker.append_outline(dashed.ring(ring), outline);
    }
    for (double const corner : {0.0, static_cast<double>(canvas_px)}) {
        outline.points.insert(outline.points.end(), 2, {corner, corner});
        outline.end_ring();
    }
    canvas.fill({outline, {0, static_cast<std::uint32_t>(outline.ring_ends.size())}},
                {.color = pen.color, .rule = FillRule::NonZero});
}

struct Differences {
    std::size_t painted = 0; ///< pixels that either has painted
    std::size_t large = 0;   ///< of these, more than 8 levels apart
    int largest = 0;

    void add(Bitmap const& one, Bitmap const& other)
    {
        auto const a = one.view().pixels, b = other.view().pixels;
        for (std::size_t i = 0; i < a.size(); i += 4) {
            int difference = 0;
            for (std::size_t k = i; k < i + 4; ++k) {
                difference = std::max(difference, std::abs(a[k] - b[k]));
            }
            painted += a[i] != 255 || b[i] != 255 ? 1U : 0U;
            large += difference > 8 ? 1U : 0U;
            largest = std::max(largest, difference);
        }
    }
};

/// Of lines from narrow to wide, pixels.
Differences draw_both(double narrow, double wide, bool has_dashes)
{
    constexpr std::array pattern{3.0, 2.0};
    Random random;
    Differences differences;
    for (int canvas = 0; canvas < 20; ++canvas) {
        auto const ours = white_canvas(), agg = white_canvas();
        for (int cell = 0; cell < 100; ++cell) {
            auto const line =
                random_line(random, {cell_px * (cell % 10 + 0.5), cell_px * (cell / 10 + 0.5)});
            Pen pen;
            auto const alpha = random.below(2) == 0 ? 255 : random.below(256);
            pen.color = {10, 90, 200, static_cast<std::uint8_t>(alpha)};
            pen.width = random.below(2) == 0 ? wide : random.between(narrow, wide);
            pen.cap = static_cast<Cap>(random.below(4));
            pen.join = static_cast<Join>(random.below(4)); // miters of wide lines are AGG's
            if (has_dashes) {
                pen.dashes = pattern;
            }
            auto const column = column_of(line);
            ours->stroke(path_of(column, 0), pen);
            stroke_by_agg(*agg, line, pen);
        }
        differences.add(ours->finish(), agg->finish());
    }
    return differences;
}

} // namespace

TEST_CASE("strip stroker: lines look as AGG draws them, with any caps, joins and opacities")
{
    auto const differences = draw_both(0.1, 1, false);
    MESSAGE("of " << differences.painted << " pixels " << differences.large
                  << " differ by more than 8, the largest by " << differences.largest);
    CHECK(differences.painted > 100000);
    CHECK(static_cast<double>(differences.large) <=
          0.001 * static_cast<double>(differences.painted));
    CHECK(differences.largest <= 8);
}

TEST_CASE("strip stroker: wide lines look as AGG draws them, with any caps, joins and opacities")
{
    for (double const wide : {2.5, 6.0, 11.0}) {
        for (bool const has_dashes : {false, true}) {
            auto const differences = draw_both(1.01, wide, has_dashes);
            CAPTURE(wide);
            CAPTURE(has_dashes);
            MESSAGE("of " << differences.painted << " pixels " << differences.large
                          << " differ by more than 8, the largest by " << differences.largest);
            CHECK(differences.painted > 100000);
            CHECK(differences.largest <= 8);
        }
    }
}

TEST_CASE("strip stroker: dashed lines are drawn as before")
{
    auto const differences = draw_both(0.1, 1, true);
    CHECK(differences.painted > 50000);
    CHECK(differences.large == 0);
}

TEST_CASE("strip stroker: a line of no length, and points that are not finite, paint nothing")
{
    auto const canvas = white_canvas();
    auto const blank = white_canvas()->finish();
    auto const stroke = [&](std::vector<Point> const& line) {
        auto const column = column_of(line);
        canvas->stroke(path_of(column, 0), {.width = 1});
    };
    stroke({{5, 5}, {5, 5}, {5, 5 + 1e-5}});
    stroke({{NAN, 5}, {7, NAN}});
    stroke({{NAN, 5}, {INFINITY, 5}, {7, 7}});
    stroke({});
    auto const drawn = canvas->finish();
    CHECK(std::ranges::equal(drawn.view().pixels, blank.view().pixels));
}

TEST_CASE("strip stroker: a level or upright line covers what its box covers")
{
    CoverageGrid grid;
    StripStroker stroker;
    stroker.set_pen({.width = 0.5});
    CHECK(stroker.reach_px() >= 0.25);
    auto const canvas = white_canvas();
    auto const column = column_of({{2, 3.5}, {6, 3.5}});
    canvas->stroke(path_of(column, 0), {.width = 0.5});
    auto const drawn = canvas->finish();
    auto const darkness = [&](int x, int y) {
        return 255 - drawn.view().pixels[static_cast<std::size_t>(y * canvas_px + x) * 4];
    };
    for (int x = 2; x < 6; ++x) {
        CHECK(std::abs(darkness(x, 3) - 128) <= 1);
    }
    CHECK(darkness(1, 3) == 0);
    CHECK(darkness(6, 3) == 0);
    CHECK(darkness(3, 2) == 0);
}

TEST_CASE("strip stroker: pens may alternate, also more of them than are kept")
{
    std::vector<Point> const line{{2, 3}, {5, 9}, {11, 8}, {11, 2}};
    StripStroker all;
    for (int i = 0; i < 100; ++i) {
        Pen const pen{.width = 1.0 + i % 7 + i / 4,
                      .cap = i % 3 == 0 ? Cap::Square : Cap::Round,
                      .join = i % 2 == 0 ? Join::Round : Join::Bevel};
        StripStroker one;
        one.set_pen(pen);
        all.set_pen(pen);
        CAPTURE(i);
        CHECK(all.reach_px() == one.reach_px());
        auto const same = [](CoverageGrid::Corners const& a, CoverageGrid::Corners const& b) {
            return a.left == b.left && a.right == b.right;
        };
        CHECK(std::ranges::equal(all.corners(line), one.corners(line), same));
    }
}
