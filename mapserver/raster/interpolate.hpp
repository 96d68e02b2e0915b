// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Linear interpolation between the four pixels around a position.

#include "geometry/types.hpp"
#include "raster/band.hpp"

#include <span>

namespace ms::raster {

/// The value between the centres of four pixels (the first pixel's centre is at (0.5, 0.5)); those
/// at the edge of the grid extend beyond it. NaN means no value and has no weight. The terms are
/// added in MapServer's order, so that whole numbers cut off from sums are its numbers, too.
///
/// \param values of `part` of the grid, which holds the four pixels \param grid pixels of all of it
/// \param at on the grid \returns NaN without values
[[nodiscard]] double interpolate(std::span<double const> values, Window const& part, Size grid,
                                 geometry::Point at) noexcept;

/// The pixels that interpolate() reads, of positions on the grid. Empty without positions.
[[nodiscard]] Window window_between(std::span<geometry::Point const> positions, Size grid) noexcept;

} // namespace ms::raster
