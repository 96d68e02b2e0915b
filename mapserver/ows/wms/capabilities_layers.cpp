// SPDX-License-Identifier: MIT
#include "ows/wms/capabilities_parts.hpp"

#include "base/string.hpp"
#include "ows/common/bounding_boxes.hpp"
#include "ows/common/metadata.hpp"
#include "ows/wms/capabilities_annotations.hpp"
#include "ows/wms/capabilities_styles.hpp"
#include "ows/wms/layer_names.hpp"
#include "ows/wms/reference_system.hpp"
#include "render/query/pick.hpp"
#include "source/wms/server.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ms::ows::wms {

namespace {

/// Writes the tree, and omits what layers inherit.
class LayerSection {
public:
    explicit LayerSection(CapabilitiesWriter& writer)
        : m_writer(writer), m_xml(writer.xml),
          m_root_systems(offered_systems(writer.map(), writer.metadata(), writer.map().projection)),
          m_transformer({writer.map().proj_data()})
    {
        if (auto const name = wms_value(writer.metadata(), "style_name"); !name.empty()) {
            m_inherited_styles.emplace_back(name);
        }
    }

    void write_root(LayerNode const& root);

private:
    void write_node(LayerNode const& node);
    void write_group(LayerNode const& group);
    void write_layer(LayerNode const& node, mapfile::Layer const& layer);
    void write_systems(std::vector<std::string> const& systems);
    [[nodiscard]] bool is_queryable(LayerNode const& node) const;
    void write_queryable(LayerNode const& group);
    void write_boxes(Place const& place, std::vector<std::string> const& systems,
                     mapfile::StringMap const& metadata);
    void write_box_in(std::string const& name, Place const& place,
                      mapfile::StringMap const& metadata);
    void write_one_box(Place const& place, mapfile::StringMap const& metadata);
    void write_box(std::string const& name, geometry::Box const& box,
                   mapfile::StringMap const& metadata);
    void write_geographic_box(geometry::Box const& box);
    void write_scales(double min, double max);
    [[nodiscard]] std::string_view resolution_of(mapfile::StringMap const& metadata,
                                                 std::string_view key) const;

    [[nodiscard]] bool is_new() const noexcept { return m_writer.version == Version::V130; }
    [[nodiscard]] bool is_oldest() const noexcept { return m_writer.version == Version::V100; }

