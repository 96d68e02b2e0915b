// SPDX-License-Identifier: MIT
#include "paint/coverage_grid.hpp"

#include "paint/span_painters.hpp"
#include "paint/strip_stroker.hpp"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <random>
#include <vector>

using namespace ms::paint;
using ms::geometry::Point;
using ms::image::Bitmap;
using ms::image::Color;

namespace {

using EdgeLength = CoverageGrid::EdgeLength;

constexpr int side = 100;
constexpr Color blue{20, 40, 200, 180};

CoverageGrid::Gamma linear()
{
    CoverageGrid::Gamma gamma{};
    for (std::size_t i = 0; i < gamma.size(); ++i) {
        gamma[i] = static_cast<std::uint8_t>(i);
    }
    return gamma;
}

enum class Sweep { OneByOne, ByEight };

/// One grid draws all shapes, so that what a sweep leaves behind shows in the next.
class Drawing {
public:
    explicit Drawing(Sweep sweep) : m_sweep(sweep), m_bitmap(side, side, Color{255, 250, 240, 255})
    {}

    /// \param add  adds the shape to the grid
    template <typename Add>
    void draw(int left, int top, int width, int height, Add const& add)
    {
        m_grid.begin(left, top, width, height);
        add(m_grid);
        SpanPainter const painter(m_bitmap, blue);
        if (m_sweep == Sweep::ByEight) {
            m_grid.sweep_by_eight(EightPainter{painter});
        } else {
            static auto const gamma = linear();
            m_grid.sweep(FillRule::NonZero, gamma, painter);
        }
    }
    [[nodiscard]] Bitmap const& bitmap() const { return m_bitmap; }

private:
    Sweep m_sweep;
    Bitmap m_bitmap;
    CoverageGrid m_grid;
};

bool are_same(Drawing const& a, Drawing const& b)
{
    return std::ranges::equal(a.bitmap().view().pixels, b.bitmap().view().pixels);
}

/// A zigzag within a box, which winds around some pixels more than once.
std::vector<Point> zigzag(std::mt19937& random, int left, int top, int width, int height)
{
    std::uniform_real_distribution<double> share{0, 1};
    std::vector<Point> points;
    for (auto count = 3 + random() % 9; count > 0; --count) {
        points.push_back({left + width * share(random), top + height * share(random)});
    }
    return points;
}

/// The part of a convex polygon on one side of a line x = limit or y = limit (Sutherland & Hodgman
/// 1974, doi:10.1145/360767.360802).
std::vector<Point> clipped(std::vector<Point> const& polygon, double Point::*axis, double limit,
                           double side_of_limit)
{
    std::vector<Point> inside;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        auto const& a = polygon[i];
        auto const& b = polygon[(i + 1) % polygon.size()];
        double const from = (a.*axis - limit) * side_of_limit;
        double const to = (b.*axis - limit) * side_of_limit;
        if (from >= 0) {
            inside.push_back(a);
        }
        if ((from > 0 && to < 0) || (from < 0 && to > 0)) {
            double const t = from / (from - to);
            inside.push_back({a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)});
        }
    }
    return inside;
}

/// How much of a pixel a convex polygon covers: the area of what is left of it there.
double covered_part(std::vector<Point> polygon, int x, int y)
{
    polygon = clipped(polygon, &Point::x, x, 1);
    polygon = clipped(polygon, &Point::x, x + 1, -1);
    polygon = clipped(polygon, &Point::y, y, 1);
    polygon = clipped(polygon, &Point::y, y + 1, -1);
    double twice = 0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        auto const& a = polygon[i];
        auto const& b = polygon[(i + 1) % polygon.size()];
        twice += a.x * b.y - b.x * a.y;
    }
    return std::abs(twice) / 2;
}

/// Black on white, in a grid of its own.
Bitmap drawn_black(std::vector<Point> const& polygon, int width, int height, EdgeLength length)
{
    static auto const gamma = linear();
    Bitmap bitmap(width, height, Color{255, 255, 255, 255});
    CoverageGrid grid;
    grid.begin(0, 0, width, height);
    grid.add_contour(polygon, {}, length);
    grid.sweep(FillRule::NonZero, gamma, SpanPainter(bitmap, Color{0, 0, 0, 255}));
    return bitmap;
}

void check_areas(std::vector<Point> const& polygon, int width, int height, EdgeLength length)
{
    auto const bitmap = drawn_black(polygon, width, height, length);
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            auto const at = static_cast<std::size_t>(y * width + x) * 4;
            double const darkness = 255 - bitmap.view().pixels[at];
            CAPTURE(x);
            CAPTURE(y);
            // Each of two edges is cut off at 1/256 pixels, and so is their sum.
            REQUIRE(std::abs(darkness - 255 * covered_part(polygon, x, y)) <= 3);
        }
    }
}

} // namespace

