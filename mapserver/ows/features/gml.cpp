// SPDX-License-Identifier: MIT
#include "ows/features/gml.hpp"

#include "base/string.hpp"
#include "base/xml_content.hpp"
#include "crs/transformation.hpp"
#include "ows/common/metadata.hpp"
#include "ows/features/items.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>

namespace ms::ows {

namespace {

using geometry::GeometryColumn;
using geometry::Kind;

std::string coordinates(std::span<geometry::Point const> points)
{
    std::string text;
    for (auto const& point : points) {
        if (!text.empty()) {
            text += ' ';
        }
        fmt::format_to(std::back_inserter(text), "{:.6f},{:.6f}", point.x, point.y);
    }
    return text;
}

/// Writes one geometry of the GML names; the caller closes the elements around it.
class GeometryWriter {
public:
    GeometryWriter(XmlWriter& xml, GeometryColumn const& column, std::string_view srs_name)
        : m_xml(xml), m_column(column), m_srs_name(srs_name)
    {}

    void open(std::string_view element)
    {
        m_xml.open(element);
        if (!m_srs_name.empty()) {
            m_xml.attribute("srsName", m_srs_name);
        }
    }

    void write_point(geometry::Point const& point)
    {
        open("gml:Point");
        m_xml.element("gml:coordinates", coordinates({&point, 1})).close();
    }

    void write_line(std::uint32_t ring)
    {
        open("gml:LineString");
        m_xml.element("gml:coordinates", coordinates(m_column.ring(ring))).close();
    }

    void write_polygon(std::uint32_t first_ring, std::uint32_t end_ring)
    {
        open("gml:Polygon");
        for (auto ring = first_ring; ring < end_ring; ++ring) {
            m_xml.open(ring == first_ring ? "gml:outerBoundaryIs" : "gml:innerBoundaryIs")
                .open("gml:LinearRing")
                .element("gml:coordinates", coordinates(m_column.ring(ring)))
                .close()
                .close();
        }
        m_xml.close();
    }

private:
    XmlWriter& m_xml;
    GeometryColumn const& m_column;
    std::string_view m_srs_name;
};

/// The parts of a feature as single geometries: points, lines, polygons.
template <typename Write>
void for_each_piece(GeometryColumn const& column, std::size_t feature, GeometryWriter& writer,
                    Write around)
{
    if (column.kinds[feature] == Kind::Point) {
        for (auto const& point : column.points_of(feature)) {
            around([&] { writer.write_point(point); });
        }
        return;
    }
    for (auto part = column.first_part(feature); part < column.feature_ends[feature]; ++part) {
        auto const first = column.first_ring(part);
        auto const end = column.part_ends[part];
        if (column.kinds[feature] == Kind::Line) {
            around([&] { writer.write_line(first); });
        } else {
            around([&] { writer.write_polygon(first, end); });
        }
    }
}

struct KindNames {
    std::string_view single, multi, element, member;
};

KindNames names_of(Kind kind)
{
    switch (kind) {
    case Kind::Point:
        return {"point", "multipoint", "gml:MultiPoint", "gml:pointMember"};
    case Kind::Line:
        return {"line", "multiline", "gml:MultiLineString", "gml:lineStringMember"};
    case Kind::Polygon:
        return {"polygon", "multipolygon", "gml:MultiPolygon", "gml:polygonMember"};
    case Kind::None:
        break;
    }
    return {};
}

std::size_t piece_count(GeometryColumn const& column, std::size_t feature)
{
    return column.kinds[feature] == Kind::Point
               ? column.points_of(feature).size()
               : column.feature_ends[feature] - column.first_part(feature);
}

/// gml_geometries: names of properties, with the value of gml_<name>_type.
struct GeometryProperty {
    std::string name;
    std::string type;
};

std::vector<GeometryProperty> geometry_properties(mapfile::Layer const& layer)
{
    std::vector<GeometryProperty> properties;
    if (auto const* const list = find_gml(layer.metadata, "geometries")) {
        for (auto const& name : split_list(*list)) {
            auto const* const type = find_gml(layer.metadata, name + "_type");
            if (!equals_ignoring_case(name, "none")) {
                properties.push_back({name, type == nullptr ? std::string{} : *type});
            }
        }
    }
    return properties;
}

/// The property that a feature is written as: one of its kind, a multi one if it has several parts.
GeometryProperty const* find_property(std::span<GeometryProperty const> properties,
                                      GeometryColumn const& column, std::size_t feature)
{
    auto const names = names_of(column.kinds[feature]);
    auto const of_type = [&](std::string_view type) -> GeometryProperty const* {
        auto const found = std::ranges::find_if(properties, [&](GeometryProperty const& property) {
            return property.type.empty() || equals_ignoring_case(property.type, type);
        });
        return found == properties.end() ? nullptr : &*found;
    };
    auto const* const single = of_type(names.single);
    auto const* const multi = of_type(names.multi);
    bool const has_several = piece_count(column, feature) > 1;
    return (has_several && multi != nullptr) || single == nullptr ? multi : single;
}

/// gml_groups: items that are written inside a separate element.
struct Group {
    std::string name;
    std::vector<std::string> items;
};

std::vector<Group> groups_of(mapfile::Layer const& layer)
{
    std::vector<Group> groups;
    if (auto const* const list = find_gml(layer.metadata, "groups")) {
        for (auto const& name : split_list(*list)) {
            auto const* const items = find_gml(layer.metadata, name + "_group");
            groups.push_back(
                {name, items == nullptr ? std::vector<std::string>{} : split_list(*items)});
        }
    }
    return groups;
}

bool holds(Group const& group, std::string_view field)
{
    return std::ranges::any_of(
        group.items, [&](std::string const& item) { return equals_ignoring_case(item, field); });
}

/// gml_xml_items: items whose values are markup already.
std::vector<std::string> markup_items_of(mapfile::Layer const& layer)
{
    auto const* const list = find_gml(layer.metadata, "xml_items");
    return list == nullptr ? std::vector<std::string>{} : split_list(*list);
}

/// False if gml_geometries is "none".
bool shows_places(mapfile::Layer const& layer)
{
    auto const* const list = find_gml(layer.metadata, "geometries");
    return list == nullptr || !equals_ignoring_case(trim(*list), "none");
}

/// The features of one layer.
class LayerWriter {
public:
    LayerWriter(XmlWriter& xml, render::PickedLayer const& picked, crs::Definition const& crs)
        : m_xml(xml), m_picked(picked), m_layer(picked.definition),
          m_items(visible_items(m_layer, picked.fields, ItemRules::Gml)),
          m_groups(groups_of(m_layer)), m_properties(geometry_properties(m_layer)),
          m_markup_items(markup_items_of(m_layer)), m_has_places(shows_places(m_layer)),
          m_srs_name(crs.authority_code()), m_shapes(picked.features.geometry)
    {
        crs::Transformation{picked.crs, crs}.forward(m_shapes.points);
    }

