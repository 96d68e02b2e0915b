// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Drawing one raster layer.

#include "paint/canvas.hpp"
#include "render/plan_state.hpp"
#include "render/services.hpp"

namespace ms::render {

/// Reads what shows of the files of a layer and draws it as one image, later files over earlier
/// ones. Memory is bounded, whatever the size of the files: large windows are read in parts.
/// \throws LayerError when a file cannot be read, Error{Limit} when the deadline has passed
void draw_raster_step(PlanState const& plan, VectorStep const& step, Services const& services,
                      paint::Canvas& canvas);

} // namespace ms::render
