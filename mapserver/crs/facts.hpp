// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds out what the rest of the server needs to know of a CRS.

#include "crs/proj_thread.hpp"
#include "crs/world_edge.hpp"

namespace ms::crs {

struct Facts {
    bool is_geographic = false;
    bool is_axis_inverted = false; ///< north, east
    double meters_per_unit = 1;    ///< of a geographic CRS: per degree of the equator
    WorldEdge world_edge;
};

/// The part of a CRS that has axes: the horizontal one, without towgs84 around it. Null: none has.
[[nodiscard]] Projection horizontal(pj_ctx* context, Projection crs);

/// \param crs with axes
[[nodiscard]] Facts facts_of(pj_ctx* context, PJconsts const* crs);

/// Whether the authority has the axes in the order north, east.
[[nodiscard]] bool is_axis_inverted(pj_ctx* context, PJconsts const* crs);

} // namespace ms::crs
