// SPDX-License-Identifier: MIT
#include "ows/wms/capabilities_parts.hpp"

#include "base/string.hpp"
#include "ows/metadata.hpp"
#include "ows/wms/bounding_boxes.hpp"
#include "ows/wms/capabilities_annotations.hpp"
#include "ows/wms/capabilities_styles.hpp"
#include "ows/wms/layer_names.hpp"
#include "ows/wms/reference_system.hpp"
#include "render/pick.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ms::ows::wms {

namespace {

/// Writes the tree; knows what layers inherit.
class LayerSection {
public:
    explicit LayerSection(CapabilitiesWriter& writer)
        : m_writer(writer), m_xml(writer.xml),
          m_root_systems(offered_systems(writer.metadata(), writer.map().projection))
    {}

    void write_root(LayerNode const& root);

private:
    void write_node(LayerNode const& node);
    void write_group(LayerNode const& group);
    void write_layer(LayerNode const& node, mapfile::Layer const& layer);
    void write_systems(std::vector<std::string> const& systems);
    void write_boxes(Place const& place, std::vector<std::string> const& systems);
    void write_box(std::string const& name, geometry::Box const& box);
    void write_geographic_box(geometry::Box const& box);
    void write_scales(double min, double max);

    [[nodiscard]] bool is_new() const noexcept { return m_writer.version == Version::V130; }
    [[nodiscard]] bool is_oldest() const noexcept { return m_writer.version == Version::V100; }

