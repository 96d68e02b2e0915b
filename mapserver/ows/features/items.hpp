// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Decides which attributes of a layer clients see, and under which names.

#include "feature/schema.hpp"
#include "mapfile/model/layer.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ows {

/// The metadata that define a list of items.
enum class ItemRules : std::uint8_t {
    Wms, ///< wms_include_items, wms_exclude_items, wms_<item>_alias, or ows_
    Ogr, ///< gml_ alone
    Gml, ///< the same, then gml_, then ows_
};

struct Item {
    std::size_t field = 0; ///< into the fields
    std::string name;      ///< its alias, or the field's name
    friend bool operator==(Item const&, Item const&) = default;
};

/// Items are hidden unless include_items names them or is "all"; exclude_items removes them again.
/// In the order of the fields.
[[nodiscard]] std::vector<Item>
visible_items(mapfile::Layer const& layer, std::span<feature::Field const> fields, ItemRules rules);

/// Of gml_<item>_type: "Integer", "DateTime" ...; nullopt for another word.
[[nodiscard]] std::optional<feature::FieldType> find_field_type(std::string_view name) noexcept;

/// A name as XML allows it for an element: others become '_'.
[[nodiscard]] std::string element_name(std::string_view name);

} // namespace ms::ows
