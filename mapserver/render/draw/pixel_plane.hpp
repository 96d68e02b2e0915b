// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A linear stand-in for the positions of a cell's pixels in a raster file.

#include "geometry/types.hpp"
#include "raster/band.hpp"

#include <optional>

namespace ms::render {

/// Base pixels of the file, by columns and rows of a cell.
struct PixelPlane {
    geometry::Point origin; ///< of the upper left pixel
    geometry::Point right;  ///< to the next column
    geometry::Point down;   ///< to the next row
    double deviation;       ///< of the true positions from these
};

/// Columns and rows of a cell beside which no pixel shows the file.
/// \param turn_px 360 degrees in base pixels; 0: longitudes do not begin again
/// \param cell_px sides of the cell
/// \returns nullopt if that cannot be said
[[nodiscard]] std::optional<geometry::Box> seen_part(PixelPlane const& plane, raster::Size size,
                                                     double turn_px, int cell_px);

} // namespace ms::render
