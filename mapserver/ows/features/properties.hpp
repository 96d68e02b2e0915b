// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The properties of a layer's features, and the selection of them that a request makes.

#include "feature/schema.hpp"
#include "mapfile/model/layer.hpp"
#include "mapfile/visible_items.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ows {

/// The value of gml_<key>, else wfs_<key>, else ows_<key>, else nullptr.
[[nodiscard]] std::string const* find_gml_value(mapfile::StringMap const& metadata,
                                                std::string_view key);

/// The attribute that identifies features: of ows_featureid, else wfs_featureid, else gml_featureid
/// (MapServer's order); or empty.
[[nodiscard]] std::string_view id_name(mapfile::StringMap const& metadata);

/// An attribute that clients are shown.
struct ItemProperty {
    std::size_t field = 0;           ///< into the fields
    std::string field_name;          ///< of the source
    std::string name;                ///< of the element: gml_<item>_alias, else the field's
    std::string title;               ///< the same, without XML's restrictions on names
    feature::FieldType type{};       ///< gml_<item>_type, or of the source
    bool is_typed = false;           ///< set by one of those two
    bool is_mandatory = false;       ///< shown regardless of PROPERTYNAME
    bool is_default = true;          ///< shown without PROPERTYNAME
    bool is_markup = false;          ///< gml_xml_items: its values are XML
    bool is_nillable = false;        ///< gml_<item>_nillable: declared in schemas
    std::optional<std::string> form; ///< gml_<item>_template, with $value in it
};

/// A property for shapes of a type: point, line, polygon or a multi of them; "": of any.
struct GeometryProperty {
    std::string name;
    std::string type;
    bool is_implied = false; ///< there is no gml_geometries
};

struct Constant {
    std::string name, value;
};

/// Items that are written inside a separate element.
struct Group {
    std::string name;
    std::vector<std::size_t> items; ///< into Properties::items
};

struct Properties {
    std::vector<ItemProperty> items;          ///< in the order of the fields
    std::vector<GeometryProperty> geometries; ///< empty: the layer shows no geometry
    std::vector<Constant> constants;
    std::vector<Group> groups;
    std::optional<std::size_t> id; ///< wfs_featureid: into the fields
    bool has_z = false;            ///< ows_geomtype, wfs_geomtype or gml_geomtype hold "25d"

    /// By the name of the element or of the field, without case; does not find geometries.
    [[nodiscard]] ItemProperty const* find_item(std::string_view name) const noexcept;
    [[nodiscard]] bool is_geometry(std::string_view name) const noexcept;
};

/// From gml_include_items, gml_exclude_items, gml_mandatory_items, gml_default_items,
/// gml_optional_items, gml_xml_items, gml_geometries, gml_constants, gml_groups and the keys that
/// they name.
/// \param rules Gml: as GetFeatureInfo shows them, by the same keys with its prefixes. Values have
/// no types, features no ids, and without gml_geometries no geometry
[[nodiscard]] Properties properties_of(mapfile::Layer const& layer,
                                       std::span<feature::Field const> fields,
                                       mapfile::ItemRules rules = mapfile::ItemRules::Ogr);

/// One field with its alias and type, regardless of whether it is shown.
[[nodiscard]] ItemProperty describe_item(mapfile::Layer const& layer,
                                         std::span<feature::Field const> fields, std::size_t field);

/// The properties that are written of each feature.
struct Chosen {
    std::vector<std::size_t> items; ///< into Properties::items, ascending
    bool has_geometry = true;
};

/// \param names PROPERTYNAME: with prefixes; empty: the defaults; "*": all
/// \param unknown receives the first unknown name
/// \returns nullopt if there is an unknown one
[[nodiscard]] std::optional<Chosen>
choose(Properties const& properties, std::span<std::string const> names, std::string& unknown);

/// "roads/ns:name" as "name".
[[nodiscard]] std::string_view property_name(std::string_view path) noexcept;

} // namespace ms::ows
