// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Chooses the level of a raster that is read for an image, and the window of it.

#include "geometry/types.hpp"
#include "raster/band.hpp"

#include <span>

namespace ms::raster {

/// The coarsest level that is at least as fine as the pixels of the image.
/// \param levels the base level first; its factor is 1, those of others follow from real widths
/// \param ratio size of an image pixel / size of a base pixel, of the finer axis
/// \returns an index into `levels`
[[nodiscard]] std::size_t choose_level(std::span<Size const> levels, double ratio) noexcept;

/// The whole pixels that cover a box, grown by a margin and cut to the level.
/// \param box in pixels of the level, y down
/// \param margin pixels that a kernel reads around a position
[[nodiscard]] Window window_around(geometry::Box const& box, int margin, Size level) noexcept;

/// The number of blocks that a window intersects.
[[nodiscard]] std::size_t count_blocks(Window const& window, Size block) noexcept;

} // namespace ms::raster
