// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Collects the labels of a layer.

#include "feature/batch.hpp"
#include "geometry/geos_offset.hpp"
#include "geometry/label_point.hpp"
#include "render/core/feature_classes.hpp"
#include "render/core/world_grid.hpp"
#include "render/labels/label_sheet.hpp"
#include "render/plan/plan_state.hpp"
#include "style/text_of.hpp"
#include "text/font_cache.hpp"

#include <map>
#include <optional>
#include <span>

namespace ms::render {

[[nodiscard]] bool has_labels(VectorStep const& step);

/// Whether labels of a layer keep off those of others. Without LABELCACHE, after the labels of all
/// others, and with STYLEITEM "AUTO" they are drawn with the layer instead.
[[nodiscard]] bool caches_labels(mapfile::Layer const& layer);

/// Collects the labels of one layer. One object per layer and image.
class LayerLabels {
public:
    /// All parameters but `image` must outlive the object.
    /// \param image that the labels are drawn in
    /// \param mask of the layer: omits labels whose anchor is transparent in it; may be nullptr
    /// \throws Error{BadMapfile, Source} for missing fonts
    LayerLabels(PlanState const& plan, VectorStep const& step, text::FontCache& fonts,
                LabelSheet& sheet, style::ImageSize const& image,
                image::Bitmap const* mask = nullptr);

    /// \param pixels the drawn geometries: clipped, in pixels
    /// \param classes of each feature: an entry of the step's classes, or ClassIndex::no_class
    /// \param own_classes of each drawn feature, if the layer has a STYLEITEM
    void add(geometry::GeometryColumn const& pixels, std::vector<std::int32_t> const& classes,
             feature::FeatureBatch const& batch, std::span<FeatureClass const> own_classes);

    /// Texts of a STYLEITEM whose labels cannot be drawn: unknown fonts or attributes.
    [[nodiscard]] std::size_t unreadable() const noexcept { return m_unreadable; }

private:
    using Fonts = std::shared_ptr<text::FontList const>;
    /// One LABEL of one class with the objects that read it.
    struct Reader {
        mapfile::Label const* label = nullptr;
        style::Scaling scaling;
        style::LabelBinding binding;
        style::TextOf text_of;
        std::optional<style::LabelValues> last_values; ///< the values that `last` was made from
        label::Text last;                              ///< with fonts and look, without its text
    };
    struct ClassLabels {
        style::Scaling scaling;
        std::vector<Reader> readers;
        mapfile::Style const* marker_style = nullptr;
        std::optional<style::StyleBinding> marker_binding;
        std::optional<geometry::Point> marker; ///< if it is the same for all features
        std::optional<label::Leader> leader;
        /// The PRIORITY of the first LABEL counts for all texts of a point or an area, even if that
        /// label is not drawn (as in MapServer); unset if it is bound.
        std::optional<int> first_priority;
    };

    [[nodiscard]] ClassLabels labels_of(mapfile::Class const& owner,
                                        mapfile::Style const* marker_style,
                                        style::Scaling const& scaling);
    void add_reader(ClassLabels& labels, mapfile::Class const& owner,
                    mapfile::Label const& label) const;
    ClassLabels* labels_of_feature(FeatureClass const& own);
    [[nodiscard]] ClassLabels labels_of_own(style::FeatureStyle const& own);
    Fonts open_fonts(mapfile::Label const& label, std::string const& names);
    std::optional<label::Text> read(Reader& reader, feature::FeatureBatch const& batch,
                                    std::size_t row);
    void without_cache(Reader& reader) const;
    [[nodiscard]] style::LabelValues turned(style::LabelValues values) const;
    [[nodiscard]] bool begins_at_anchor(Reader const& reader) const;
    bool fits(mapfile::Label const& label, label::Text const& text, double size) const;
    [[nodiscard]] std::optional<geometry::Point>
    marker_of(ClassLabels& labels, feature::FeatureBatch const& batch, std::size_t row);
    void add_points(ClassLabels& labels, geometry::GeometryColumn const& pixels,
                    feature::FeatureBatch const& batch, std::size_t row);
    void add_lines(ClassLabels& labels, geometry::GeometryColumn const& pixels,
                   feature::FeatureBatch const& batch, std::size_t row);
    void add_grid_line(ClassLabels& labels, geometry::GeometryColumn const& pixels,
                       feature::FeatureBatch const& batch, std::size_t row);
    void add_line(ClassLabels const& labels, Reader const& reader, label::Text const& text,
                  std::span<geometry::Point const> line, int priority);
    void add_straight(ClassLabels const& labels, Reader const& reader, label::Text const& text,
                      std::span<geometry::Point const> line, int priority);
    void add_following(ClassLabels const& labels, Reader const& reader, label::Text const& text,
                       std::span<geometry::Point const> line, int priority);
    void add_along(Reader const& reader, label::Text const& text,
                   std::span<geometry::Point const> line, int priority);
    std::vector<geometry::Point> beside(std::span<geometry::Point const> line, double offset,
                                        double half_size);
    [[nodiscard]] bool may_label(geometry::Point anchor, label::Candidate const& candidate) const;
    [[nodiscard]] int priority_of(Reader const& reader) const;
    [[nodiscard]] std::optional<label::Leader> plan_leader(mapfile::Class const& owner,
                                                           style::Scaling const& scaling);
    std::span<geometry::Point const> snapped(std::span<geometry::Point const> line);
    void put(label::Candidate candidate);

    PlanState const& m_plan;
    VectorStep const& m_step;
    text::FontCache& m_fonts;
    style::SymbolArt m_art;
    LabelSheet& m_sheet;
    style::ImageSize m_image;
    image::Bitmap const* m_mask;
    std::optional<WorldGrid> m_world; ///< LABEL_ANCHOR=WORLD
    std::vector<geometry::Point> m_snapped;
    std::optional<geometry::ParallelLines> m_parallels; ///< computed on first use
    geometry::LabelPointFinder m_label_points;
    std::map<std::string, Fonts> m_opened; ///< by FONT
    std::vector<ClassLabels> m_classes;    ///< by entry of the step's classes
    /// Of STYLEITEM; nullopt: invalid.
    OfFeatureClasses<std::optional<ClassLabels>> m_own_labels;
    std::size_t m_unreadable = 0;
};

} // namespace ms::render