    void write()
    {
        m_xml.open(element_name(name("layername", "_layer")));
        if (auto const* const title = find_gml(m_layer.metadata, "title")) {
            m_xml.element("gml:name", *title);
        }
        auto const feature_name = element_name(name("featurename", "_feature"));
        for (std::size_t row = 0; row < m_shapes.size(); ++row) {
            m_xml.open(feature_name);
            write_bounds(row);
            if (auto const* const property = find_property(m_properties, m_shapes, row)) {
                write_gml_geometry(m_xml, m_shapes, row, property->name, property->type,
                                   m_srs_name);
            }
            write_items(row);
            m_xml.close();
        }
        m_xml.close();
    }

private:
    [[nodiscard]] std::string name(std::string_view key, std::string_view suffix) const
    {
        auto const* const given = find_gml(m_layer.metadata, key);
        return given == nullptr ? m_layer.name + std::string{suffix} : *given;
    }

    void write_bounds(std::size_t row)
    {
        auto const box = m_shapes.box_of(row);
        if (box.is_empty() || !m_has_places) {
            return;
        }
        m_xml.open("gml:boundedBy").open("gml:Box");
        if (!m_srs_name.empty()) {
            m_xml.attribute("srsName", m_srs_name);
        }
        geometry::Point const corners[]{{box.min_x, box.min_y}, {box.max_x, box.max_y}};
        m_xml.element("gml:coordinates", coordinates(corners)).close().close();
    }

