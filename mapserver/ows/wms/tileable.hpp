// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Which maps can be put together of tiles: those of which a part of a larger image equals the
/// image itself.

#include "mapfile/model/map.hpp"
#include "ows/wms/drawing.hpp"
#include "render/core/viewport.hpp"
#include "render/plan/plan_state.hpp"

namespace ms::ows::wms {

/// By what is known before the map is planned.
[[nodiscard]] bool can_be_tiled(mapfile::Map const& map, Drawing const& drawing,
                                render::Viewport const& view);
/// By its layers as they are drawn.
[[nodiscard]] bool can_be_tiled(render::PlanState const& plan);

/// Whether a layer looks different without what is below it, so that tiles must have a background.
[[nodiscard]] bool blends_with_background(render::PlanState const& plan);
/// Whether something extends beyond the edge of the image that it lies in. Lines and areas go on in
/// the next one, and so do labels that are the same in every image.
[[nodiscard]] bool needs_gutter(render::PlanState const& plan);

} // namespace ms::ows::wms
