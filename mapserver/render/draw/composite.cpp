// SPDX-License-Identifier: MIT
#include "render/draw/composite.hpp"

#include "paint/agg_canvas.hpp"
#include "render/draw/cascade_step.hpp"
#include "render/draw/raster_step.hpp"
#include "render/draw/vector_step.hpp"
#include "source/registry.hpp"

namespace ms::render {

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
    // Pixels for every canvas: in a document, too, a mask has the resolution of the image.
    auto const canvas = paint::make_agg_canvas({.width = m_plan.canvas_options.width,
                                                .height = m_plan.canvas_options.height,
                                                .gamma = m_plan.canvas_options.gamma,
                                                .budget = m_services.budget});
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
