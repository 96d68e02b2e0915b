// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// What the plan of a map needs to become a vector tile.

#include "feature/schema.hpp"
#include "render/core/mvt_output.hpp"
#include "render/plan/plan_state.hpp"

namespace ms::render {

/// The same part of the world and scale, with a unit of the tile in place of a pixel: coordinates
/// of the tile count from its upper left corner.
[[nodiscard]] Viewport tile_view(Viewport const& view, MvtFormat const& format);

/// Whether a layer has features that a tile can contain: not rasters, charts, circles, and images
/// of other servers, which MapServer leaves out as well.
[[nodiscard]] bool has_tile_features(mapfile::Layer const& layer) noexcept;

/// The type of an attribute in a tile: gml_<item>_type, else the source's by gml_types, else text.
[[nodiscard]] feature::FieldType tile_type_of(mapfile::Layer const& layer,
                                              feature::Field const& field);

} // namespace ms::render