    CapabilitiesWriter& m_writer;
    XmlWriter& m_xml;
    std::vector<std::string> m_root_systems;
    std::vector<std::string> m_inherited_styles; ///< of the enclosing layers
    BoxTransformer m_transformer;
};

void LayerSection::write_root(LayerNode const& root)
{
    auto const& map = m_writer.map();
    auto const& metadata = m_writer.metadata();
    m_xml.open("Layer");
    if (!root.name.empty()) {
        write_queryable(root);
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
    bool const has_own = find_wms(metadata, "rootlayer_keywordlist") != nullptr ||
                         find_wms(metadata, "rootlayer_keywordlist_vocabulary") != nullptr;
    write_keywords(m_writer, metadata, has_own ? "rootlayer_keywordlist" : "keywordlist");
    write_systems(m_root_systems);
    if (auto const place = extent_of(map)) {
        write_boxes(*place, m_root_systems, metadata);
    }
    if (!is_oldest()) {
        write_attribution(m_writer, metadata);
        write_authority(m_writer, metadata);
        write_documents(m_writer, metadata, "metadataurl", "MetadataURL");
        write_documents(m_writer, metadata, "dataurl", "DataURL");
        write_root_style(m_writer, root);
    } else {
        write_metadata(m_writer, metadata, "dataurl_href", "DataURL");
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

/// The metadata of a group's layers contain its title and abstract; the first one that has them is
/// used.
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

/// Of a group of wms_layer_group, as in MapServer since 8.6.1: those of the first layer right in it
/// that has them, so that the levels of a path have titles of their own.
std::string_view path_metadata(mapfile::Map const& map, LayerNode const& group,
                               std::string_view key)
{
    for (auto const& child : group.children) {
        auto const value =
            child.layer ? wms_value(map.layers[*child.layer].metadata, key) : std::string_view{};
        if (!value.empty()) {
            return value;
        }
    }
    return {};
}

/// The metadata of the layer that names the style of its GROUP, else of the first layer in it;
/// nullptr for a group that only wms_layer_group defines.
mapfile::StringMap const* group_style_metadata(mapfile::Map const& map, LayerNode const& group)
{
    mapfile::StringMap const* first = nullptr;
    for (auto const& child : group.children) {
        if (!child.layer || map.layers[*child.layer].group.empty()) {
            continue;
        }
        auto const& metadata = map.layers[*child.layer].metadata;
        if (find_wms(metadata, "group_style_name") != nullptr) {
            return &metadata;
        }
        first = first == nullptr ? &metadata : first;
    }
    return first;
}

void LayerSection::write_group(LayerNode const& group)
{
    m_xml.open("Layer");
    write_queryable(group);
    m_xml.element("Name", group.name);
    auto const* const style = group_style_metadata(m_writer.map(), group);
    auto const text = [&](std::string_view key) {
        return style == nullptr ? path_metadata(m_writer.map(), group, key)
                                : group_metadata(m_writer.map(), group, key);
    };
    m_xml.element("Title", first_of(text("group_title"), group.name));
    auto const abstract = text("group_abstract");
    if (style != nullptr || !abstract.empty()) {
        m_xml.element("Abstract", first_of(abstract, group.name));
    }
    write_group_style(m_writer, group, style);
    for (auto const& child : group.children) {
        write_node(child);
    }
    m_xml.close();
}

void LayerSection::write_layer(LayerNode const& node, mapfile::Layer const& layer)
{
    auto const& metadata = layer.metadata;
    m_xml.open("Layer").attribute("queryable", is_queryable(node) ? "1" : "0");
    if (!is_oldest()) {
        m_xml.attribute("opaque", is_wms_set(metadata, "opaque") ? "1" : "0");
        m_xml.attribute("cascaded", source::wms::is_cascaded(layer) ? "1" : "0");
    }
    if (!node.name.empty()) {
        m_xml.element("Name", node.name);
    }
    m_xml.element("Title", first_of(wms_value(metadata, "title"), node.name));
    write_metadata(m_writer, metadata, "abstract", "Abstract");
    write_keywords(m_writer, metadata, "keywordlist");

    auto const own_systems = offered_systems(m_writer.map(), metadata, layer.projection);
    write_systems(own_systems);
    if (auto const place = extent_of(m_writer.call, layer)) {
        bool const inherits = wms_value(metadata, "srs").empty() && !m_root_systems.empty();
        write_boxes(*place, inherits ? m_root_systems : own_systems, metadata);
    }
    if (is_oldest()) {
        write_metadata(m_writer, metadata, "dataurl_href", "DataURL");
    } else {
        write_time(m_writer, metadata);
        write_dimensions(m_writer, layer);
        write_attribution(m_writer, metadata);
        write_authority(m_writer, metadata);
        write_metadata_urls(m_writer, node, metadata);
        write_documents(m_writer, metadata, "dataurl", "DataURL");
    }
    auto const own_styles = write_styles(m_writer, node, m_inherited_styles);
    write_scales(layer.min_scale_denominator, layer.max_scale_denominator);
    m_inherited_styles.insert(m_inherited_styles.end(), own_styles.begin(), own_styles.end());
    for (auto const& child : node.children) {
        write_node(child);
    }
    m_inherited_styles.resize(m_inherited_styles.size() - own_styles.size());
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

/// A group, or a layer with others in it, is queryable when something in it is.
bool LayerSection::is_queryable(LayerNode const& node) const
{
    std::vector<std::size_t> layers;
    collect_layers(node, layers);
    return std::ranges::any_of(layers, [&](std::size_t index) {
        return render::is_queryable(m_writer.map().layers[index]);
    });
}

/// MapServer omits the attribute if it would be "0".
void LayerSection::write_queryable(LayerNode const& group)
{
    if (is_queryable(group)) {
        m_xml.attribute("queryable", "1");
    }
}

/// One box, or with wms_bbox_extended "true" one in each CRS of wms_srs, as MapServer has them.
void LayerSection::write_boxes(Place const& place, std::vector<std::string> const& systems,
                               mapfile::StringMap const& metadata)
{
    if (auto const box = m_transformer.geographic(place)) {
        write_geographic_box(*box);
    }
    if (!is_wms_set(m_writer.metadata(), "bbox_extended") &&
        !is_wms_set(metadata, "bbox_extended")) {
        write_one_box(place, metadata);
        return;
    }
    for (auto const& name : systems) {
        write_box_in(name, place, metadata);
    }
}

/// A code that PROJ does not know is taken as the CRS of the data, as in MapServer: the mapfile's
/// author knows it.
void LayerSection::write_box_in(std::string const& name, Place const& place,
                                mapfile::StringMap const& metadata)
{
    auto const& system = m_transformer.system(name);
    if (!system.is_defined()) {
        write_box(name, place.box, metadata);
    } else if (auto const box = m_transformer.transform(place, system)) {
        write_box(name, in_protocol_order(*box, system, m_writer.version), metadata);
    }
}

/// One box, of a layer in the first CRS of wms_srs.
void LayerSection::write_one_box(Place const& place, mapfile::StringMap const& metadata)
{
    auto const words = split_words(wms_value(metadata, "srs"));
    auto const first = words.empty() ? std::string{} : std::string{words.front()};
    auto const& own = place.system.authority_code();
    bool const is_layer = &metadata != &m_writer.metadata();
    if (is_layer && !first.empty()) {
        write_box_in(first, place, metadata);
    } else if (auto const& name = own.empty() ? first : own; !name.empty()) {
        write_box(name, in_protocol_order(place.box, place.system, m_writer.version), metadata);
    }
}

/// Degrees to about a decimetre; other units with MapServer's six digits, which clients compare.
std::string coordinate(double value, bool is_degrees)
{
    return is_degrees ? fmt::format("{:.6f}", value) : fmt::format("{:g}", value);
}

void write_sides(XmlWriter& xml, geometry::Box const& box, bool is_degrees)
{
    xml.attribute("minx", coordinate(box.min_x, is_degrees))
        .attribute("miny", coordinate(box.min_y, is_degrees))
        .attribute("maxx", coordinate(box.max_x, is_degrees))
        .attribute("maxy", coordinate(box.max_y, is_degrees));
}

/// Of the layer, else of the map; as in MapServer also with the prefix of WFS.
std::string_view LayerSection::resolution_of(mapfile::StringMap const& metadata,
                                             std::string_view key) const
{
    auto const of = [&](mapfile::StringMap const& each) {
        auto const* const own = each.find(std::string{"wms_"}.append(key));
        return own == nullptr ? value_of(Service::Wfs, each, key) : std::string_view{*own};
    };
    return first_of(of(metadata), of(m_writer.metadata()));
}

void LayerSection::write_box(std::string const& name, geometry::Box const& box,
                             mapfile::StringMap const& metadata)
{
    m_xml.open("BoundingBox").attribute(is_new() ? "CRS" : "SRS", name);
    write_sides(m_xml, box, m_transformer.system(name).is_geographic());
    auto const resx = resolution_of(metadata, "resx");
    auto const resy = resolution_of(metadata, "resy");
    if (!resx.empty() && !resy.empty()) {
        m_xml.attribute("resx", resx).attribute("resy", resy);
    }
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
