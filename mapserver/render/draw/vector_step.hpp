// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Draws one vector layer.

#include "base/trace.hpp"
#include "crs/approximate.hpp"
#include "feature/batch.hpp"
#include "geometry/pixel_projector.hpp"
#include "paint/canvas.hpp"
#include "render/core/feature_classes.hpp"
#include "render/core/services.hpp"
#include "render/core/symbol_painter.hpp"
#include "render/draw/shape_transform.hpp"
#include "render/labels/label_step.hpp"
#include "render/plan/plan_state.hpp"
#include "source/feature_source.hpp"
#include "style/binding.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace ms::render {

/// Called before a feature of a class is drawn, once for each of its classes.
using BeginFeature = std::function<void(feature::FeatureBatch const&, std::size_t row)>;

/// Draws the batches of one layer onto a canvas. One object per layer and image; its buffers
/// are reused from batch to batch.
class VectorPainter {
public:
    /// \param plan, step, canvas and the objects in services must outlive the painter
    /// \throws Error{BadMapfile} for attributes that the query does not fetch
    /// \param labels receives the candidates for labels; may be nullptr
    VectorPainter(PlanState const& plan, VectorStep const& step, Services const& services,
                  paint::Canvas& canvas, LayerLabels* labels = nullptr);

    /// \param trace gets a span for each stage of each batch; may be nullptr
    void set_trace(Trace* trace) noexcept { m_trace = trace; }
    /// \param begin heeded by steps that are not drawn style by style; may be empty
    void set_begin_feature(BeginFeature begin) { m_begin_feature = std::move(begin); }

    /// Reprojects in place, classifies, and draws what does not have to wait.
    void draw(feature::FeatureBatch& batch);
    /// Draws what had to wait for the last feature of the layer.
    void finish();

    /// Features whose geometry could not be reprojected at all.
    [[nodiscard]] std::size_t unprojected() const noexcept { return m_unprojected; }
    /// Number of different texts of STYLEITEM that are not valid styles.
    [[nodiscard]] std::size_t unreadable_styles() const noexcept { return m_unreadable_styles; }

private:
    /// One style of one class: its symbolizers, rebuilt only when an attribute changes.
    struct StylePainter {
        mapfile::Style const* style = nullptr;
        style::Scaling scaling;
        style::StyleBinding binding;
        style::StyleValues last_values;
        style::Symbolizers symbolizers;
        geometry::Kind kind = geometry::Kind::None; ///< kind of the drawn geometries
        std::unique_ptr<ShapeTransform> transform{};
    };
    /// A batch in pixels, stored until all features of the layer are known.
    struct Kept {
        geometry::GeometryColumn pixels;
        geometry::GeometryColumn clipped; ///< where a step needs both, of those not transformed
        /// Each feature's class, and where all matching classes draw its next ones.
        std::vector<std::vector<std::int32_t>> rounds;
        std::vector<FeatureClass> own_classes; ///< of STYLEITEM, by feature; else empty
        feature::FeatureBatch batch;           ///< attributes for the bindings
    };

    [[nodiscard]] style::Symbolizers
    resolved(StylePainter const& painter, style::StyleValues const& values, geometry::Kind kind);
    std::vector<StylePainter>& styles_of(std::int32_t entry, Kept const& kept, std::size_t row);
    [[nodiscard]] std::vector<StylePainter> painters_of(style::FeatureStyle const& own);
    void read_own_classes(Kept& kept);
    [[nodiscard]] StylePainter painter_of(mapfile::Style const& drawn_style,
                                          style::Scaling const& scaling);
    [[nodiscard]] geometry::GeometryColumn const& clipped_of(Kept const& kept) const noexcept
    {
        return m_step.needs_both_shapes ? kept.clipped : kept.pixels;
    }
    void paint(StylePainter& painter, Kept const& kept, std::size_t row, Pass pass);
    style::Symbolizers const& symbolizers(StylePainter& painter, feature::FeatureBatch const& batch,
                                          std::size_t row, geometry::Kind kind);
    void classify(feature::FeatureBatch const& batch,
                  std::vector<std::vector<std::int32_t>>& rounds);
    void drop_beyond_limit(std::vector<std::vector<std::int32_t>>& rounds);
    void throw_faults(std::vector<std::vector<std::int32_t>> const& rounds) const;
    void reproject(geometry::GeometryColumn& geometry, std::size_t line_ends);
    void drop_small_features(feature::FeatureBatch const& batch);
    void drop_small_features(feature::FeatureBatch const& batch, double cell,
                             std::vector<std::int32_t>& classes) const;
    void to_pixels(feature::FeatureBatch& batch);
    void draw_feature(Kept const& kept, std::vector<std::int32_t> const& classes, std::size_t row);
    [[nodiscard]] bool is_drawn(std::int32_t entry) const;
    void draw_style(Kept const& kept, std::size_t style_number, Pass pass);
    void count(Kept const& kept);

    PlanState const& m_plan;
    VectorStep const& m_step;
    Budget m_unlimited; ///< used if the request has no budget
    Budget& m_budget;
    std::size_t m_kept_bytes = 0; ///< that are counted
    style::SymbolArt m_art;
    SymbolPainter m_symbol_painter;
    LayerLabels* m_labels;
    /// Clips geometries to the box of the query, in the layer's CRS, so that they lie inside the
    /// grid of the approximation when they are projected.
    geometry::PixelProjector m_cutter;
    std::optional<geometry::Point> m_cut_edge_step; ///< set if cut edges must be divided
    crs::ApproximateTransformation m_to_map;
    style::ClassIndex m_class_index;
    geometry::PixelProjector m_projector;
    geometry::PixelProjector m_clipper; ///< of shapes of which others need the whole
    std::vector<geometry::Box>
        m_class_clips; ///< by entry of the step's classes; empty: the same for all
    geometry::PixelProjector m_label_projector; ///< without clipping
    geometry::GeometryColumn m_label_pixels;
    std::vector<std::vector<StylePainter>> m_styles; ///< by entry of the step's classes
    FeatureClasses m_own_classes;                    ///< of STYLEITEM
    OfFeatureClasses<std::vector<StylePainter>> m_own_painters;
    std::size_t m_style_count = 0; ///< maximum over the classes
    std::int64_t m_classified = 0; ///< features, counted when there is a limit
    std::size_t m_unprojected = 0;
    std::size_t m_unreadable_styles = 0;
    Trace* m_trace = nullptr;
    BeginFeature m_begin_feature;
    std::vector<Kept> m_kept; ///< style by style: all batches; else one, reused
    geometry::GeometryColumn m_cut;
    std::unique_ptr<ShapeTransform> m_transform; ///< of the layer
};

/// Reads a cursor to its end and draws it.
void draw_vector_step(PlanState const& plan, VectorStep const& step, source::FeatureCursor& cursor,
                      Services const& services, paint::Canvas& canvas,
                      LayerLabels* labels = nullptr, BeginFeature begin = {});
/// The same with a painter that has drawn other features of the step, or will.
/// \param batch reused \param labels of the painter, whose unreadable ones are counted; may be
/// nullptr
void draw_vector_step(VectorStep const& step, source::FeatureCursor& cursor,
                      Services const& services, VectorPainter& painter,
                      feature::FeatureBatch& batch, LayerLabels const* labels = nullptr);

} // namespace ms::render
