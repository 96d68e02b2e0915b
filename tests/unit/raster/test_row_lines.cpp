// SPDX-License-Identifier: MIT
#include "raster/row_lines.hpp"

#include "raster/resample.hpp"

#include <doctest/doctest.h>

#include <random>

using namespace ms::raster;
using ms::geometry::Point;

namespace {

/// Of all pixels of a part; -1 where a line does not show the window.
std::vector<std::int32_t> found_by_lines(std::vector<RowLine> const& lines, Window const& window,
                                         int width)
{
    std::vector<std::int32_t> found;
    for (auto const& line : lines) {
        std::vector<std::int32_t> row(static_cast<std::size_t>(width), -1);
        indices_of(line, window,
                   std::span{row}.subspan(static_cast<std::size_t>(line.begin),
                                          static_cast<std::size_t>(line.end - line.begin)));
        found.insert(found.end(), row.begin(), row.end());
    }
    return found;
}

/// The same from positions, one by one.
std::vector<std::int32_t> found_by_positions(Patch const& patch, Window const& part, Point to_level,
                                             Size level, Window const& window)
{
    std::vector<Point> positions;
    for (int row = part.y; row < part.y + part.height; ++row) {
        for (int column = part.x; column < part.x + part.width; ++column) {
            auto const at = patch.at(column, row);
            positions.push_back({at.x * to_level.x, at.y * to_level.y});
        }
    }
    std::vector<std::int32_t> found(positions.size());
    nearest_indices(window, level, positions, found);
    return found;
}

} // namespace

TEST_CASE("row lines: every pixel of a patch is the one at its position")
{
    std::mt19937 random{7};
    std::uniform_real_distribution<double> place{-60.0, 160.0};
    Size const level{100, 90};
    int shown = 0;
    for (int i = 0; i < 200; ++i) {
        auto const point = [&] { return Point{place(random), place(random)}; };
        Patch const patch{point(), point(), point(), point(), 64};
        Window const part{3, 5, 40, 50};
        std::vector<RowLine> lines;
        REQUIRE(lines_of(patch, part, {{0, 0}, {0.5, 0.75}, level}, lines));
        REQUIRE(lines.size() == 50);
        auto const window = window_of(lines);
        auto const expected = found_by_positions(patch, part, {0.5, 0.75}, level, window);
        CHECK(found_by_lines(lines, window, part.width) == expected);
        shown += static_cast<int>(expected.size() -
                                  static_cast<std::size_t>(std::ranges::count(expected, -1)));
    }
    CHECK(shown > 50'000);
}

TEST_CASE("row lines: the parts of a patch agree with the whole of it")
{
    Patch const patch{{0.1, 0.2}, {70.3, 3.3}, {-2.2, 64.7}, {66.6, 71.1}, 64};
    Size const level{300, 300};
    std::vector<RowLine> whole;
    REQUIRE(lines_of(patch, {0, 0, 64, 64}, {{0, 0}, {1, 1}, level}, whole));
    std::vector<RowLine> part;
    REQUIRE(lines_of(patch, {40, 20, 10, 30}, {{0, 0}, {1, 1}, level}, part));
    for (std::size_t row = 0; row < part.size(); ++row) {
        auto const& of_whole = whole[row + 20];
        REQUIRE(part[row].end - part[row].begin == 10);
        CHECK(part[row].x == of_whole.x + of_whole.dx * (40 - of_whole.begin));
        CHECK(part[row].y == of_whole.y + of_whole.dy * (40 - of_whole.begin));
    }
}

TEST_CASE("row lines: rounding errors do not take positions off a border")
{
    constexpr double error = 1e-8;
    Size const level{100, 100};
    std::vector<RowLine> lines;
    for (double const moved : {-error, 0.0, error}) {
        Patch const patch{{4 + moved, 7 + moved},
                          {8 + moved, 7 + moved},
                          {4 + moved, 11 + moved},
                          {8 + moved, 11 + moved},
                          4};
        REQUIRE(lines_of(patch, {0, 0, 4, 4}, {{0, 0}, {1, 1}, level}, lines));
        auto const window = window_of(lines);
        CHECK(window.x == 4);
        CHECK(window.y == 7);
        CHECK(window.width == 4);
        CHECK(window.height == 4);
    }
}

TEST_CASE("row lines: what whole numbers cannot hold is left to others")
{
    std::vector<RowLine> lines;
    Patch const far{{0, 0}, {1e12, 0}, {0, 1}, {1e12, 1}, 64};
    CHECK(!lines_of(far, {0, 0, 64, 64}, {{0, 0}, {1, 1}, {100, 100}}, lines));
    Patch const beside{{-500, 0}, {-400, 0}, {-500, 100}, {-400, 100}, 64};
    REQUIRE(lines_of(beside, {0, 0, 64, 64}, {{0, 0}, {1, 1}, {100, 100}}, lines));
    CHECK(window_of(lines).is_empty());
}
