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

/// The metadata a list of items is made of.
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

/// Nothing is shown unless include_items names it or says "all"; exclude_items takes it away again.
/// In the order of the fields.
[[nodiscard]] std::vector<Item>
visible_items(mapfile::Layer const& layer, std::span<feature::Field const> fields, ItemRules rules);

/// Of gml_<item>_type: "Integer", "DateTime" ...; nothing for another word.
[[nodiscard]] std::optional<feature::FieldType> find_field_type(std::string_view name) noexcept;

/// A name as XML allows it for an element: others become '_'.
[[nodiscard]] std::string element_name(std::string_view name);

} // namespace ms::ows
