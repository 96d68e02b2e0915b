// SPDX-License-Identifier: MIT
#include "raster/level.hpp"

#include <algorithm>
#include <cmath>

namespace ms::raster {

namespace {

/// A ratio that misses the factor of an overview by rounding only still takes it.
constexpr double tolerance = 1.001;

int clamped(double value, int size) noexcept
{
    return static_cast<int>(std::clamp(value, 0.0, static_cast<double>(size)));
}

} // namespace

std::size_t choose_level(std::span<Size const> levels, double ratio) noexcept
{
    std::size_t chosen = 0;
    double chosen_factor = 1;
    for (std::size_t i = 1; i < levels.size(); ++i) {
        double const factor = static_cast<double>(levels[0].width) / levels[i].width;
        if (factor <= ratio * tolerance && factor > chosen_factor) {
            chosen = i;
            chosen_factor = factor;
        }
    }
    return chosen;
}

Window window_around(geometry::Box const& box, int margin, Size level) noexcept
{
    int const x = clamped(std::floor(box.min_x) - margin, level.width);
    int const y = clamped(std::floor(box.min_y) - margin, level.height);
    // A position on the border between two pixels needs the second one.
    int const end_x = clamped(std::floor(box.max_x) + 1 + margin, level.width);
    int const end_y = clamped(std::floor(box.max_y) + 1 + margin, level.height);
    return {x, y, end_x - x, end_y - y};
}

std::size_t count_blocks(Window const& window, Size block) noexcept
{
    if (window.is_empty() || block.width <= 0 || block.height <= 0) {
        return 0;
    }
    auto const touched = [](int begin, int length, int size) {
        int const count = (begin + length - 1) / size - begin / size + 1;
        return static_cast<std::size_t>(count);
    };
    return touched(window.x, window.width, block.width) *
           touched(window.y, window.height, block.height);
}

} // namespace ms::raster
