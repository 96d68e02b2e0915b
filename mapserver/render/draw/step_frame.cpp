// SPDX-License-Identifier: MIT
#include "render/draw/step_frame.hpp"

#include "base/string.hpp"
#include "crs/transformation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ms::render {

namespace {

/// TRANSFORM other than TRUE: coordinates are pixels from a corner, an edge or the middle, which is
/// a whole pixel as in MapServer: of images of an even width UC lies one before the others.
geometry::Point pixel_origin(mapfile::Transform transform, Viewport const& view)
{
    double const right = view.width - 1;
    double const bottom = view.height - 1;
    double const middle_x = std::floor(view.width / 2.0);
    double const middle_y = std::floor(view.height / 2.0);
    using enum mapfile::Transform;
    switch (transform) {
    case UC:
        return {std::floor(right / 2), 0};
    case UR:
        return {right, 0};
    case CL:
        return {0, middle_y};
    case CC:
        return {middle_x, middle_y};
    case CR:
        return {right, middle_y};
    case LL:
        return {0, bottom};
    case LC:
        return {middle_x, bottom};
    case LR:
        return {right, bottom};
    case True:
    case False:
    case UL:
        break;
    }
    return {0, 0};
}

/// It ends in the centres of the outermost pixels, or where these end.
geometry::Box extent_in_pixels(Viewport const& view) noexcept
{
    double const last = view.counts_from_edges ? 0 : 1;
    return {0, 0, view.width - last, view.height - last};
}

} // namespace

geometry::Affine affine_of(VectorStep const& step, Viewport const& view)
{
    if (step.layer.transform == mapfile::Transform::True) {
        return geometry::world_to_pixel(view.extent, view.cell_size_x, view.cell_size_y);
    }
    // Like the extent, pixel coordinates count from the middle of the corner pixels.
    double const width = view.width - 1;
    double const height = view.height - 1;
    auto const origin = pixel_origin(step.layer.transform, view);
    bool const is_share = step.layer.units == mapfile::Units::Percentages;
    return {.scale_x = is_share ? width : 1,
            .scale_y = is_share ? height : 1,
            .shift_x = origin.x,
            .shift_y = origin.y};
}

geometry::Box clip_box(VectorStep const& step, Viewport const& view)
{
    // Transforms need the ends and the bounds of lines.
    return step.needs_whole_shapes ? geometry::unbounded : visible_box(step, view);
}

geometry::Box visible_box(VectorStep const& step, Viewport const& view)
{
    auto const extent = extent_in_pixels(view);
    if (step.kind != geometry::Kind::Point) {
        return extent.grown(step.clip_px);
    }
    // As MapServer, for symbols of any size; maps made of tiles show symbols that reach into them.
    return extent.grown(step.layer.transform == mapfile::Transform::True
                            ? std::max<double>(view.edge_buffer, step.label_buffer_px)
                            : step.reach_px + 2);
}

std::vector<geometry::Box> clip_boxes_of_classes(VectorStep const& step, Viewport const& view)
{
    bool const is_one = std::ranges::all_of(
        step.class_plans, [&](ClassPlan const& plan) { return plan.clip_px == step.clip_px; });
    bool const is_whole = step.needs_whole_shapes && !step.needs_both_shapes;
    if (is_one || is_whole || step.kind == geometry::Kind::Point || step.style_column >= 0) {
        return {};
    }
    std::vector<geometry::Box> boxes;
    for (auto const& plan : step.class_plans) {
        boxes.push_back(extent_in_pixels(view).grown(plan.clip_px));
    }
    return boxes;
}

style::ImageSize image_of(PlanState const& plan)
{
    auto const& view = plan.viewport;
    return {view.width, view.height,
            geometry::world_to_pixel(view.extent, view.cell_size_x,
                                     view.cell_size_y)(geometry::Point{0, 0})};
}

style::ImageSize image_of(VectorStep const& step, PlanState const& plan)
{
    auto const& view = plan.viewport;
    bool const is_document = !plan.canvas_options.document.empty();
    bool const is_laid_on = step.mask || !step.layer.compositors.empty();
    // As MapServer, where images that are laid on the map's know nothing of its EXTENT.
    if (step.is_mask || (is_laid_on && !is_document)) {
        return {.width = view.width, .height = view.height, .origin = {}};
    }
    return image_of(plan);
}