    void write_item(Item const& item, std::size_t row)
    {
        auto const& column = m_picked.features.attributes[item.field];
        auto const& field = m_picked.fields[item.field].name;
        auto const value = column[row];
        if (auto const* const text = find_gml(m_layer.metadata, field + "_template")) {
            m_xml.markup(replace_all(*text, "$value", escape_xml(value)));
        } else if (std::ranges::find(m_markup_items, field) != m_markup_items.end() &&
                   is_xml_content(value)) {
            m_xml.open(element_name(item.name)).markup(value).close();
        } else {
            m_xml.element(element_name(item.name), value);
        }
    }

    /// Items outside of groups, constants, then the groups.
    void write_items(std::size_t row)
    {
        auto const field_of = [&](Item const& item) { return m_picked.fields[item.field].name; };
        for (auto const& item : m_items) {
            if (std::ranges::none_of(
                    m_groups, [&](Group const& group) { return holds(group, field_of(item)); })) {
                write_item(item, row);
            }
        }
        if (auto const* const list = find_gml(m_layer.metadata, "constants")) {
            for (auto const& constant : split_list(*list)) {
                if (auto const* const value = find_gml(m_layer.metadata, constant + "_value")) {
                    m_xml.element(element_name(constant), *value);
                }
            }
        }
        for (auto const& group : m_groups) {
            m_xml.open(element_name(group.name));
            for (auto const& item : m_items) {
                if (holds(group, field_of(item))) {
                    write_item(item, row);
                }
            }
            m_xml.close();
        }
    }

    XmlWriter& m_xml;
    render::PickedLayer const& m_picked;
    mapfile::Layer const& m_layer;
    std::vector<Item> m_items;
    std::vector<Group> m_groups;
    std::vector<GeometryProperty> m_properties;
    std::vector<std::string> m_markup_items;
    bool m_has_places;
    std::string m_srs_name;
    GeometryColumn m_shapes; ///< in the CRS of the answer
};

/// Layers' names may have a prefix ("cite:Lakes"), which only its declaration makes well-formed.
void declare_prefixes(XmlWriter& xml, render::Selection const& selection)
{
    std::vector<std::string> declared{"", "gml", "xlink", "xsi", "xml", "xmlns"};
    for (auto const& picked : selection.layers) {
        auto const name = element_name(picked.definition.name);
        auto const colon = name.find(':');
        auto const prefix = name.substr(0, colon);
        if (colon != std::string::npos && std::ranges::find(declared, prefix) == declared.end()) {
            xml.attribute("xmlns:" + prefix, "http://mapserver.gis.umn.edu/mapserver");
            declared.push_back(prefix);
        }
    }
}

} // namespace

void write_gml_geometry(XmlWriter& xml, GeometryColumn const& column, std::size_t feature,
                        std::string_view name, std::string_view type, std::string_view srs_name)
{
    auto const names = names_of(column.kinds[feature]);
    if (names.element.empty()) {
        return;
    }
    GeometryWriter writer{xml, column, srs_name};
    bool const is_any = type.empty() && piece_count(column, feature) > 1;
    if (!is_any && !equals_ignoring_case(type, names.multi)) {
        for_each_piece(column, feature, writer, [&](auto write) {
            xml.open(element_name(name));
            write();
            xml.close();
        });
        return;
    }
    xml.open(element_name(name));
    writer.open(names.element);
    GeometryWriter member{xml, column, {}}; // the enclosing element has the srsName of all members
    for_each_piece(column, feature, member, [&](auto write) {
        xml.open(names.member);
        write();
        xml.close();
    });
    xml.close().close();
}

std::string gml_document(GmlPage const& page, render::Selection const& selection)
{
    auto const& metadata = page.map.web.metadata;
    auto const* const root = find_gml(metadata, "rootname");
    XmlWriter xml{"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"};
    xml.open(root == nullptr ? "msGMLOutput" : element_name(*root));
    if (auto const* const uri = find_gml(metadata, "uri")) {
        xml.attribute("xmlns", *uri);
    }
    xml.attribute("xmlns:gml", "http://www.opengis.net/gml")
        .attribute("xmlns:xlink", "http://www.w3.org/1999/xlink")
        .attribute("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance");
    declare_prefixes(xml, selection);
    if (auto const* const schema = find_gml(metadata, "schema")) {
        xml.attribute("xsi:schemaLocation", *schema);
    }
    if (auto const* const description = find_gml(metadata, "description")) {
        xml.element("gml:description", *description);
    }
    for (auto const& picked : selection.layers) {
        LayerWriter{xml, picked, page.crs}.write();
    }
    xml.close();
    return xml.take();
}

} // namespace ms::ows
