// SPDX-License-Identifier: MIT
#include "render/draw/composite.hpp"

#include "base/error.hpp"
#include "paint/agg_canvas.hpp"
#include "render/draw/cascade_step.hpp"
#include "render/draw/raster_step.hpp"
#include "render/draw/vector_step.hpp"
#include "source/registry.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ms::render {

namespace {

[[noreturn]] void refuse(mapfile::Map const& map, mapfile::Layer const& layer,
                         mapfile::Compositor const& compositor, std::string_view keyword,
                         std::string_view value)
{
    throw Error{ErrorKind::BadMapfile,
                fmt::format("{}: layer \"{}\": {} \"{}\" is unknown", map.where(compositor.at),
                            layer.name, keyword, value)};
}

paint::Blend blend_of(mapfile::Map const& map, mapfile::Layer const& layer,
                      mapfile::Compositor const& compositor)
{
    paint::Blend blend{.opacity = compositor.opacity / 100.0};
    if (!compositor.comp_op.empty()) {
        auto const op = image::find_operator(compositor.comp_op);
        if (!op) {
            refuse(map, layer, compositor, "COMPOP", compositor.comp_op);
        }
        blend.op = *op;
    }
    for (auto const& text : compositor.filters) {
        auto const filter = image::parse_filter(text);
        if (!filter) {
            refuse(map, layer, compositor, "COMPFILTER", text);
        }
        blend.filters.push_back(*filter);
    }
    return blend;
}

bool is_plain(paint::Blend const& blend) noexcept
{
    return blend.op == image::Operator::SrcOver && blend.opacity >= 1 && blend.filters.empty();
}

} // namespace

std::vector<paint::Blend> blends_of(mapfile::Map const& map, mapfile::Layer const& layer)
{
    std::vector<paint::Blend> blends;
    for (auto const& compositor : layer.compositors) {
        blends.push_back(blend_of(map, layer, compositor));
    }
    if (blends.size() == 1 && is_plain(blends.front())) {
        blends.clear();
    }
    return blends;
}

bool is_blended_away(mapfile::Layer const& layer) noexcept
{
    return layer.compositors.size() == 1 && layer.compositors.front().opacity <= 0;
}

void draw_composited(std::vector<paint::Blend> const& blends, image::Bitmap const* mask,
                     paint::Canvas& canvas, std::function<void()> const& draw)
{
    if (blends.empty() && mask == nullptr) {
        draw();
        return;
    }
    canvas.begin_group();
    draw();
    if (mask != nullptr) {
        canvas.mask_group(mask->view());
    }
    if (blends.empty()) {
        canvas.end_group(1);
    } else {
        canvas.end_group(blends);
    }
}

MaskSheet::MaskSheet(PlanState const& plan, Services const& services)
    : m_plan(plan), m_services(services), m_masks(plan.masks.size())
{}

image::Bitmap MaskSheet::drawn(MaskPlan const& mask) const
{
    // Pixels, whatever the map is drawn on: also in a document a mask is as fine as the image.
    auto const canvas = paint::make_agg_canvas({.width = m_plan.canvas_options.width,
                                                .height = m_plan.canvas_options.height,
                                                .gamma = m_plan.canvas_options.gamma});
    if (mask.step && source::wms::is_cascaded(mask.step->layer)) {
        draw_composited(mask.step->blends, nullptr, *canvas,
                        [&] { draw_cascaded_step(m_plan, *mask.step, m_services, *canvas); });
    } else if (mask.step && mask.step->layer.type == mapfile::LayerType::Raster) {
        draw_composited(mask.step->blends, nullptr, *canvas,
                        [&] { draw_raster_step(m_plan, *mask.step, m_services, *canvas); });
    } else if (mask.step) {
        auto const source = source::open_source(*m_plan.map, mask.step->layer, m_services);
        auto const cursor = source->start(mask.step->query);
        draw_composited(mask.step->blends, nullptr, *canvas, [&] {
            draw_vector_step(m_plan, *mask.step, *cursor, m_services, *canvas);
        });
    }
    return canvas->finish();
}

image::Bitmap const* MaskSheet::of(VectorStep const& step)
{
    if (!step.mask) {
        return nullptr;
    }
    auto& mask = m_masks.at(*step.mask);
    if (!mask) {
        mask = drawn(m_plan.masks[*step.mask]);
    }
    return &*mask;
}

} // namespace ms::render
