// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Maps the coordinates of a layer to the image, with the tolerance it needs.

#include "geometry/affine.hpp"
#include "geometry/pixel_projector.hpp"
#include "render/plan/plan_state.hpp"
#include "style/fill_pattern.hpp"
#include "style/ogr_class.hpp"

#include <optional>
#include <vector>

namespace ms::render {

/// From map coordinates, or from those of TRANSFORM, to pixels.
[[nodiscard]] geometry::Affine affine_of(VectorStep const& step, Viewport const& view);

/// The box to which geometries are clipped, in pixels.
[[nodiscard]] geometry::Box clip_box(VectorStep const& step, Viewport const& view);
/// The same where a style of the step does not need whole shapes, although others may.
[[nodiscard]] geometry::Box visible_box(VectorStep const& step, Viewport const& view);
/// The same for the features of each class, as MapServer cuts them: dashes and symbols are counted
/// from where a line is cut, and labels stand in the middle of the remaining part. Empty if all
/// classes are cut the same way.
[[nodiscard]] std::vector<geometry::Box> clip_boxes_of_classes(VectorStep const& step,
                                                               Viewport const& view);

/// The map's own image.
[[nodiscard]] style::ImageSize image_of(PlanState const& plan);

/// Hatches of a layer with COMPOSITE or MASK, and of a mask, begin at the corner of the image; in a
/// document only those of a mask.
[[nodiscard]] style::ImageSize image_of(VectorStep const& step, PlanState const& plan);

/// PROCESSING APPROXIMATION_SCALE: FULL disables thinning.
[[nodiscard]] geometry::Thinning thinning_of(mapfile::Layer const& layer);

/// The box of the query and a small margin, so that no cut edge is visible; in the layer's CRS.
[[nodiscard]] geometry::Box cutting_box(VectorStep const& step);

/// The distance of points on the sides of the cutting box from which their image in the map looks
/// bent as it is; nullopt if straight sides do, or nothing is cut.
[[nodiscard]] std::optional<geometry::Point> cut_edge_step(VectorStep const& step,
                                                           Viewport const& view);

/// In units of the map. PROCESSING "REPROJECTION=EXACT" transforms every vertex with PROJ;
/// otherwise a tenth of a pixel is enough.
[[nodiscard]] double tolerance_of(VectorStep const& step, Viewport const& view);

/// What the styles mean that the features of a layer bring (STYLEITEM).
[[nodiscard]] style::OgrContext ogr_context_of(mapfile::Layer const& layer, Viewport const& view);

/// Width of the world in pixels where lines of the layer go on beyond the edge of the map's CRS
/// (180 degrees): systems whose own edge lies elsewhere, as those around a pole. 0: they end there.
[[nodiscard]] double world_turn(VectorStep const& step, Viewport const& view);

} // namespace ms::render
