// SPDX-License-Identifier: MIT
#include "ows/features/items.hpp"

#include "base/string.hpp"
#include "ows/common/metadata.hpp"

#include <algorithm>
#include <array>

namespace ms::ows {

namespace {

std::string const* find(mapfile::StringMap const& metadata, ItemRules rules, std::string_view key)
{
    if (rules == ItemRules::Ogr) {
        return metadata.find("gml_" + std::string{key});
    }
    return rules == ItemRules::Gml ? find_gml(metadata, key) : find_wms(metadata, key);
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
    auto const entries = split_list(*list);
    return std::ranges::any_of(
        entries, [&](std::string const& entry) { return equals_ignoring_case(entry, field); });
}

bool is_letter(char c) noexcept
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

} // namespace

std::vector<Item> visible_items(mapfile::Layer const& layer, std::span<feature::Field const> fields,
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
            auto const* const alias = find(metadata, rules, name + "_alias");
            items.push_back({i, alias == nullptr ? name : *alias});
        }
    }
    return items;
}

std::string element_name(std::string_view name)
{
    std::string result;
    for (char const c : name) {
        bool const is_inner = (c >= '0' && c <= '9') || c == '-' || c == '.' || c == ':';
        bool const is_allowed = is_letter(c) || (is_inner && !result.empty());
        result += is_allowed ? c : '_';
    }
    return result.empty() ? std::string{"_"} : result;
}

std::optional<feature::FieldType> find_field_type(std::string_view name) noexcept
{
    auto const* const found = std::ranges::find_if(
        type_names, [&](TypeName const& type) { return equals_ignoring_case(type.name, name); });
    return found == type_names.end() ? std::nullopt : std::optional{found->type};
}

} // namespace ms::ows
