// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The attributes of a collection: those that features have, that can be asked for, and sorted by.

#include "ows/features/feature_request.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ows::ogcapi {

/// A layer that is ready to be api_request, with its properties; oga_ goes before gml_ in METADATA
/// that names and describes items. \param answer the system features are written in
[[nodiscard]] std::unique_ptr<FeatureRequest> open_collection(Call const& call, std::size_t layer,
                                                              crs::Definition const& answer);

/// An attribute that clients may use in filters, or sort by.
struct UsableItem {
    std::string name;                ///< its alias, else as the list spells it
    std::string field;               ///< of the source
    feature::FieldType type{};       ///< as described
    feature::FieldType field_type{}; ///< of the source
};

/// oga_queryable_items or oga_sortable_items: "all", or a list of which the source knows.
[[nodiscard]] std::vector<UsableItem> queryables(FeatureRequest const& request);
[[nodiscard]] std::vector<UsableItem> sortables(FeatureRequest const& request);

/// What a property is in JSON: that of an item without a type is a text, as in MapServer.
[[nodiscard]] inline feature::FieldType json_type_of(ItemProperty const& item)
{
    return item.is_typed ? item.type : feature::FieldType::Text;
}

/// What the geometry is called in filters and schemas.
inline constexpr std::string_view geometry_name = "geom";

} // namespace ms::ows::ogcapi