double world_turn(VectorStep const& step, Viewport const& view)
{
    double const meridian = view.crs.world_edge().meridian;
    if (!step.is_reprojected || step.kind != geometry::Kind::Line || !(meridian > 0)) {
        return 0;
    }
    // Places on both sides of the edge that are neighbours in the layer.
    constexpr int places = 9;
    constexpr double inside = 1e-4; // farther than datums differ
    std::vector<geometry::Point> points;
    for (int i = 1; i <= places; ++i) {
        double const y = meridian * (i / (places + 1.0) - 0.5) * (view.crs.is_geographic() ? 1 : 2);
        points.push_back({-meridian * (1 - inside), y});
        points.push_back({meridian * (1 - inside), y});
        points.push_back({-meridian * (1 - 100 * inside), y});
    }
    crs::Transformation{step.layer_crs, view.crs}.inverse(points);
    for (std::size_t i = 0; i < points.size(); i += 3) {
        auto const distance = [&](std::size_t a, std::size_t b) {
            return std::hypot(points[a].x - points[b].x, points[a].y - points[b].y);
        };
        if (distance(i, i + 1) < distance(i, i + 2)) { // false where there is no image
            return 2 * meridian / view.cell_size_x;
        }
    }
    return 0;
}

geometry::Thinning thinning_of(mapfile::Layer const& layer)
{
    auto const value = layer.processing_value("APPROXIMATION_SCALE");
    return value && equals_ignoring_case(*value, "FULL") ? geometry::Thinning::None
                                                         : geometry::Thinning::Pixel;
}

geometry::Box cutting_box(VectorStep const& step)
{
    return step.query.box && !step.query.whole
               ? step.query.box->grown((8 + step.clip_px) * step.query.pixel_size)
               : geometry::unbounded;
}

namespace {

/// How far the image of a side of the box is from a straight line, in units of the map. Infinite
/// where a part of it has no image.
double bend_of(geometry::Point start, geometry::Point end, crs::Transformation const& to_map)
{
    constexpr std::size_t steps = 8;
    std::array<geometry::Point, steps + 1> images;
    for (std::size_t i = 0; i <= steps; ++i) {
        double const t = static_cast<double>(i) / steps;
        images[i] = {std::lerp(start.x, end.x, t), std::lerp(start.y, end.y, t)};
    }
    if (to_map.forward(images) > 0) {
        return std::numeric_limits<double>::infinity();
    }
    auto const& a = images.front();
    double const dx = images.back().x - a.x;
    double const dy = images.back().y - a.y;
    double const length = std::hypot(dx, dy);
    double bend = 0;
    for (auto const& p : images) {
        bend = std::max(bend, length > 0 ? std::abs((p.x - a.x) * dy - (p.y - a.y) * dx) / length
                                         : std::hypot(p.x - a.x, p.y - a.y));
    }
    return bend;
}

} // namespace

std::optional<geometry::Point> cut_edge_step(VectorStep const& step, Viewport const& view)
{
    auto const box = cutting_box(step);
    if (!step.is_reprojected || step.kind != geometry::Kind::Polygon || !step.query.box ||
        step.query.whole) {
        return std::nullopt;
    }
    crs::Transformation const to_map{step.layer_crs, view.crs};
    std::array<geometry::Point, 5> const corners{{{box.min_x, box.min_y},
                                                  {box.max_x, box.min_y},
                                                  {box.max_x, box.max_y},
                                                  {box.min_x, box.max_y},
                                                  {box.min_x, box.min_y}}};
    double bend = 0;
    for (std::size_t i = 0; i + 1 < corners.size(); ++i) {
        bend = std::max(bend, bend_of(corners[i], corners[i + 1], to_map));
    }
    // The box is 8 pixels larger than what is visible. A chord over 1 / n of an arc is n^2 times
    // as near to it.
    constexpr double visible_px = 4;
    constexpr double most_pieces = 64;
    double const bend_px = bend / std::max(view.cell_size_x, view.cell_size_y);
    if (bend_px <= visible_px) {
        return std::nullopt;
    }
    double const pieces = std::min(most_pieces, 2 * std::ceil(std::sqrt(bend_px / visible_px)));
    return geometry::Point{box.width() / pieces, box.height() / pieces};
}

double tolerance_of(VectorStep const& step, Viewport const& view)
{
    auto const wish = step.layer.processing_value("REPROJECTION");
    bool const is_exact = wish && equals_ignoring_case(*wish, "EXACT");
    return is_exact || !step.query.box || step.query.whole
               ? 0
               : 0.1 * std::min(view.cell_size_x, view.cell_size_y);
}

style::OgrContext ogr_context_of(mapfile::Layer const& layer, Viewport const& view)
{
    bool const is_polygon = layer.type == mapfile::LayerType::Polygon;
    bool const is_auto = equals_ignoring_case(layer.style_item, "AUTO");
    return {is_polygon ? style::Pens::AreOutlines : style::Pens::AreLines,
            std::max(view.cell_size_x, view.cell_size_y) * view.resolution / view.def_resolution,
            is_auto ? style::StyleTexts::OfOgr : style::StyleTexts::OfAll};
}

} // namespace ms::render
