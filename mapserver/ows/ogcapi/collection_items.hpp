// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Lists the attributes of a collection: those that features have, filter with, and sort by.

#include "ows/features/feature_request.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ows::ogcapi {

/// Opens a layer for requests, with its properties; oga_ precedes gml_ in METADATA that names and
/// describes items. \param answer the CRS in which features are written
[[nodiscard]] std::unique_ptr<FeatureRequest> open_collection(Call const& call, std::size_t layer,
                                                              crs::Definition const& answer);

/// An attribute that clients may use in filters, or sort by.
struct UsableItem {
    std::string name;                ///< its alias, else as the list spells it
    std::string field;               ///< of the source
    feature::FieldType type{};       ///< as described
    feature::FieldType field_type{}; ///< of the source
};

/// oga_queryable_items or oga_sortable_items: "all", or a list of attributes of the source, in its
/// order.
[[nodiscard]] std::vector<UsableItem> queryables(FeatureRequest const& request);
[[nodiscard]] std::vector<UsableItem> sortables(FeatureRequest const& request);

/// The JSON type of a property: an item without a type is a text, as in MapServer.
[[nodiscard]] inline feature::FieldType json_type_of(ItemProperty const& item)
{
    return item.is_typed ? item.type : feature::FieldType::Text;
}

/// The name of the geometry in filters and schemas: oga_geometry_name, else "geom".
[[nodiscard]] std::string geometry_name(mapfile::Layer const& layer);

} // namespace ms::ows::ogcapi
