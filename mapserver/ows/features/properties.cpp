// SPDX-License-Identifier: MIT
#include "ows/features/properties.hpp"

#include "base/string.hpp"
#include "mapfile/declared_z.hpp"
#include "ows/common/metadata.hpp"
#include "ows/features/element_name.hpp"

#include <algorithm>
#include <array>

namespace ms::ows {

namespace {

using mapfile::ItemRules;

using feature::FieldType;

// In MapServer's order. Files of OGR have another (vector_rows.cpp).
constexpr std::array<std::string_view, 3> geometry_type_keys{"ows_geomtype", "wfs_geomtype",
                                                             "gml_geomtype"};

/// The value of a key that describes an item.
std::string const* find_of_item(mapfile::Layer const& layer, ItemRules rules,
                                std::string const& key)
{
    return rules == ItemRules::Gml ? find_gml(layer.metadata, key)
                                   : layer.metadata.find("gml_" + key);
}

/// The value of a key that describes another property.
std::string const* find_value(mapfile::Layer const& layer, ItemRules rules, std::string const& key)
{
    return rules == ItemRules::Gml ? find_gml(layer.metadata, key)
                                   : find_gml_value(layer.metadata, key);
}

/// A list of items in the metadata; "all" is all of them.
class ItemList {
public:
    ItemList(mapfile::Layer const& layer, ItemRules rules, std::string const& key)
    {
        if (auto const* const text = find_of_item(layer, rules, key)) {
            m_is_set = true;
            m_names = split_list(*text);
            m_is_all = equals_ignoring_case(trim(*text), "all");
        }
    }

