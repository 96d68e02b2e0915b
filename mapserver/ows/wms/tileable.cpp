// SPDX-License-Identifier: MIT
#include "ows/wms/tileable.hpp"

#include "render/core/gdal_output.hpp"
#include "render/core/output.hpp"
#include "style/scaling.hpp"

#include <algorithm>

namespace ms::ows::wms {

namespace {

/// Larger images are drawn: their tiles would evict all others.
constexpr int largest_px = 2048;

/// Whether a layer is the same in each image of a place: its rows do not depend on the image, and
/// it has world coordinates.
bool is_part_of_any(mapfile::Layer const& layer)
{
    bool const looks_at_width = layer.min_geo_width > 0 || layer.max_geo_width > 0;
    bool const is_world = layer.transform == mapfile::Transform::True;
    return is_world && layer.max_features <= 0 && !looks_at_width && !layer.cluster && !layer.grid;
}

bool has_blends(render::VectorStep const& step)
{
    return std::ranges::any_of(step.blends, [](paint::Blend const& blend) {
        return blend.op != image::Operator::SrcOver;
    });
}

/// Lines and areas continue beyond the edge of an image, and so do labels that are the same in
/// every image.
bool reaches_out(render::VectorStep const& step)
{
    bool const has_labels =
        std::ranges::any_of(step.class_plans,
                            [](render::ClassPlan const& plan) { return !plan.labels.empty(); }) &&
        !step.has_world_labels;
    bool const has_filters = std::ranges::any_of(
        step.blends, [](paint::Blend const& blend) { return !blend.filters.empty(); });
    return has_labels || has_filters || step.kind == geometry::Kind::Point;
}

} // namespace

bool can_be_tiled(mapfile::Map const& map, Drawing const& drawing, render::Viewport const& view)
{
    bool const has_furniture = map.legend.status == mapfile::Status::Embed ||
                               map.scale_bar.status == mapfile::Status::Embed;
    return view.width <= largest_px && view.height <= largest_px && view.angle_rad == 0 &&
           !has_furniture && render::document_of(drawing.format).empty() &&
           !render::is_gdal_format(drawing.format) && !render::writes_features(drawing.format) &&
           std::ranges::all_of(*drawing.overrides.layers, [&](render::LayerChoice const& choice) {
               auto const& layer = map.layers[choice.layer];
               return !style::is_in_layer_scale(layer, view.scale_denominator) ||
                      is_part_of_any(layer);
           });
}

bool can_be_tiled(render::PlanState const& plan)
{
    return std::ranges::all_of(plan.steps, [](render::VectorStep const& step) {
        return step.max_drawn < 0 && step.query.max_features < 0 && is_part_of_any(step.layer);
    });
}

bool blends_with_background(render::PlanState const& plan)
{
    return std::ranges::any_of(plan.steps, has_blends);
}

bool needs_gutter(render::PlanState const& plan)
{
    return std::ranges::any_of(plan.steps, reaches_out);
}

} // namespace ms::ows::wms
