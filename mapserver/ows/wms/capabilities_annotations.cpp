// SPDX-License-Identifier: MIT
#include "ows/wms/capabilities_annotations.hpp"

#include "base/percent_encode.hpp"
#include "base/string.hpp"
#include "http/query_string.hpp"
#include "ows/common/metadata.hpp"
#include "ows/wms/dimensions.hpp"

#include <algorithm>

namespace ms::ows::wms {

namespace {

bool is_new(CapabilitiesWriter const& writer) noexcept
{
    return writer.version == Version::V130;
}

/// <key>_href with its <key>_format, and for metadata <key>_type.
void write_document(CapabilitiesWriter& writer, mapfile::StringMap const& metadata,
                    std::string const& key, std::string_view element)
{
    auto const url = wms_value(metadata, key + "_href");
    auto const format = wms_value(metadata, key + "_format");
    auto const type = wms_value(metadata, key + "_type");
    bool const is_typed = element == "MetadataURL";
    if (url.empty() || format.empty() || (is_typed && type.empty())) {
        return; // the schemas want them all
    }
    writer.xml.open(element);
    if (is_typed) {
        writer.xml.attribute("type", type);
    }
    writer.xml.element("Format", format);
    write_link(writer.xml, url, LinkType::Simple);
    writer.xml.close();
}

/// The DTD of 1.1.0 does not know the attribute, which MapServer writes there all the same.
void write_nearest_value(CapabilitiesWriter& writer, bool has_nearest_value)
{
    if (writer.version != Version::V110 || !is_compliance_mode(writer.map())) {
        writer.xml.attribute("nearestValue", has_nearest_value ? "1" : "0");
    }
}

} // namespace

void write_time(CapabilitiesWriter& writer, mapfile::StringMap const& metadata)
{
    auto const extent = wms_value(metadata, "timeextent");
    if (extent.empty()) {
        return;
    }
    auto const default_time = wms_value(metadata, "timedefault");
    writer.xml.open("Dimension").attribute("name", "time").attribute("units", "ISO8601");
    if (!is_new(writer)) {
        writer.xml.close();
        writer.xml.open("Extent").attribute("name", "time");
    }
    if (!default_time.empty()) {
        writer.xml.attribute("default", default_time);
    }
    if (is_new(writer) && is_wms_set(metadata, "time_multiplevalues")) {
        writer.xml.attribute("multipleValues", "1");
    }
    write_nearest_value(writer, is_wms_set(metadata, "time_nearestvalue"));
    writer.xml.text(extent).close();
}

void write_dimensions(CapabilitiesWriter& writer, mapfile::Layer const& layer)
{
    for (auto const& dimension : dimensions_of(layer)) {
        auto& xml = writer.xml;
        xml.open("Dimension").attribute("name", dimension.name).attribute("units", dimension.units);
        if (!dimension.unit_symbol.empty()) {
            xml.attribute("unitSymbol", dimension.unit_symbol);
        }
        if (!is_new(writer)) {
            xml.close();
            xml.open("Extent").attribute("name", dimension.name);
        }
        if (!dimension.default_value.empty()) {
            xml.attribute("default", dimension.default_value);
        }
        if (is_new(writer)) {
            xml.attribute("multipleValues", dimension.has_multiple_values ? "1" : "0");
        }
        write_nearest_value(writer, dimension.has_nearest_value);
        xml.text(dimension.extent).close();
    }
}

void write_attribution(CapabilitiesWriter& writer, mapfile::StringMap const& metadata)
{
    auto const title = wms_value(metadata, "attribution_title");
    auto const url = wms_value(metadata, "attribution_onlineresource");
    auto const logo = wms_value(metadata, "attribution_logourl_href");
    auto const format = wms_value(metadata, "attribution_logourl_format");
    auto const width = wms_value(metadata, "attribution_logourl_width");
    auto const height = wms_value(metadata, "attribution_logourl_height");
    bool const has_logo = !logo.empty() && !format.empty() && !width.empty() && !height.empty();
    // As MapServer: the width of a logo is enough for the element.
    if (title.empty() && url.empty() && width.empty()) {
        return;
    }
    writer.xml.open("Attribution");
    if (!title.empty()) {
        writer.xml.element("Title", title);
    }
    if (!url.empty()) {
        write_link(writer.xml, url);
    }
    if (has_logo) {
        writer.xml.open("LogoURL")
            .attribute("width", width)
            .attribute("height", height)
            .element("Format", format);
        write_link(writer.xml, logo, LinkType::Simple);
        writer.xml.close();
    }
    writer.xml.close();
}

void write_authority(CapabilitiesWriter& writer, mapfile::StringMap const& metadata)
{
    auto const name = wms_value(metadata, "authorityurl_name");
    auto const url = wms_value(metadata, "authorityurl_href");
    if (!name.empty() && !url.empty()) {
        writer.xml.open("AuthorityURL").attribute("name", name);
        write_link(writer.xml, url);
        writer.xml.close();
    }
    auto const authority = wms_value(metadata, "identifier_authority");
    auto const value = wms_value(metadata, "identifier_value");
    if (!authority.empty() && !value.empty()) {
        writer.xml.open("Identifier").attribute("authority", authority).text(value).close();
    }
}

void write_metadata_urls(CapabilitiesWriter& writer, LayerNode const& node,
                         mapfile::StringMap const& metadata)
{
    bool const has_own = find_wms(metadata, "metadataurl_list") != nullptr ||
                         find_wms(metadata, "metadataurl_href") != nullptr;
    if (has_own || node.name.empty()) {
        write_documents(writer, metadata, "metadataurl", "MetadataURL");
        return;
    }
    writer.xml.open("MetadataURL")
        .attribute("type", first_of(wms_value(metadata, "metadataurl_type"), "TC211"))
        .element("Format", first_of(wms_value(metadata, "metadataurl_format"), "text/xml"));
    write_link(writer.xml,
               writer.online_resource + "request=GetMetadata&layer=" + percent_encode(node.name),
               LinkType::Simple);
    writer.xml.close();
}

void write_documents(CapabilitiesWriter& writer, mapfile::StringMap const& metadata,
                     std::string_view key, std::string_view element)
{
    std::string const prefix{key};
    auto const* const list = find_wms(metadata, prefix + "_list");
    if (list == nullptr) {
        write_document(writer, metadata, prefix, element);
        return;
    }
    for (auto const name : split_words(*list)) {
        write_document(writer, metadata, prefix + '_' + std::string{name}, element);
    }
}

} // namespace ms::ows::wms