TEST_CASE("coverage grid: a triangle's pixels are as dark as their covered part is large")
{
    // On whole, half and 1/256 pixels, so that edges run through corners of pixels, along their
    // sides, and end there; narrow and wide grids.
    std::mt19937 random{1987};
    for (int const fractions : {1, 2, 256}) {
        for (int i = 0; i < 2000; ++i) {
            int const width = 1 + static_cast<int>(random() % 40);
            int const height = 1 + static_cast<int>(random() % 12);
            std::vector<Point> triangle;
            for (int corner = 0; corner < 3; ++corner) {
                auto const place = [&](int size) {
                    auto const most = static_cast<unsigned>(size * fractions);
                    return static_cast<double>(random() % (most + 1)) / fractions;
                };
                triangle.push_back({place(width), place(height)});
            }
            CAPTURE(fractions);
            CAPTURE(i);
            for (auto const length : {EdgeLength::Short, EdgeLength::Long}) {
                check_areas(triangle, width, height, length);
            }
        }
    }
}

TEST_CASE("coverage grid: edges as long as a grid can be stay exact")
{
    constexpr int length = 1 << 17; // pixels
    for (auto const edges : {EdgeLength::Short, EdgeLength::Long}) {
        check_areas({{0, 0}, {length, 1}, {0, 1}}, length, 1, edges);
        check_areas({{length, 0}, {length, 1}, {0, 1}}, length, 1, edges);
        check_areas({{0, 0}, {1, length}, {0, length}}, 1, length, edges);
        check_areas({{1, 0}, {1, length}, {0, length}}, 1, length, edges);
    }
}

TEST_CASE("coverage grid: swept by eight, any outline has the same pixels")
{
    std::mt19937 random{1};
    Drawing one_by_one{Sweep::OneByOne};
    Drawing by_eight{Sweep::ByEight};
    for (int i = 0; i < 3000; ++i) {
        int const width = 1 + static_cast<int>(random() % side); // also more than 64 cells of a row
        int const height = 1 + static_cast<int>(random() % 12);
        int const left = static_cast<int>(random() % static_cast<unsigned>(side - width + 1));
        int const top = static_cast<int>(random() % static_cast<unsigned>(side - height + 1));
        auto const outline = zigzag(random, left, top, width, height);
        auto const add = [&](CoverageGrid& grid) {
            grid.add_contour(outline, {}, EdgeLength::Long);
        };
        one_by_one.draw(left, top, width, height, add);
        by_eight.draw(left, top, width, height, add);
        CAPTURE(i);
        REQUIRE(are_same(one_by_one, by_eight));
    }
}

TEST_CASE("coverage grid: swept by eight, edges on the border of the grid draw nothing beyond it")
{
    for (int const width : {1, 7, 8, 9, 63, 64, 65}) {
        for (int const left : {0, 5, side - width}) {
            std::vector<Point> const all{{static_cast<double>(left), 10},
                                         {static_cast<double>(left + width), 10},
                                         {static_cast<double>(left + width), 13},
                                         {static_cast<double>(left), 13}};
            Drawing one_by_one{Sweep::OneByOne};
            Drawing by_eight{Sweep::ByEight};
            auto const add = [&](CoverageGrid& grid) {
                grid.add_contour(all, {}, EdgeLength::Long);
            };
            one_by_one.draw(left, 10, width, 3, add);
            by_eight.draw(left, 10, width, 3, add);
            CAPTURE(width);
            CAPTURE(left);
            CHECK(are_same(one_by_one, by_eight));
        }
    }
}

TEST_CASE("coverage grid: short edges, four at a time, have the pixels of those added one by one")
{
    // Edges of less than a pixel and some that are longer, in numbers that four does not divide; in
    // places on sides and corners of pixels, where edges end and turn back.
    std::mt19937 random{2};
    for (int i = 0; i < 5000; ++i) {
        int const width = 1 + static_cast<int>(random() % 24);
        int const height = 1 + static_cast<int>(random() % 12);
        auto const steps = random() % 2 == 0 ? 4.0 : 256.0;
        std::vector<Point> outline{{width / 2.0, height / 2.0}};
        for (auto count = 2 + random() % 30; count > 0; --count) {
            auto const longest = static_cast<int>(random() % 8 == 0 ? 3 * steps : steps);
            auto const moved = [&](double from, int most) {
                auto const range = static_cast<unsigned>(2 * longest + 1);
                return std::clamp(from + (static_cast<int>(random() % range) - longest) / steps,
                                  0.0, static_cast<double>(most));
            };
            outline.push_back({moved(outline.back().x, width), moved(outline.back().y, height)});
        }
        CAPTURE(i);
        auto const one_by_one = drawn_black(outline, width, height, EdgeLength::Long);
        auto const by_four = drawn_black(outline, width, height, EdgeLength::Short);
        // The walk from pixel to pixel rounds a part of an edge by one where it meets both sides.
        for (std::size_t k = 0; k < by_four.view().pixels.size(); ++k) {
            REQUIRE(std::abs(by_four.view().pixels[k] - one_by_one.view().pixels[k]) <= 1);
        }
    }
}
