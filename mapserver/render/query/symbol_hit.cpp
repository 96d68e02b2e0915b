// SPDX-License-Identifier: MIT
#include "render/query/symbol_hit.hpp"

#include "paint/canvas.hpp"
#include "render/core/selection.hpp"
#include "render/draw/vector_step.hpp"
#include "render/plan/layer_plan.hpp"
#include "render/plan/query_map.hpp"

#include <algorithm>
#include <cmath>

namespace ms::render {

namespace {

constexpr double largest_tolerance_px = 200; // an image of 401 x 401 pixels for each candidate

/// The square of pixels around a point, its middle one on the point.
Viewport window_of(Viewport view, geometry::Point point, double tolerance_px)
{
    int const half = static_cast<int>(std::ceil(tolerance_px));
    double const x = half * view.cell_size_x;
    double const y = half * view.cell_size_y;
    view.extent = {point.x - x, point.y - y, point.x + x, point.y + y};
    view.width = view.height = 2 * half + 1;
    view.edge_buffer = 0;
    return view;
}

bool is_painted(image::BitmapView const& image, double tolerance_px)
{
    int const half = image.width / 2;
    auto const alpha = [&](int x, int y) {
        auto const at = static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                        static_cast<std::size_t>(x);
        return image.pixels[at * 4 + 3];
    };
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) {
            if (std::hypot(x - half, y - half) <= tolerance_px && alpha(x, y) > 0) {
                return true;
            }
        }
    }
    return false;
}

} // namespace

SymbolHit::SymbolHit(mapfile::Map const& map, mapfile::Layer const& layer, Viewport const& view,
                     std::string const& group, geometry::Point point, double tolerance_px)
    : m_tolerance_px(std::clamp(tolerance_px, 0.0, largest_tolerance_px))
{
    m_plan.map = {std::shared_ptr<mapfile::Map const>{}, &map}; // the caller's
    m_plan.viewport = window_of(view, point, m_tolerance_px);
    m_plan.canvas = paint::find_canvas("AGG");
    m_plan.canvas_options = {.width = m_plan.viewport.width, .height = m_plan.viewport.height};
    auto const plan = [&] {
        LayerChoice const choice{.layer = 0, .class_group = group, .filter = {}};
        m_step.reset();
        std::shared_ptr<mapfile::Layer const> const callers{std::shared_ptr<void>{}, &layer};
        if (auto step = plan_layer(map, PreparedLayer{callers, map.expressions}, m_plan.viewport,
                                   choice, m_plan.notes)) {
            m_step.emplace(std::move(*step));
        }
    };
    plan();
    if (m_step) {
        constexpr double farthest_px = 1e6;
        m_plan.viewport.edge_buffer =
            static_cast<int>(std::ceil(std::min(m_step->reach_px, farthest_px))) + 1;
        plan(); // with the box from which symbols reach into the image
    }
}

double SymbolHit::reach_px() const noexcept
{
    return m_tolerance_px + (m_step ? m_step->reach_px : 0) +
           1; // from a pixel's centre to its edge
}

bool SymbolHit::is_hit(PickedLayer const& feature, Services const& services) const
{
    if (!m_step) {
        return false; // no class is drawn
    }
    auto const canvas = m_plan.canvas->make(m_plan.canvas_options);
    VectorPainter painter{m_plan, *m_step, services, *canvas};
    auto const cursor = cursor_over(feature, m_step->query);
    feature::FeatureBatch drawn;
    while (cursor->next(drawn)) {
        painter.draw(drawn);
    }
    painter.finish();
    auto const image = canvas->finish();
    return is_painted(image.view(), m_tolerance_px);
}

} // namespace ms::render
