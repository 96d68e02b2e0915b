// SPDX-License-Identifier: MIT
#include "ows/wms/capabilities_parts.hpp"

#include "base/string.hpp"
#include "ows/common/access.hpp"
#include "ows/common/metadata.hpp"
#include "ows/wms/formats.hpp"
#include "ows/wms/get_feature_info.hpp"
#include "ows/wms/inspire.hpp"
#include "ows/wms/styled_map.hpp"

#include <algorithm>
#include <array>

namespace ms::ows::wms {

namespace {

/// Puts the formats in the order of a list of MIME types and names.
void sort_as_listed(std::vector<mapfile::OutputFormat>& formats, std::string_view list)
{
    auto const names = split_list(list);
    std::ranges::stable_sort(formats, {}, [&](mapfile::OutputFormat const& format) {
        return std::ranges::find_if(names, [&](std::string const& name) {
            return equals_ignoring_case(name, format.mime_type) ||
                   equals_ignoring_case(name, format.name);
        });
    });
}

/// The MIME types of some formats, each once. As in MapServer, "image/png; mode=24bit" works
/// everywhere, being another name for PNG, but is advertised only when the mapfile speaks of it.
std::vector<std::string> mime_types(CapabilitiesWriter const& writer,
                                    std::vector<mapfile::OutputFormat> formats,
                                    std::string_view list_key)
{
    constexpr std::string_view png24 = "image/png; mode=24bit";
    auto const& declared = writer.map().output_formats;
    bool const is_spoken_of =
        find_wms(writer.metadata(), list_key) != nullptr ||
        std::ranges::find(declared, png24, &mapfile::OutputFormat::mime_type) != declared.end();
    if (!is_spoken_of) {
        std::erase_if(formats, [&](auto const& format) { return format.mime_type == png24; });
    }
    if (auto const* const list = find_wms(writer.metadata(), list_key)) {
        sort_as_listed(formats, *list);
    }
    std::vector<std::string> types;
    for (auto const& format : formats) {
        if (std::ranges::find(types, format.mime_type) == types.end()) {
            types.push_back(format.mime_type);
        }
    }
    return types;
}

void write_access_points(CapabilitiesWriter& writer)
{
    auto& xml = writer.xml;
    xml.open("DCPType").open("HTTP");
    for (auto const method : {"Get", "Post"}) {
        xml.open(method);
        if (writer.version == Version::V100) {
            xml.attribute("onlineResource", writer.online_resource);
        } else {
            write_link(xml, writer.online_resource);
        }
        xml.close();
    }
    xml.close().close();
}

void write_request(CapabilitiesWriter& writer, std::string_view operation,
                   std::vector<std::string> const& formats)
{
    writer.xml.open(operation);
    for (auto const& format : formats) {
        writer.xml.element("Format", format);
    }
    write_access_points(writer);
    writer.xml.close();
}

/// 1.0.0 has one element per known format inside a single <Format>.
void write_old_request(CapabilitiesWriter& writer, std::string_view operation,
                       std::vector<std::string_view> const& formats)
{
    writer.xml.open(operation).open("Format");
    for (auto const format : formats) {
        writer.xml.open(format).close();
    }
    writer.xml.close();
    write_access_points(writer);
    writer.xml.close();
}

std::vector<std::string_view> old_map_formats(CapabilitiesWriter const& writer)
{
    struct Row {
        std::string_view mime_type;
        std::string_view element;
    };
    constexpr std::array rows{Row{"image/gif", "GIF"}, Row{"image/png", "PNG"},
                              Row{"image/jpeg", "JPEG"}, Row{"image/tiff", "GeoTIFF"},
                              Row{"image/svg+xml", "SVG"}};
    auto const types = mime_types(writer, map_formats(writer.map()), "getmap_formatlist");
    std::vector<std::string_view> elements;
    for (auto const& row : rows) {
        if (std::ranges::find(types, row.mime_type) != types.end()) {
            elements.push_back(row.element);
        }
    }
    return elements;
}

void write_old_requests(CapabilitiesWriter& writer)
{
    writer.xml.open("Request");
    if (is_offered(writer.map(), "GetMap")) {
        write_old_request(writer, "Map", old_map_formats(writer));
    }
    write_old_request(writer, "Capabilities", {"WMS_XML"});
    if (is_offered(writer.map(), "GetFeatureInfo")) {
        write_old_request(writer, "FeatureInfo", {"MIME", "GML.1"});
    }
    writer.xml.close();
    writer.xml.open("Exception").open("Format");
    for (auto const form : {"BLANK", "INIMAGE", "WMS_XML"}) {
        writer.xml.open(form).close();
    }
    writer.xml.close().close();
    if (!is_compliance_mode(writer.map())) { // as MapServer, empty
        writer.xml.open("VendorSpecificCapabilities").close();
    }
}

/// The supported parts of SLD, unless wms_sld_enabled turns it off.
void write_symbolization(CapabilitiesWriter& writer)
{
    if (!is_sld_enabled(writer.map())) {
        return;
    }
    auto& xml = writer.xml;
    bool const is_new = writer.version == Version::V130;
    xml.open(is_new ? "sld:UserDefinedSymbolization" : "UserDefinedSymbolization")
        .attribute("SupportSLD", "1")
        .attribute("UserLayer", "0")
        .attribute("UserStyle", "1")
        .attribute("RemoteWFS", "0");
    if (is_new) {
        xml.attribute("InlineFeature", "0").attribute("RemoteWCS", "0");
    }
    xml.close();
}

/// OGC 02-070 (SLD 1.0) adds these operations to WMS 1.1.1; DescribeLayer is in the DTD of 1.1.0.
void write_sld_requests(CapabilitiesWriter& writer)
{
    bool const is_new = writer.version == Version::V130;
    if (is_offered(writer.map(), "DescribeLayer")) {
        write_request(writer, is_new ? "sld:DescribeLayer" : "DescribeLayer", {"text/xml"});
    }
    if (writer.version == Version::V110) {
        return;
    }
    if (is_offered(writer.map(), "GetLegendGraphic")) {
        write_request(
            writer, is_new ? "sld:GetLegendGraphic" : "GetLegendGraphic",
            mime_types(writer, legend_formats(writer.map()), "getlegendgraphic_formatlist"));
    }
    if (is_offered(writer.map(), "GetStyles")) {
        write_request(writer, is_new ? "ms:GetStyles" : "GetStyles", {"text/xml"});
    }
}

/// In the order of the DTD of 1.1.1; the schema of 1.3.0 knows extensions of any kind here.
void write_extensions(CapabilitiesWriter& writer)
{
    bool const is_new = writer.version == Version::V130;
    if (is_new) {
        write_symbolization(writer);
        write_inspire(writer);
        return;
    }
    if (has_inspire(writer.map(), writer.version) || !is_compliance_mode(writer.map())) {
        writer.xml.open("VendorSpecificCapabilities");
        write_inspire(writer);
        writer.xml.close();
    }
    write_symbolization(writer);
}

} // namespace

bool is_offered(mapfile::Map const& map, std::string_view operation)
{
    return is_enabled_for_all(map, operation);
}

void write_requests(CapabilitiesWriter& writer)
{
    if (writer.version == Version::V100) {
        write_old_requests(writer);
        return;
    }
    bool const is_new = writer.version == Version::V130;
    writer.xml.open("Request");
    write_request(writer, "GetCapabilities", {is_new ? "text/xml" : "application/vnd.ogc.wms_xml"});
    if (is_offered(writer.map(), "GetMap")) {
        write_request(writer, "GetMap",
                      mime_types(writer, map_formats(writer.map()), "getmap_formatlist"));
    }
    if (is_offered(writer.map(), "GetFeatureInfo")) {
        write_request(writer, "GetFeatureInfo", info_formats(writer.map()));
    }
    if (is_sld_enabled(writer.map())) {
        write_sld_requests(writer);
    }
    writer.xml.close();

    writer.xml.open("Exception");
    for (std::string_view const form : {"xml", "inimage", "blank"}) {
        writer.xml.element("Format",
                           is_new ? to_upper(form) : "application/vnd.ogc.se_" + std::string{form});
    }
    writer.xml.close();
    write_extensions(writer);
}

} // namespace ms::ows::wms
