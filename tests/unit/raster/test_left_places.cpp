// SPDX-License-Identifier: MIT
#include "raster/left_places.hpp"

#include "raster/resample.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

using namespace ms::raster;
using ms::geometry::Point;

namespace {

constexpr Size base_size{1000, 900};
constexpr Size level_size{500, 450};
constexpr int side = 64;

/// The pixels of a window of the level, position by position.
std::vector<std::int32_t> found_by_positions(Patch const& patch, ReducedAxis const& x,
                                             ReducedAxis const& y, Window const& window)
{
    std::vector<Point> positions;
    for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side; ++column) {
            auto const at = patch.at(column, row);
            positions.push_back({x.at(at.x) * level_size.width / base_size.width,
                                 y.at(at.y) * level_size.height / base_size.height});
        }
    }
    std::vector<std::int32_t> found(positions.size());
    nearest_indices(window, level_size, positions, found);
    return found;
}

} // namespace

TEST_CASE("left places: every pixel of a patch shows the middle of its part of the file")
{
    std::mt19937 random{11};
    std::uniform_real_distribution<double> corner{0, 250};
    std::uniform_real_distribution<double> part_px{1.2, 9};
    std::uniform_real_distribution<double> oblong{0.9, 1};
    for (int i = 0; i < 100; ++i) {
        Point const at{300 + corner(random), 250 + corner(random)};
        auto const near = [&](double right, double down) {
            return Point{at.x + right + corner(random) / 20, at.y + down + corner(random) / 20};
        };
        Patch const patch{near(0, 0), near(200, 20), near(-20, 200), near(180, 220), side};
        double const part = part_px(random);
        ReducedAxis const x{at.x - 50, at.x + 250, part, base_size.width};
        ReducedAxis y{at.y - 50, at.y + 250, part, base_size.height};
        y.count_by(y.step() * oblong(random));
        std::vector<RowLine> lines;
        REQUIRE(lines_of(patch, {0, 0, side, side},
                         {{x.begin(), y.begin()},
                          {1 / x.counted_step(), 1 / y.counted_step()},
                          {x.count(), y.count()}},
                         lines));
        if (!std::ranges::all_of(
                lines, [](RowLine const& line) { return line.end - line.begin == side; })) {
            continue; // `y` counts fewer pixels than it covers
        }
        LeftPlaces const places{x, y, base_size, level_size};
        auto const window = places.window_of(lines);
        std::vector<std::int32_t> found(std::size_t{side} * side);
        for (std::size_t row = 0; row < lines.size(); ++row) {
            places.indices_of(lines[row], window, std::span{found}.subspan(row * side, side));
        }
        CHECK(found == found_by_positions(patch, x, y, window));
    }
}

TEST_CASE("left places: no line, no window")
{
    ReducedAxis const axis{100, 400, 3, base_size.width};
    CHECK(LeftPlaces{axis, axis, base_size, level_size}.window_of({}).is_empty());
}
