// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Decides by METADATA which attributes of a layer clients see, under which names and as which
/// types.

#include "feature/schema.hpp"
#include "mapfile/model/layer.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ms::mapfile {

/// The metadata that define a list of items.
enum class ItemRules : std::uint8_t {
    Wms, ///< wms_include_items, wms_exclude_items, wms_<item>_alias, or ows_
    Ogr, ///< gml_ alone; vector tiles, too
    Gml, ///< those of Wms, then gml_, then ows_
    Kml, ///< kml_, or ows_
};

struct Item {
    std::size_t field = 0; ///< into the fields
    std::string name;      ///< its alias, or the field's name
    friend bool operator==(Item const&, Item const&) = default;
};

/// Items are hidden unless include_items names them or is "all"; exclude_items removes them again.
/// In the order of the fields.
[[nodiscard]] std::vector<Item>
visible_items(Layer const& layer, std::span<feature::Field const> fields, ItemRules rules);

/// Of gml_<item>_type: "Integer", "DateTime" ...; nullopt for another word.
[[nodiscard]] std::optional<feature::FieldType> find_field_type(std::string_view name) noexcept;
/// The word for a type there.
[[nodiscard]] std::string_view name_of(feature::FieldType type) noexcept;

/// Whether fields have the types of their source: gml_types "auto", or a table without gml_types.
/// Others are text.
[[nodiscard]] bool has_source_types(Layer const& layer);

} // namespace ms::mapfile
