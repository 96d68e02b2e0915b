// SPDX-License-Identifier: MIT
#include "mapfile/visible_items.hpp"

#include "base/string.hpp"

#include <algorithm>
#include <array>

namespace ms::mapfile {

namespace {

std::span<std::string_view const> prefixes_of(ItemRules rules) noexcept
{
    static constexpr std::array<std::string_view, 2> wms{"wms_", "ows_"};
    static constexpr std::array<std::string_view, 1> ogr{"gml_"};
    static constexpr std::array<std::string_view, 3> gml{"wms_", "gml_", "ows_"};
    static constexpr std::array<std::string_view, 2> kml{"kml_", "ows_"};
    switch (rules) {
    case ItemRules::Ogr:
        return ogr;
    case ItemRules::Gml:
        return gml;
    case ItemRules::Kml:
        return kml;
    case ItemRules::Wms:
        break;
    }
    return wms;
}

std::string const* find(StringMap const& metadata, ItemRules rules, std::string_view key)
{
    for (auto const prefix : prefixes_of(rules)) {
        if (auto const* const value = metadata.find(std::string{prefix}.append(key))) {
            return value;
        }
    }
    return nullptr;
}

/// In KML gml_ has priority, as in MapServer.
std::string const* find_alias(StringMap const& metadata, ItemRules rules, std::string const& key)
{
    auto const* const of_gml = rules == ItemRules::Kml ? metadata.find("gml_" + key) : nullptr;
    return of_gml == nullptr ? find(metadata, rules, key) : of_gml;
}

struct TypeName {
    std::string_view name;
    feature::FieldType type;
};

constexpr std::array type_names{
    TypeName{"Integer", feature::FieldType::Integer},
    TypeName{"Long", feature::FieldType::Long},
    TypeName{"Real", feature::FieldType::Real},
    TypeName{"Character", feature::FieldType::Text},
    TypeName{"Date", feature::FieldType::Date},
    TypeName{"Time", feature::FieldType::Time},
    TypeName{"DateTime", feature::FieldType::DateTime},
    TypeName{"Boolean", feature::FieldType::Boolean},
};

bool names(std::string const* list, std::string_view field)
{
    if (list == nullptr) {
        return false;
    }
    auto const entries = split(*list, ',');
    return std::ranges::any_of(
        entries, [&](auto const& entry) { return equals_ignoring_case(trim(entry), field); });
}

} // namespace

std::vector<Item> visible_items(Layer const& layer, std::span<feature::Field const> fields,
                                ItemRules rules)
{
    auto const& metadata = layer.metadata;
    auto const* const included = find(metadata, rules, "include_items");
    auto const* const excluded = find(metadata, rules, "exclude_items");
    bool const all = included != nullptr && equals_ignoring_case(trim(*included), "all");
    std::vector<Item> items;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        auto const& name = fields[i].name;
        if ((all || names(included, name)) && !names(excluded, name)) {
            auto const* const alias = find_alias(metadata, rules, name + "_alias");
            items.push_back({i, alias == nullptr ? name : *alias});
        }
    }
    return items;
}

std::optional<feature::FieldType> find_field_type(std::string_view name) noexcept
{
    auto const* const found = std::ranges::find_if(
        type_names, [&](TypeName const& type) { return equals_ignoring_case(type.name, name); });
    return found == type_names.end() ? std::nullopt : std::optional{found->type};
}

std::string_view name_of(feature::FieldType type) noexcept
{
    return std::ranges::find(type_names, type, &TypeName::type)->name;
}

bool has_source_types(Layer const& layer)
{
    auto const* const types = layer.metadata.find("gml_types");
    return types == nullptr ? layer.connection_type == ConnectionType::PostGis
                            : equals_ignoring_case(trim(*types), "auto");
}

} // namespace ms::mapfile
