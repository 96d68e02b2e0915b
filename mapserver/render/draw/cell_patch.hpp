// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Positions of a cell's pixels in a raster file, interpolated between the cell's corners.

#include "raster/band.hpp"
#include "raster/row_lines.hpp"

#include <vector>

namespace ms::render {

/// The pixels of one cell of a reprojected image, as base pixels of a file. Parts of it are given
/// in pixels of the image.
class CellPatch {
public:
    /// \param corners base pixels \param cell in pixels of the image, of corners.side a side
    CellPatch(raster::Patch const& corners, raster::Window const& cell)
        : m_corners(corners), m_cell(cell)
    {}

    [[nodiscard]] raster::Patch const& corners() const noexcept { return m_corners; }

    /// Size of a pixel in the middle of the cell, in base pixels along both axes of the file.
    [[nodiscard]] geometry::Point pixel_size() const noexcept;

    /// Of the pixels of a part, row by row.
    void positions(raster::Window const& of_image, std::vector<geometry::Point>& out) const;

    /// Whether the corners of a part, so all that is between them, lie in columns of the file.
    [[nodiscard]] bool is_within_columns(raster::Window const& of_image, int columns) const;

    /// The rows of a part as lines through the file. \returns false if they are no lines
    [[nodiscard]] bool lines(raster::Window const& of_image, raster::LineUnits const& units,
                             std::vector<raster::RowLine>& out) const;

private:
    [[nodiscard]] raster::Window within_cell(raster::Window const& of_image) const noexcept;

    raster::Patch m_corners;
    raster::Window m_cell;
};

} // namespace ms::render
