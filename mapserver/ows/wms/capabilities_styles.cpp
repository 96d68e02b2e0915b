// SPDX-License-Identifier: MIT
#include "ows/wms/capabilities_styles.hpp"

#include "base/percent_encode.hpp"
#include "base/string.hpp"
#include "http/query_string.hpp"
#include "ows/common/metadata.hpp"
#include "ows/wms/capabilities_annotations.hpp"
#include "ows/wms/formats.hpp"
#include "ows/wms/get_legend_graphic.hpp"

#include <algorithm>

namespace ms::ows::wms {

namespace {

/// Whether it is one of a style: it has a NAME, as in MapServer.
bool is_shown(mapfile::Class const& class_)
{
    return !class_.name.empty();
}

/// The groups of classes that legends show, in the order of the mapfile.
std::vector<std::string_view> class_groups(mapfile::Layer const& layer)
{
    std::vector<std::string_view> groups;
    for (auto const& class_ : layer.classes) {
        bool const is_known = std::ranges::find(groups, class_.group) != groups.end();
        if (is_shown(class_) && !class_.group.empty() && !is_known) {
            groups.push_back(class_.group);
        }
    }
    return groups;
}

/// A legend image of the mapfile, written if all values that the schemas require are given.
/// \return whether the mapfile names one
bool write_named_legend(CapabilitiesWriter& writer, mapfile::StringMap const& metadata,
                        std::string const& key)
{
    auto const url = wms_value(metadata, key + "_href");
    if (url.empty()) {
        return false;
    }
    auto const width = wms_value(metadata, key + "_width");
    auto const height = wms_value(metadata, key + "_height");
    auto const format = wms_value(metadata, key + "_format");
    if (width.empty() || height.empty() || format.empty()) {
        return true;
    }
    writer.xml.open("LegendURL")
        .attribute("width", width)
        .attribute("height", height)
        .element("Format", format);
    write_link(writer.xml, url, LinkType::Simple);
    writer.xml.close();
    return true;
}

/// A request for the legend, with the size of the image that it answers.
void write_legend_request(CapabilitiesWriter& writer, LayerNode const& node, std::string_view style)
{
    auto const& format = writer.legend_format;
    if (!format) {
        return;
    }
    std::vector<std::size_t> layers;
    collect_layers(node, layers);
    bool const is_new = writer.version == Version::V130;
    auto const size = legend_size(writer.call, layers, style);
    auto const url = writer.online_resource + "version=" + std::string{to_text(writer.version)} +
                     "&service=WMS&request=GetLegendGraphic" +
                     (is_new ? "&sld_version=1.1.0" : "") + "&layer=" + percent_encode(node.name) +
                     "&format=" + percent_encode(*format) + "&STYLE=" + percent_encode(style);
    writer.xml.open("LegendURL")
        .attribute("width", std::to_string(size.width))
        .attribute("height", std::to_string(size.height))
        .element("Format", *format);
    write_link(writer.xml, url, LinkType::Simple);
    writer.xml.close();
}

void write_style(CapabilitiesWriter& writer, LayerNode const& node, mapfile::Layer const& layer,
                 std::string_view name)
{
    auto const key = "style_" + std::string{name};
    writer.xml.open("Style").element("Name", name);
    writer.xml.element("Title", first_of(wms_value(layer.metadata, key + "_title"), name));
    bool const has_url = writer.version != Version::V100;
    if (has_url && !write_named_legend(writer, layer.metadata, key + "_legendurl") &&
        !node.name.empty()) {
        write_legend_request(writer, node, name);
    }
    writer.xml.close();
}

/// The style of the map or a group: key + "name", "title" and "legendurl_*" of metadata.
void write_styled_group(CapabilitiesWriter& writer, LayerNode const& group,
                        mapfile::StringMap const& metadata, std::string const& key)
{
    auto const name = first_of(wms_value(metadata, key + "name"), "default");
    writer.xml.open("Style").element("Name", name);
    writer.xml.element("Title", first_of(wms_value(metadata, key + "title"), name));
    if (!write_named_legend(writer, metadata, key + "legendurl") && !group.name.empty()) {
        write_legend_request(writer, group, name);
    }
    writer.xml.close();
}

} // namespace

std::optional<std::string> legend_format(mapfile::Map const& map)
{
    auto const formats = legend_formats(map);
    auto const png = std::ranges::find(formats, "image/png", &mapfile::OutputFormat::mime_type);
    if (png != formats.end()) {
        return png->mime_type;
    }
    return formats.empty() ? std::nullopt : std::optional{formats.front().mime_type};
}

void collect_layers(LayerNode const& node, std::vector<std::size_t>& layers)
{
    if (node.layer) {
        layers.push_back(*node.layer);
    }
    for (auto const& child : node.children) {
        collect_layers(child, layers);
    }
}

std::vector<std::string> write_styles(CapabilitiesWriter& writer, LayerNode const& node,
                                      std::span<std::string const> inherited)
{
    auto const& layer = writer.map().layers[*node.layer];
    std::vector<std::string> written;
    // wms_style names the one style of a layer whose legend image the mapfile names.
    auto const style = std::string{wms_value(layer.metadata, "style")};
    auto const legend_key = "style_" + style + "_legendurl_href";
    if (!style.empty() && find_wms(layer.metadata, legend_key) != nullptr) {
        write_style(writer, node, layer, style);
        return written;
    }
    for (auto const group : class_groups(layer)) {
        // OGC 06-042, 7.2.4.6.5: a child inherits the styles of its parent.
        if (std::ranges::find(inherited, group) == inherited.end()) {
            write_style(writer, node, layer, group);
            written.emplace_back(group);
        }
    }
    bool const shows_anything = std::ranges::any_of(layer.classes, is_shown);
    bool const can_show = writer.version != Version::V100 && !node.name.empty();
    if (written.empty() && shows_anything && can_show) {
        write_style(writer, node, layer, "default");
    }
    return written;
}

void write_root_style(CapabilitiesWriter& writer, LayerNode const& root)
{
    // As MapServer: the map has a style if INSPIRE requires one.
    auto const& metadata = writer.metadata();
    if (find_wms(metadata, "inspire_capabilities") != nullptr &&
        find_wms(metadata, "style_name") != nullptr) {
        write_styled_group(writer, root, writer.metadata(), "style_");
    }
}

void write_group_style(CapabilitiesWriter& writer, LayerNode const& group,
                       mapfile::StringMap const* metadata)
{
    if (metadata != nullptr && writer.version != Version::V100) {
        write_styled_group(writer, group, *metadata, "group_style_");
    }
}

} // namespace ms::ows::wms
