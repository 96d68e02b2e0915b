// SPDX-License-Identifier: MIT
#include "render/draw/layer_painter.hpp"

#include "source/registry.hpp"
#include "source/wms/server.hpp"

#include <algorithm>

namespace ms::render {

namespace {

bool draws_straight(VectorStep const& step)
{
    auto const& layer = step.layer;
    bool const has_own_labels =
        !layer.label_cache && std::ranges::any_of(layer.classes, [](auto const& drawn_class) {
            return !drawn_class.labels.empty();
        });
    return step.blends.empty() && !step.mask && step.max_drawn < 0 && !has_own_labels &&
           layer.type != mapfile::LayerType::Chart;
}

} // namespace

bool LayerPainter::draws_shapes() const
{
    auto const& steps = state().steps;
    return steps.empty() || (steps.size() == 1 && draws_straight(steps.front()) &&
                             steps.front().query.fields.empty());
}

bool LayerPainter::draws_features() const
{
    auto const& steps = state().steps;
    return steps.empty() || (steps.size() == 1 && draws_straight(steps.front()) &&
                             steps.front().layer.type != mapfile::LayerType::Raster &&
                             !source::wms::is_cascaded(steps.front().layer));
}

VectorPainter& LayerPainter::painter_on(paint::Canvas& canvas)
{
    if (!m_painter) {
        m_painter.emplace(state(), state().steps.front(), m_services, canvas);
    }
    return *m_painter;
}

void LayerPainter::draw_features(paint::Canvas& canvas)
try {
    auto const& step = state().steps.front();
    auto const source = source::open_source(*state().map, step.layer, m_services);
    auto const cursor = source->start(step.query);
    draw_vector_step(step, *cursor, m_services, painter_on(canvas), m_batch);
} catch (...) {
    m_painter.reset(); // it may keep features of what has failed
    throw;
}

void LayerPainter::draw_batch(paint::Canvas& canvas)
{
    auto const& box = state().steps.front().query.box;
    auto const& shape = m_batch.geometry;
    if (shape.kinds.front() == geometry::Kind::None || (box && !shape.box_of(0).intersects(*box))) {
        return;
    }
    auto& painter = painter_on(canvas);
    m_batch.texts.append_null();
    painter.draw(m_batch);
    painter.finish();
}

} // namespace ms::render
