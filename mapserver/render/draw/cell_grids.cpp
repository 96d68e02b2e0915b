// SPDX-License-Identifier: MIT
#include "render/draw/cell_grids.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

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

/// Whether interpolation in the block's cells is exact, as measured in its four quarters.
bool is_smooth(crs::ApproximateTransformation::Lattice const& images, int width, double tolerance)
{
    // Cells are half as wide, which makes their error a quarter; half the tolerance, since few
    // places are compared.
    constexpr double of_quarter = 4 * 0.5;
    double const side = 2.0 * width / CellGrids::Block::cells;
    for (std::size_t row = 0; row < 2; ++row) {
        for (std::size_t column = 0; column < 2; ++column) {
            auto const& corner = images.at(2 * column, 2 * row);
            auto const& right = images.at(2 * column + 2, 2 * row);
            auto const& up = images.at(2 * column, 2 * row + 2);
            double const pixel = std::min(std::hypot(right.x - corner.x, right.y - corner.y),
                                          std::hypot(up.x - corner.x, up.y - corner.y)) /
                                 side;
            if (!std::isfinite(pixel) || !(images.error_of_cell(column, row) <=
                                           of_quarter * tolerance * pixel)) { // NaN is not
                return false;
            }
        }
    }
    return true;
}

} // namespace

CellGrids::Block const& CellGrids::block(raster::Window const& window, geometry::Box const& box,
                                         double tolerance_px)
{
    auto const known = m_blocks.find(key_of(window));
    if (known != m_blocks.end()) {
        return known->second;
    }
    Block block{.images = {m_exact, box, Block::cells}};
    block.is_smooth = is_smooth(block.images, window.width, tolerance_px);
    return m_blocks.emplace(key_of(window), std::move(block)).first->second;
}

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
    std::size_t bytes =
        m_blocks.size() * (Block::cells + 1) * (Block::cells + 1) * sizeof(geometry::Point);
    for (auto const& [key, points] : m_measured) {
        bytes += points.size() * sizeof(geometry::Point);
    }
    for (auto const& [key, grid] : m_grids) {
        bytes += grid.kept_bytes();
    }
    return bytes;
}

} // namespace ms::render
