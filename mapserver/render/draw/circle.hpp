// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Makes the circles of layers of TYPE CIRCLE.

#include "geometry/column.hpp"

namespace ms::render {

/// Makes a circle of every line of two points, which are opposite corners of its bounding box; the
/// width counts (as in MapServer 8.0.0). Any other geometry becomes a feature of Kind::None.
/// \param lines  pixels
/// \param circles cleared, then as many features: polygons within 1/8 pixel of the circle
void to_circles(geometry::GeometryColumn const& lines, geometry::GeometryColumn& circles);

} // namespace ms::render
