// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parallel lines all over a picture.

#include "geometry/column.hpp"

namespace ms::paint {

/// Appends one feature of lines that cross a box.
/// \param spacing_px between the middles of neighbouring lines, > 0; below 0.5 counts as 0.5
/// \param angle_rad of the lines, counter-clockwise as seen; one of them goes through (0, height -
/// 1)
void hatch(geometry::Box const& box, double spacing_px, double angle_rad,
           geometry::GeometryColumn& out);

} // namespace ms::paint
