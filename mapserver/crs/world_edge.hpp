// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The edge of a CRS that shows the whole world.

namespace ms::crs {

/// The edge of a CRS that shows all longitudes: features slightly beyond it are drawn on the other
/// side of the world.
struct WorldEdge {
    bool is_worldwide = false;
    /// The edge is the meridians x = -meridian and x = meridian, in units of the CRS; 0: another
    /// line (Equal Earth). Geographic: the poles are at half of it.
    double meridian = 0;
};

} // namespace ms::crs
