// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Appends features as GML.

#include "feature/batch.hpp"
#include "ows/features/gml_geometry.hpp"
#include "ows/features/properties.hpp"

#include <string>
#include <string_view>

namespace ms::ows {

/// The common properties of the features of one type.
struct FeatureForm {
    GmlForm gml{};
    std::string prefix{};    ///< "ms:" or ""
    std::string type_name{}; ///< without the prefix
    Properties properties{};
    Chosen chosen{};
};

/// One row of a batch: its shape is already in the CRS that the form names.
struct FeatureRow {
    feature::FeatureBatch const& batch;
    geometry::GeometryColumn const& shapes; ///< of the same rows
    std::size_t row = 0;
};

/// <ms:roads gml:id="roads.17"> with its bounds, geometry, items, constants and groups.
void append_feature(std::string& out, FeatureForm const& form, FeatureRow const& row);

/// One property of a feature, for GetPropertyValue: an item, a group or the geometry.
/// \param name as property_name() gives it; known to the form
void append_property(std::string& out, FeatureForm const& form, FeatureRow const& row,
                     std::string_view name);

/// "roads.17", or nothing if the type has no ids.
void append_id(std::string& out, FeatureForm const& form, FeatureRow const& row);

} // namespace ms::ows
