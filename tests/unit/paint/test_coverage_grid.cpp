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

} // namespace

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
        auto const add = [&](CoverageGrid& grid) { grid.add_contour(outline, {}); };
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
            auto const add = [&](CoverageGrid& grid) { grid.add_contour(all, {}); };
            one_by_one.draw(left, 10, width, 3, add);
            by_eight.draw(left, 10, width, 3, add);
            CAPTURE(width);
            CAPTURE(left);
            CHECK(are_same(one_by_one, by_eight));
        }
    }
}
