// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Hands the features of one layer to GDAL.

#include "crs/transformation.hpp"
#include "feature/batch.hpp"
#include "mapfile/model/layer.hpp"
#include "ogr/document.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ms::ows {

/// The type that wfs_geomtype, ows_geomtype or gml_geomtype names, else that of TYPE. Its features
/// have Z if it ends with " Z", which MapServer writes as "25D".
[[nodiscard]] std::string ogr_geometry_type(mapfile::Layer const& layer);

/// Where the features of a layer come from.
struct VectorSource {
    mapfile::Layer const& layer;
    std::span<feature::Field const> columns; ///< of its batches
    crs::Definition const& crs;              ///< of its shapes
};

/// The items that gml_include_items names, with the types of gml_<item>_type, or with gml_types
/// "auto" those of the source.
class VectorLayer {
public:
    enum class Ids : std::uint8_t { Counted, OfFeatures }; ///< FORMATOPTION USE_FEATUREID

    /// \param crs of the answer; undefined: that of the source
    VectorLayer(VectorSource const& source, crs::Definition const& crs, Ids ids);

    [[nodiscard]] ogr::Layer const& definition() const noexcept { return m_definition; }

    /// A row of the source. Valid until the next call.
    [[nodiscard]] ogr::Row row_of(feature::FeatureBatch const& batch,
                                  geometry::GeometryColumn const& shapes, std::size_t row);

private:
    void encode(geometry::GeometryColumn const& shapes, std::size_t row);

    ogr::Layer m_definition;
    crs::Transformation m_to_answer;
    bool m_has_z;
    bool m_has_loose_rings;           ///< polygons do not say which ring lies in which
    std::vector<std::size_t> m_items; ///< of the fields: columns
    std::optional<std::size_t> m_id;  ///< a column
    // Of the present row; members to reuse their memory.
    geometry::GeometryColumn m_shape;
    geometry::GeometryColumn m_nested;
    std::vector<std::byte> m_wkb;
    std::vector<std::optional<std::string_view>> m_values;
};

} // namespace ms::ows
