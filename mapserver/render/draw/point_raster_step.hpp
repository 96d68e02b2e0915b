// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Draws a raster that is computed from points.

#include "paint/canvas.hpp"
#include "render/core/services.hpp"
#include "render/plan/plan_state.hpp"

namespace ms::render {

/// CONNECTION names the layer with the points, or a GROUP of such; SIZE of the first style of the
/// class that takes a point is its weight, without one it is 1. The classes of the step colour
/// the bytes. \throws LayerError, Error{Limit}
void draw_point_raster_step(PlanState const& plan, VectorStep const& step, Services const& services,
                            paint::Canvas& canvas);

} // namespace ms::render