    CapabilitiesWriter& m_writer;
    XmlWriter& m_xml;
    std::vector<std::string> m_root_systems;
    BoxTransformer m_transformer;
};

bool is_queryable(mapfile::Map const& map, mapfile::Layer const& layer)
{
    return is_offered(map, "GetFeatureInfo") && render::is_queryable(layer);
}

void LayerSection::write_root(LayerNode const& root)
{
    auto const& map = m_writer.map();
    auto const& metadata = m_writer.metadata();
    bool const any_queryable = std::ranges::any_of(
        map.layers, [&](mapfile::Layer const& layer) { return is_queryable(map, layer); });

    m_xml.open("Layer");
    if (any_queryable) {
        m_xml.attribute("queryable", "1");
    }
    if (!root.name.empty()) {
        m_xml.element("Name", root.name);
    }
    auto const title =
        first_of(wms_value(metadata, "rootlayer_title"), wms_value(metadata, "title"));
    m_xml.element("Title", first_of(title, map.name));
    auto const abstract =
        first_of(wms_value(metadata, "rootlayer_abstract"), wms_value(metadata, "abstract"));
    if (auto const text = first_of(abstract, map.name); !text.empty()) {
        m_xml.element("Abstract", text);
    }
    bool const has_own = find_wms(metadata, "rootlayer_keywordlist") != nullptr;
    write_keywords(m_writer, metadata, has_own ? "rootlayer_keywordlist" : "keywordlist");
    write_systems(m_root_systems);
    if (auto const place = extent_of(map)) {
        write_boxes(*place, m_root_systems);
    }
    if (!is_oldest()) {
        write_attribution(m_writer, metadata);
        write_authority(m_writer, metadata);
        write_documents(m_writer, metadata, "metadataurl", "MetadataURL");
    }
    write_scales(map.web.min_scale_denominator, map.web.max_scale_denominator);
    for (auto const& child : root.children) {
        write_node(child);
    }
    m_xml.close();
}

void LayerSection::write_node(LayerNode const& node)
{
    if (node.layer) {
        write_layer(node, m_writer.map().layers[*node.layer]);
    } else {
        write_group(node);
    }
}

/// A group's title and abstract stand in its layers; the first that has them speaks for it.
std::string_view group_metadata(mapfile::Map const& map, LayerNode const& group,
                                std::string_view key)
{
    for (auto const& child : group.children) {
        auto const value = child.layer ? wms_value(map.layers[*child.layer].metadata, key)
                                       : group_metadata(map, child, key);
        if (!value.empty()) {
            return value;
        }
    }
    return {};
}

void LayerSection::write_group(LayerNode const& group)
{
    m_xml.open("Layer").element("Name", group.name);
    // wms_group_title belongs to GROUP; with wms_layer_group it would name every level alike.
    bool const has_layers = std::ranges::any_of(
        group.children, [](LayerNode const& child) { return child.layer.has_value(); });
    auto const title = has_layers ? group_metadata(m_writer.map(), group, "group_title") : "";
    m_xml.element("Title", first_of(title, group.name));
    if (auto const abstract = group_metadata(m_writer.map(), group, "group_abstract");
        has_layers && !abstract.empty()) {
        m_xml.element("Abstract", abstract);
    }
    write_group_style(m_writer, group);
    for (auto const& child : group.children) {
        write_node(child);
    }
    m_xml.close();
}

void LayerSection::write_layer(LayerNode const& node, mapfile::Layer const& layer)
{
    auto const& metadata = layer.metadata;
    m_xml.open("Layer").attribute("queryable", is_queryable(m_writer.map(), layer) ? "1" : "0");
    if (!is_oldest()) {
        m_xml.attribute("opaque", is_wms_set(metadata, "opaque") ? "1" : "0");
        m_xml.attribute("cascaded", "0");
    }
    if (!node.name.empty()) {
        m_xml.element("Name", node.name);
    }
    m_xml.element("Title", first_of(wms_value(metadata, "title"), node.name));
    write_metadata(m_writer, metadata, "abstract", "Abstract");
    write_keywords(m_writer, metadata, "keywordlist");

    auto const own_systems = offered_systems(metadata, layer.projection);
    auto systems = m_root_systems;
    std::ranges::copy_if(own_systems, std::back_inserter(systems), [&](std::string const& name) {
        return std::ranges::find(m_root_systems, name) == m_root_systems.end();
    });
    write_systems(own_systems);
    if (auto const place = extent_of(m_writer.call, layer)) {
        write_boxes(*place, systems);
    }
    if (is_oldest()) {
        write_metadata(m_writer, metadata, "dataurl_href", "DataURL");
    } else {
        write_time(m_writer, metadata);
        write_dimensions(m_writer, layer);
        write_attribution(m_writer, metadata);
        write_authority(m_writer, metadata);
        write_documents(m_writer, metadata, "metadataurl", "MetadataURL");
        write_documents(m_writer, metadata, "dataurl", "DataURL");
    }
    write_styles(m_writer, node);
    write_scales(layer.min_scale_denominator, layer.max_scale_denominator);
    m_xml.close();
}

void LayerSection::write_systems(std::vector<std::string> const& systems)
{
    bool const is_one_list = m_writer.version == Version::V100 || m_writer.version == Version::V110;
    if (is_one_list) {
        if (!systems.empty()) {
            m_xml.element("SRS", fmt::format("{}", fmt::join(systems, " ")));
        }
        return;
    }
    for (auto const& name : systems) {
        m_xml.element(is_new() ? "CRS" : "SRS", name);
    }
}

/// The box in the system the data are in; wms_bbox_extended "true" asks for all that are offered.
void LayerSection::write_boxes(Place const& place, std::vector<std::string> const& systems)
{
    if (auto const box = m_transformer.geographic(place)) {
        write_geographic_box(*box);
    }
    if (!is_wms_set(m_writer.metadata(), "bbox_extended")) {
        auto const& own = place.system.authority_code();
        if (!own.empty()) {
            write_box(own, in_protocol_order(place.box, place.system, m_writer.version));
            return;
        }
    }
    for (auto const& name : systems) {
        auto const& system = m_transformer.system(name);
        auto const box =
            system.is_defined() ? m_transformer.transform(place, system) : std::nullopt;
        if (box) {
            write_box(name, in_protocol_order(*box, system, m_writer.version));
        }
    }
}

/// Degrees to about a decimetre, other units to a thousandth.
std::string coordinate(double value, bool is_degrees)
{
    return is_degrees ? fmt::format("{:.6f}", value) : fmt::format("{:.3f}", value);
}

void write_sides(XmlWriter& xml, geometry::Box const& box, bool is_degrees)
{
    xml.attribute("minx", coordinate(box.min_x, is_degrees))
        .attribute("miny", coordinate(box.min_y, is_degrees))
        .attribute("maxx", coordinate(box.max_x, is_degrees))
        .attribute("maxy", coordinate(box.max_y, is_degrees));
}

void LayerSection::write_box(std::string const& name, geometry::Box const& box)
{
    m_xml.open("BoundingBox").attribute(is_new() ? "CRS" : "SRS", name);
    write_sides(m_xml, box, m_transformer.system(name).is_geographic());
    m_xml.close();
}

void LayerSection::write_geographic_box(geometry::Box const& box)
{
    if (!is_new()) {
        m_xml.open("LatLonBoundingBox");
        write_sides(m_xml, box, true);
        m_xml.close();
        return;
    }
    m_xml.open("EX_GeographicBoundingBox")
        .element("westBoundLongitude", coordinate(box.min_x, true))
        .element("eastBoundLongitude", coordinate(box.max_x, true))
        .element("southBoundLatitude", coordinate(box.min_y, true))
        .element("northBoundLatitude", coordinate(box.max_y, true))
        .close();
}

/// OGC 01-068r3, 7.1.4.5.8: the diagonal of a pixel, in metres on the ground.
std::string scale_hint(double scale_denominator, double resolution)
{
    constexpr double inches_per_meter = 39.3701; // as in MapServer's scales
    double const pixel = std::max(scale_denominator, 0.0) / (inches_per_meter * resolution);
    return format_double(pixel * std::numbers::sqrt2);
}

void LayerSection::write_scales(double min, double max)
{
    if (is_new()) {
        if (min > 0) {
            m_xml.element("MinScaleDenominator", format_double(min));
        }
        if (max > 0) {
            m_xml.element("MaxScaleDenominator", format_double(max));
        }
    } else if (min > 0 || max > 0) {
        auto const resolution = m_writer.map().resolution;
        m_xml.open("ScaleHint")
            .attribute("min", scale_hint(min, resolution))
            .attribute("max", scale_hint(max, resolution))
            .close();
    }
}

} // namespace

void write_layers(CapabilitiesWriter& writer)
{
    LayerSection{writer}.write_root(layer_tree(writer.map()));
}

} // namespace ms::ows::wms
