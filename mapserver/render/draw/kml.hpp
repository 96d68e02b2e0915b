// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes a map as KML or KMZ.

#include "render/core/services.hpp"
#include "render/plan/plan_state.hpp"

#include <cstdint>
#include <vector>

namespace ms::render {

/// The layers of a plan with `kml`: features as placemarks, rasters as GroundOverlays that refer to
/// the map's WMS. \throws Error{Source} naming the layer, Error{Limit}, Error{BadMapfile} for a
/// raster layer in a map without *_onlineresource
[[nodiscard]] std::vector<std::uint8_t> write_kml(PlanState const& plan, Services const& services);

} // namespace ms::render
