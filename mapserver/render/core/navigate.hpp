// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Computes extents around a place, larger or smaller, for zooming buttons and scripts.

#include "geometry/types.hpp"
#include "mapfile/model/common.hpp"

#include <optional>

namespace ms::render {

/// Map coordinates of a pixel of an image that shows `extent` from edge to edge; y counts down.
[[nodiscard]] geometry::Point from_pixel(geometry::Point pixel, mapfile::Size size,
                                         geometry::Box const& extent) noexcept;

/// \param factor 2: half as much of the world; -2: twice as much; 0, 1 and -1: only moved
[[nodiscard]] geometry::Box zoomed(geometry::Box const& extent, geometry::Point center,
                                   int factor) noexcept;

/// A box of a size around a point.
[[nodiscard]] geometry::Box box_around(geometry::Point center, double width,
                                       double height) noexcept;

/// Moved, then cut, so that it lies inside `limit`.
[[nodiscard]] geometry::Box kept_within(geometry::Box extent, geometry::Box const& limit) noexcept;

/// Grown on one axis to square pixels. \param size pixels, both > 0
[[nodiscard]] geometry::Box with_square_pixels(geometry::Box const& extent,
                                               mapfile::Size size) noexcept;

} // namespace ms::render