    [[nodiscard]] bool is_set() const noexcept { return m_is_set; }
    [[nodiscard]] bool holds(std::string_view field) const
    {
        return m_is_all || std::ranges::any_of(m_names, [&](std::string const& name) {
                   return equals_ignoring_case(name, field);
               });
    }

private:
    std::vector<std::string> m_names;
    bool m_is_set = false;
    bool m_is_all = false;
};

/// As MapServer describes it: the whole numbers of its own shapefiles are "integer" in schemas,
/// which has no bounds, however wide they are.
feature::FieldType described_type(mapfile::Layer const& layer, feature::Field const& source)
{
    bool const is_own = layer.connection_type == mapfile::ConnectionType::Local;
    return is_own && source.type == feature::FieldType::Long ? feature::FieldType::Integer
                                                             : source.type;
}

void set_written_type(std::string const* text, ItemProperty& item)
{
    auto const type = text == nullptr ? std::nullopt : mapfile::find_field_type(trim(*text));
    if (type) {
        item.type = *type;
        item.is_typed = true;
    }
}

void set_type(mapfile::Layer const& layer, feature::Field const& source, ItemProperty& item)
{
    if (has_source_types(layer)) {
        item.type = described_type(layer, source);
        item.is_typed = true;
    }
    set_written_type(layer.metadata.find("gml_" + source.name + "_type"), item);
}

/// As GetFeatureInfo shows it: the source's types do not change how times are written, those of
/// the metadata do.
ItemProperty shown_item(mapfile::Layer const& layer, std::span<feature::Field const> fields,
                        mapfile::Item const& shown)
{
    auto const& source = fields[shown.field];
    ItemProperty item{.field = shown.field,
                      .field_name = source.name,
                      .name = property_element_name(shown.name),
                      .title = shown.name};
    set_written_type(find_gml(layer.metadata, source.name + "_type"), item);
    return item;
}

std::vector<ItemProperty> items_of(mapfile::Layer const& layer,
                                   std::span<feature::Field const> fields, ItemRules rules)
{
    ItemList const mandatory{layer, rules, "mandatory_items"};
    ItemList const defaults{layer, rules, "default_items"};
    ItemList const optional{layer, rules, "optional_items"};
    ItemList const markup{layer, rules, "xml_items"};
    std::vector<ItemProperty> items;
    for (auto const& shown : visible_items(layer, fields, rules)) {
        auto const& source = fields[shown.field];
        auto item = rules == ItemRules::Gml ? shown_item(layer, fields, shown)
                                            : describe_item(layer, fields, shown.field);
        // If only the optional ones are listed, the others are mandatory.
        item.is_mandatory =
            mandatory.holds(source.name) ||
            (!mandatory.is_set() && optional.is_set() && !optional.holds(source.name));
        item.is_default = item.is_mandatory || !defaults.is_set() || defaults.holds(source.name);
        item.is_markup = markup.holds(source.name);
        if (auto const* const form = find_of_item(layer, rules, source.name + "_template")) {
            item.form = *form;
        }
        items.push_back(std::move(item));
    }
    return items;
}

std::vector<GeometryProperty> geometries_of(mapfile::Layer const& layer, ItemRules rules)
{
    auto const* const list = find_value(layer, rules, "geometries");
    if (list == nullptr) { // GetFeatureInfo shows only bounds then
        return rules == ItemRules::Gml ? std::vector<GeometryProperty>{}
                                       : std::vector<GeometryProperty>{{"msGeometry", "", true}};
    }
    std::vector<GeometryProperty> geometries;
    for (auto const& name : split_list(*list)) {
        if (equals_ignoring_case(name, "none")) {
            continue;
        }
        auto const* const type = find_value(layer, rules, name + "_type");
        geometries.push_back({property_element_name(name),
                              type == nullptr ? std::string{} : std::string{trim(*type)}});
    }
    return geometries;
}

std::vector<Constant> constants_of(mapfile::Layer const& layer, ItemRules rules)
{
    std::vector<Constant> constants;
    if (auto const* const list = find_value(layer, rules, "constants")) {
        for (auto const& name : split_list(*list)) {
            if (auto const* const value = find_value(layer, rules, name + "_value")) {
                constants.push_back({property_element_name(name), *value});
            }
        }
    }
    return constants;
}

std::vector<Group> groups_of(mapfile::Layer const& layer, std::span<ItemProperty const> items,
                             ItemRules rules)
{
    std::vector<Group> groups;
    auto const* const list = find_value(layer, rules, "groups");
    if (list == nullptr) {
        return groups;
    }
    for (auto const& name : split_list(*list)) {
        Group group{.name = property_element_name(name), .items = {}};
        if (auto const* const members = find_value(layer, rules, name + "_group")) {
            for (auto const& member : split_list(*members)) {
                auto const found = std::ranges::find_if(items, [&](ItemProperty const& item) {
                    return equals_ignoring_case(item.field_name, member);
                });
                if (found != items.end()) {
                    group.items.push_back(static_cast<std::size_t>(found - items.begin()));
                }
            }
        }
        groups.push_back(std::move(group));
    }
    return groups;
}

std::optional<std::size_t> id_of(mapfile::Layer const& layer,
                                 std::span<feature::Field const> fields)
{
    auto const name = id_name(layer.metadata);
    if (name.empty()) {
        return std::nullopt;
    }
    auto const found = std::ranges::find_if(fields, [&](feature::Field const& field) {
        return equals_ignoring_case(field.name, name);
    });
    return found == fields.end() ? std::nullopt
                                 : std::optional{static_cast<std::size_t>(found - fields.begin())};
}

} // namespace

std::string const* find_gml_value(mapfile::StringMap const& metadata, std::string_view key)
{
    for (std::string_view const prefix : {"gml_", "wfs_", "ows_"}) {
        if (auto const* const value = metadata.find(std::string{prefix}.append(key))) {
            return value;
        }
    }
    return nullptr;
}

std::string_view id_name(mapfile::StringMap const& metadata)
{
    for (std::string_view const key : {"ows_featureid", "wfs_featureid", "gml_featureid"}) {
        if (auto const* const value = metadata.find(key)) {
            return trim(*value);
        }
    }
    return {};
}

ItemProperty const* Properties::find_item(std::string_view name) const noexcept
{
    auto const by = [&](auto member) {
        return std::ranges::find_if(items, [&](ItemProperty const& item) {
            return equals_ignoring_case(item.*member, name);
        });
    };
    auto found = by(&ItemProperty::name);
    if (found == items.end()) {
        found = by(&ItemProperty::field_name);
    }
    return found == items.end() ? nullptr : &*found;
}

bool Properties::is_geometry(std::string_view name) const noexcept
{
    return std::ranges::any_of(geometries, [&](GeometryProperty const& geometry) {
        return equals_ignoring_case(geometry.name, name);
    });
}

ItemProperty describe_item(mapfile::Layer const& layer, std::span<feature::Field const> fields,
                           std::size_t field)
{
    auto const& source = fields[field];
    auto const* const alias = layer.metadata.find("gml_" + source.name + "_alias");
    auto const& name = alias == nullptr ? source.name : *alias;
    ItemProperty item{.field = field,
                      .field_name = source.name,
                      .name = property_element_name(name),
                      .title = name};
    set_type(layer, source, item);
    auto const* const nillable = layer.metadata.find("gml_" + source.name + "_nillable");
    item.is_nillable = nillable != nullptr && equals_ignoring_case(trim(*nillable), "true");
    return item;
}

Properties properties_of(mapfile::Layer const& layer, std::span<feature::Field const> fields,
                         ItemRules rules)
{
    bool const has_id = rules != ItemRules::Gml;
    Properties properties{.items = items_of(layer, fields, rules),
                          .geometries = geometries_of(layer, rules),
                          .constants = constants_of(layer, rules),
                          .groups = {},
                          .id = has_id ? id_of(layer, fields) : std::nullopt,
                          .has_z = mapfile::declares_z(layer, geometry_type_keys)};
    properties.groups = groups_of(layer, properties.items, rules);
    return properties;
}

std::optional<Chosen> choose(Properties const& properties, std::span<std::string const> names,
                             std::string& unknown)
{
    auto const& items = properties.items;
    std::vector<bool> requested(items.size());
    bool const is_all = std::ranges::find(names, "*") != names.end();
    Chosen chosen{.items = {},
                  .has_geometry = !properties.geometries.empty() && (names.empty() || is_all)};
    for (std::size_t i = 0; i < items.size(); ++i) {
        requested[i] = is_all || items[i].is_mandatory || (names.empty() && items[i].is_default);
    }
    for (auto const& path : names) {
        auto const name = property_name(path);
        auto const* const item = properties.find_item(name);
        auto const group = std::ranges::find_if(
            properties.groups, [&](Group const& g) { return equals_ignoring_case(g.name, name); });
        if (item != nullptr) {
            requested[static_cast<std::size_t>(item - items.data())] = true;
        } else if (properties.is_geometry(name)) {
            chosen.has_geometry = true;
        } else if (group != properties.groups.end()) {
            for (auto const member : group->items) {
                requested[member] = true;
            }
        } else if (name != "*") {
            unknown = path;
            return std::nullopt;
        }
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (requested[i]) {
            chosen.items.push_back(i);
        }
    }
    return chosen;
}

std::string_view property_name(std::string_view path) noexcept
{
    auto const step = path.rfind('/');
    auto const name = step == std::string_view::npos ? path : path.substr(step + 1);
    auto const colon = name.rfind(':');
    return trim(colon == std::string_view::npos ? name : name.substr(colon + 1));
}

} // namespace ms::ows
