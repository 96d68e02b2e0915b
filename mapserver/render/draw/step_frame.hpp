// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Where the coordinates of a layer lie in the image, and how exactly they are taken there.

#include "geometry/affine.hpp"
#include "geometry/pixel_projector.hpp"
#include "render/plan/plan_state.hpp"
#include "style/fill_pattern.hpp"

#include <vector>

namespace ms::render {

/// From the coordinates of the map, or from those that TRANSFORM says, to pixels.
[[nodiscard]] geometry::Affine affine_of(VectorStep const& step, Viewport const& view);

/// What is kept of the geometries, in pixels.
[[nodiscard]] geometry::Box clip_box(VectorStep const& step, Viewport const& view);
/// The same for the features of each class, as MapServer cuts them: dashes and symbols are counted
/// from where a line is cut, and labels stand in the middle of what is left. Empty when all are
/// cut alike.
[[nodiscard]] std::vector<geometry::Box> clip_boxes_of_classes(VectorStep const& step,
                                                               Viewport const& view);

[[nodiscard]] style::ImageSize image_of(Viewport const& view);

/// PROCESSING APPROXIMATION_SCALE: FULL keeps every vertex.
[[nodiscard]] geometry::Thinning thinning_of(mapfile::Layer const& layer);

/// What the query asks for and a little more, so that no edge of the cut shows; in the layer's CRS.
[[nodiscard]] geometry::Box cutting_box(VectorStep const& step);

/// In units of the map. PROCESSING "REPROJECTION=EXACT" asks PROJ for every vertex; otherwise a
/// tenth of a pixel is good enough.
[[nodiscard]] double tolerance_of(VectorStep const& step, Viewport const& view);

} // namespace ms::render
