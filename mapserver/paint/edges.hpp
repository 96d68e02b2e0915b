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
    double cells = 0; ///< crossings of edges and pixels
};

/// \param offset  added to all vertices
/// \param window  only the part inside is counted; ignores vertices that are not finite; edges that
/// leave it are moved to its border
[[nodiscard]] EdgePixels count_edge_pixels(Path const& path, geometry::Point offset,
                                           geometry::Box const& window);

} // namespace ms::paint
