// SPDX-License-Identifier: MIT
#include "render/draw/cell_grids.hpp"

#include <cmath>

namespace ms::render {

namespace {

std::pair<std::pair<int, int>, std::pair<int, int>> key_of(raster::Window const& window)
{
    return {{window.x, window.y}, {window.width, window.height}};
}

/// A power of two that is not larger. Files of one pixel size share a grid, although their own
/// tolerances differ by rounding; sizes are often round numbers, so the steps are not.
double rounded_down(double tolerance)
{
    constexpr double beside_round_numbers = 0.3;
    return std::exp2(std::floor(std::log2(tolerance) + beside_round_numbers) -
                     beside_round_numbers);
}

} // namespace

std::span<geometry::Point const> CellGrids::measured(raster::Window const& window,
                                                     std::vector<geometry::Point> const& points)
{
    auto const [found, is_new] = m_measured.try_emplace(key_of(window), points);
    if (is_new) {
        m_exact.forward(found->second);
    }
    return found->second;
}

crs::ApproximateTransformation& CellGrids::approximate(raster::Window const& window,
                                                       geometry::Box const& box, double tolerance)
{
    constexpr std::size_t at_once = 0; // a cell's part must not decide how exact it is
    auto const used = rounded_down(tolerance);
    return m_grids
        .try_emplace({key_of(window), used},
                     crs::ApproximateTransformation{m_exact, box, used, at_once})
        .first->second;
}

std::size_t CellGrids::kept_bytes() const noexcept
{
    std::size_t bytes = 0;
    for (auto const& [key, points] : m_measured) {
        bytes += points.size() * sizeof(geometry::Point);
    }
    for (auto const& [key, grid] : m_grids) {
        bytes += grid.kept_bytes();
    }
    return bytes;
}

} // namespace ms::render
