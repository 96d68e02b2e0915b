// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes the features of one layer as placemarks of KML.

#include "crs/transformation.hpp"
#include "geometry/pixel_projector.hpp"
#include "render/core/feature_classes.hpp"
#include "render/core/services.hpp"
#include "render/draw/kml_file.hpp"
#include "render/draw/kml_geometry.hpp"
#include "render/draw/kml_items.hpp"
#include "render/plan/plan_state.hpp"
#include "style/binding.hpp"
#include "style/label_binding.hpp"
#include "style/symbol_art.hpp"
#include "style/symbolizer.hpp"
#include "style/text_of.hpp"

#include <optional>
#include <vector>

namespace ms::render {

/// The attributes that the layer's query fetches, and those of them that KML shows.
struct KmlFields {
    std::vector<std::string> fields; ///< columns of the batches: those of the step first
    KmlItems items;
};

/// One layer of one answer.
class KmlLayer {
public:
    /// All parameters must outlive the object. \param max_features maximum of placemarks
    /// \throws Error{BadMapfile} for attributes that are not fetched
    KmlLayer(PlanState const& plan, VectorStep const& step, KmlFields const& fields,
             std::int64_t max_features, Services const& services, KmlFile& file);

    /// Classifies and writes features, whose coordinates it changes. \return whether it takes more
    [[nodiscard]] bool add(feature::FeatureBatch& batch);

private:
    struct Text {
        mapfile::Label const* label = nullptr;
        style::LabelBinding binding;
        style::TextOf text_of;
    };
    /// What KML can show of a class: its first style and its last label.
    struct ClassReader {
        style::Scaling scaling;
        mapfile::Style const* style = nullptr;
        std::optional<style::StyleBinding> binding;
        std::optional<Text> text;
    };
    struct Texts {
        std::string text;
        std::optional<image::Color> color;
    };

    [[nodiscard]] ClassReader reader_of(mapfile::Class const& owner, mapfile::Style const* style,
                                        mapfile::Label const* label) const;
    [[nodiscard]] ClassReader& reader_of(feature::FeatureBatch const& batch, std::size_t row,
                                         std::size_t entry);
    void to_degrees(geometry::GeometryColumn& geometry);
    void write(feature::FeatureBatch const& batch, std::size_t row, std::size_t entry);
    [[nodiscard]] std::string id_of(feature::FeatureBatch const& batch, std::size_t row) const;
    [[nodiscard]] Texts read_text(ClassReader& reader, feature::FeatureBatch const& batch,
                                  std::size_t row);
    [[nodiscard]] KmlLook look_of(ClassReader& reader, feature::FeatureBatch const& batch,
                                  std::size_t row);
    [[nodiscard]] std::optional<KmlIcon> icon_of(ClassReader const& reader,
                                                 style::StyleValues const& values);
    [[nodiscard]] std::vector<std::uint8_t> draw_icon(style::Symbolizers const& symbols) const;

    VectorStep const& m_step;
    std::vector<std::string> const& m_fields;
    KmlItems const& m_items;
    std::int64_t m_left; ///< features that may follow
    Services const& m_services;
    KmlFile& m_file;
    style::SymbolArt m_art;
    style::ClassIndex m_class_index;
    crs::Transformation m_to_map;
    crs::Transformation m_to_degrees;
    geometry::PixelProjector m_cutter;  ///< to the query's box, in the layer's CRS
    geometry::PixelProjector m_clipper; ///< to the extent, in the map's CRS
    geometry::GeometryColumn m_cut;
    KmlGeometry m_geometry;
    std::vector<ClassReader> m_readers; ///< by entry of the step's classes
    FeatureClasses m_own_classes;       ///< of STYLEITEM
    OfFeatureClasses<ClassReader> m_own_readers;
    std::vector<std::vector<std::int32_t>> m_rounds;
    std::int64_t m_number = 0; ///< of the next placemark
};

} // namespace ms::render
