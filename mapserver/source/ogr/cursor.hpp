// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads the features of a GDAL file that match a query.

#include "base/deadline.hpp"
#include "expr/bind.hpp"
#include "ogr/feature_file.hpp"
#include "source/feature_source.hpp"
#include "source/shapefile/error_context.hpp"

#include <memory>

namespace ms::source::ogr {

/// The column of the feature's own style among those of the file.
inline constexpr std::size_t style_column = static_cast<std::size_t>(-1);

/// In the order of the file, or as GDAL sorts it, which tests boxes; FILTER is tested here.
class Cursor final : public FeatureCursor {
public:
    /// \param fields where in the file the attributes of `query.fields` are
    /// \param filter_fields the same for `query.filter.attributes()`
    /// \param layer_kind what collections are decided by, as MapServer does it for OGR; None: not
    Cursor(std::unique_ptr<ms::ogr::FeatureFile> file, Query const& query,
           std::vector<std::size_t> fields, std::vector<std::size_t> filter_fields,
           shapefile::ErrorContext context, Deadline const& deadline,
           geometry::Kind layer_kind = geometry::Kind::None);

    bool next(feature::FeatureBatch& batch) override;

private:
    /// \return false: no more features
    bool read(feature::FeatureBatch& batch);
    [[nodiscard]] bool append_shape(std::span<std::byte const> wkb,
                                    geometry::GeometryColumn& out) const;
    [[nodiscard]] bool passes_filter(std::span<std::byte const> wkb);
    void append_values(std::vector<std::size_t> const& fields, feature::FeatureBatch& batch);

    std::unique_ptr<ms::ogr::FeatureFile> m_file;
    geometry::Kind m_kind;
    geometry::Kind m_layer_kind;
    std::vector<std::size_t> m_fields;
    std::vector<std::size_t> m_filter_fields;
    std::optional<expr::Bound> m_filter;
    bool m_filter_uses_shape = false;
    feature::FeatureBatch m_filter_row;
    bool m_with_ids;
    bool m_keeps_null_geometry;
    std::int64_t m_left;    ///< features that MAXFEATURES still allows; negative: all
    std::int64_t m_to_skip; ///< before the first that is given
    shapefile::ErrorContext m_context;
    Deadline const& m_deadline;
};

} // namespace ms::source::ogr
