// SPDX-License-Identifier: MIT
#include "render/draw/cell_patch.hpp"

#include <cmath>

namespace ms::render {

raster::Window CellPatch::within_cell(raster::Window const& of_image) const noexcept
{
    return {of_image.x - m_cell.x, of_image.y - m_cell.y, of_image.width, of_image.height};
}

geometry::Point CellPatch::pixel_size() const noexcept
{
    int const half = m_cell.width / 2;
    auto const middle = m_corners.at(half, half);
    auto const right = m_corners.at(half + 1, half);
    auto const down = m_corners.at(half, half + 1);
    return {std::abs(right.x - middle.x) + std::abs(down.x - middle.x),
            std::abs(right.y - middle.y) + std::abs(down.y - middle.y)};
}

void CellPatch::positions(raster::Window const& of_image, std::vector<geometry::Point>& out) const
{
    out.resize(of_image.pixels());
    auto* to = out.data();
    auto const part = within_cell(of_image);
    int const side = m_cell.width;
    for (int row = part.y; row < part.y + part.height; ++row) {
        auto const left = m_corners.at(0, row);
        auto const right = m_corners.at(side, row);
        geometry::Point const step{(right.x - left.x) / side, (right.y - left.y) / side};
        for (int column = part.x; column < part.x + part.width; ++column) {
            *to++ = {left.x + step.x * column, left.y + step.y * column};
        }
    }
}

bool CellPatch::is_within_columns(raster::Window const& of_image, int columns) const
{
    auto const part = within_cell(of_image);
    for (int const column : {part.x, part.x + part.width}) {
        for (int const row : {part.y, part.y + part.height}) {
            auto const at = m_corners.at(column, row);
            if (!(at.x >= 0 && at.x < columns)) {
                return false;
            }
        }
    }
    return true;
}

bool CellPatch::lines(raster::Window const& of_image, raster::LineUnits const& units,
                      std::vector<raster::RowLine>& out) const
{
    return raster::lines_of(m_corners, within_cell(of_image), units, out);
}

} // namespace ms::render
