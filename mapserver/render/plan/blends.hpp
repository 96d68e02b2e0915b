// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Plans how a layer is put on the map: COMPOSITE.

#include "mapfile/model/map.hpp"
#include "paint/canvas.hpp"

#include <vector>

namespace ms::render {

/// The layer's COMPOSITE blocks; empty when it is simply drawn on the map.
/// \throws Error{BadMapfile} with the place of an unknown COMPOP or COMPFILTER
[[nodiscard]] std::vector<paint::Blend> blends_of(mapfile::Map const& map,
                                                  mapfile::Layer const& layer);

/// One COMPOSITE with OPACITY 0: the layer is not drawn at all, regardless of other blocks.
[[nodiscard]] bool is_blended_away(mapfile::Layer const& layer) noexcept;

} // namespace ms::render
