// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Moves vertices onto a grid, exactly as PostGIS does on their way through TWKB.

#include "geometry/column.hpp"

#include <cstddef>

namespace ms::geometry {

/// The points that integers stand for: multiples of `step` from `origin`.
struct Grid {
    double step = 1;
    Point origin{};
};

/// What comes of the last feature of a column, without Z, by
/// ST_AsTWKB(ST_TransScale(shape, -origin.x, -origin.y, 1 / step, 1 / step), 0), read and put back
/// into its units: the same bits, as long as the integers have at most 53.
/// \param fewest vertices of a ring, of which others that equal the one before them are left out; 2
/// for linestrings, 4 for rings of polygons
void snap_last_feature(GeometryColumn& column, Grid const& grid, std::size_t fewest);

} // namespace ms::geometry
