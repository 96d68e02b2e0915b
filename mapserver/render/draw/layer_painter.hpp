// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Draws the only layer of a plan on a canvas that stays open: its features, or shapes one by one.

#include "geometry/feature_builder.hpp"
#include "mapfile/layer_kind.hpp"
#include "render/draw/vector_step.hpp"
#include "render/plan/plan.hpp"

namespace ms::render {

/// Labels that are cached are left out. Belongs to one thread at a time.
class LayerPainter {
public:
    /// \param services must outlive the object
    LayerPainter(Plan plan, Services const& services)
        : m_plan(std::move(plan)), m_services(services)
    {}

    [[nodiscard]] PlanState const& state() const { return m_plan.state(); }

    /// A layer that is not visible now has no step: nothing is drawn.
    [[nodiscard]] bool draws_nothing() const { return state().steps.empty(); }
    /// Whether shapes can be drawn one by one: the layer is drawn straight on the map, whatever
    /// attributes a shape has.
    [[nodiscard]] bool draws_shapes() const;
    /// Whether the layer's features can be drawn in the same way, read by the plan's query.
    [[nodiscard]] bool draws_features() const;

    /// \throws Error{Source} naming the layer
    void draw_features(paint::Canvas& canvas);

    /// Draws a shape, unless it lies outside the map.
    /// \param append (kind of its pieces, geometry::FeatureBuilder&) gives the pieces, as those of
    /// an inline layer
    template <typename Append>
    void draw_shape(paint::Canvas& canvas, Append append)
    {
        auto const& step = state().steps.front();
        m_batch.reset(0);
        geometry::FeatureBuilder feature{step.query.kind, m_batch.geometry};
        append(mapfile::piece_kind(step.layer.type, step.query.kind), feature);
        if (feature.finish()) {
            draw_batch(canvas);
        }
    }

private:
    [[nodiscard]] VectorPainter& painter_on(paint::Canvas& canvas);
    void draw_batch(paint::Canvas& canvas);

    Plan m_plan;
    Services const& m_services;
    feature::FeatureBatch m_batch;
    std::optional<VectorPainter> m_painter; ///< on the canvas of the first drawing
};

} // namespace ms::render
