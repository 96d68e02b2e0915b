// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Hands the features that a query found to GDAL.

#include "ogr/document.hpp"
#include "render/query/pick.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ms::ows {

/// The type that wfs_geomtype, ows_geomtype or gml_geomtype names, else that of TYPE. Its features
/// have Z if it ends with " Z", which MapServer writes as "25D".
[[nodiscard]] std::string ogr_geometry_type(mapfile::Layer const& layer);

/// The features of one layer: the items that gml_include_items names, with the types of
/// gml_<item>_type, or with gml_types "auto" those of the source.
class VectorRows : public ogr::Rows {
public:
    enum class Ids : std::uint8_t { Counted, OfFeatures }; ///< FORMATOPTION USE_FEATUREID

    /// \param picked must outlive this object
    /// \param crs of the answer
    VectorRows(render::PickedLayer const& picked, crs::Definition const& crs, Ids ids);

    [[nodiscard]] std::vector<feature::Field> const& fields() const noexcept { return m_fields; }

    [[nodiscard]] std::size_t size() const override;
    [[nodiscard]] std::span<std::byte const> geometry(std::size_t row) override;
    [[nodiscard]] std::optional<std::string_view> value(std::size_t row,
                                                        std::size_t field) override;
    [[nodiscard]] std::optional<std::int64_t> id(std::size_t row) override;

private:
    render::PickedLayer const& m_picked;
    geometry::GeometryColumn m_shapes; ///< in the CRS of the answer
    std::vector<std::size_t> m_items;  ///< of the fields: into the picked attributes
    std::vector<feature::Field> m_fields;
    std::optional<std::size_t> m_id;   ///< into the picked attributes
    geometry::GeometryColumn m_nested; ///< one polygon, a member to reuse its memory
    std::vector<std::byte> m_wkb;
};

/// For a layer without found features.
class NoRows : public ogr::Rows {
public:
    [[nodiscard]] std::size_t size() const override { return 0; }
    [[nodiscard]] std::span<std::byte const> geometry(std::size_t /*row*/) override { return {}; }
    [[nodiscard]] std::optional<std::string_view> value(std::size_t /*row*/,
                                                        std::size_t /*field*/) override
    {
        return std::nullopt;
    }
    [[nodiscard]] std::optional<std::int64_t> id(std::size_t /*row*/) override
    {
        return std::nullopt;
    }
};

} // namespace ms::ows
