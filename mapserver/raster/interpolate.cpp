// SPDX-License-Identifier: MIT
#include "raster/interpolate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ms::raster {

namespace {

/// Two neighbours along one axis.
struct Pair {
    int first = 0;
    int second = 0;
    double share = 0; ///< of the second

    Pair(double at, int count) noexcept
    {
        double const low = std::floor(at - 0.5);
        share = at - 0.5 - low;
        first = std::clamp(static_cast<int>(low), 0, count - 1);
        second = std::clamp(static_cast<int>(low) + 1, 0, count - 1);
    }
};

bool is_on(geometry::Point at, Size grid) noexcept
{
    return at.x >= 0 && at.y >= 0 && at.x < grid.width && at.y < grid.height; // false for NaN
}

} // namespace

double interpolate(std::span<double const> values, Window const& part, Size grid,
                   geometry::Point at) noexcept
{
    if (!is_on(at, grid)) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    Pair const x{at.x, grid.width};
    Pair const y{at.y, grid.height};
    double sum = 0;
    double weights = 0;
    auto const add = [&](int column, int row, double weight) {
        auto const index =
            static_cast<std::size_t>(row - part.y) * static_cast<std::size_t>(part.width) +
            static_cast<std::size_t>(column - part.x);
        if (!std::isnan(values[index])) {
            sum += weight * values[index];
            weights += weight;
        }
    };
    add(x.first, y.first, (1 - x.share) * (1 - y.share));
    add(x.second, y.first, x.share * (1 - y.share));
    add(x.first, y.second, (1 - x.share) * y.share);
    add(x.second, y.second, x.share * y.share);
    return weights == 0 ? std::numeric_limits<double>::quiet_NaN() : sum / weights;
}

Window window_between(std::span<geometry::Point const> positions, Size grid) noexcept
{
    int left = grid.width;
    int top = grid.height;
    int right = -1;
    int bottom = -1;
    for (auto const& at : positions) {
        if (is_on(at, grid)) {
            Pair const x{at.x, grid.width};
            Pair const y{at.y, grid.height};
            left = std::min(left, x.first);
            right = std::max(right, x.second);
            top = std::min(top, y.first);
            bottom = std::max(bottom, y.second);
        }
    }
    return {left, top, right - left + 1, bottom - top + 1};
}

} // namespace ms::raster
