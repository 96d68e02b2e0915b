// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Estimates what it costs to fill the edges of a path.

#include "paint/canvas.hpp"

namespace ms::paint {

/// Pixels along the edges of a path, counted from above: rasterizers hold a cell for each, or an
/// entry for each row.
struct EdgePixels {
    double rows = 0;  ///< of all edges together
    double cells = 0; ///< where an edge crosses a pixel
};

/// \param offset  added to all vertices
/// \param window  only what lies in it is counted; vertices that are not finite
///                are left out; of edges that lead out of it, what is left when
///                they are drawn along its border
[[nodiscard]] EdgePixels count_edge_pixels(Path const& path, geometry::Point offset,
                                           geometry::Box const& window);

} // namespace ms::paint
