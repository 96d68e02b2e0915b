// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Draws parallel lines over a whole image.

#include "geometry/column.hpp"

namespace ms::paint {

/// Appends one feature of lines that cross a box.
/// \param spacing_px between the middles of neighbouring lines, > 0; at least 0.5
/// \param anchor one of the lines would pass through it; may lie outside the box
/// \param angle_rad of the lines, counter-clockwise as seen
void hatch(geometry::Box const& box, geometry::Point anchor, double spacing_px, double angle_rad,
           geometry::GeometryColumn& out);

} // namespace ms::paint
