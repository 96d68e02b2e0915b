// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Divides the edges that clipping made along the sides of a box.

#include "geometry/column.hpp"
#include "geometry/types.hpp"

namespace ms::geometry {

/// Copies a column, with points on the edges of polygons that lie on a side of a box: a straight
/// edge becomes a chord in another CRS, where the side is bent, and cuts off what is between them.
/// \param max_step between two points, along x and y; in the units of the column
/// \param out cleared
void divide_cut_edges(GeometryColumn const& in, Box const& box, Point max_step,
                      GeometryColumn& out);

} // namespace ms::geometry
