// SPDX-License-Identifier: MIT
#include "ows/wms/get_capabilities.hpp"

#include "base/string.hpp"
#include "ows/common/metadata.hpp"
#include "ows/common/online_resource.hpp"
#include "ows/common/update_sequence.hpp"
#include "ows/wms/capabilities_parts.hpp"
#include "ows/wms/capabilities_styles.hpp"
#include "ows/wms/inspire.hpp"
#include "ows/wms/wms_exception.hpp"

namespace ms::ows::wms {

namespace {

constexpr std::string_view declaration =
    "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n";

/// OGC 01-068r3, Annex A.1 leaves VendorSpecificCapabilities undeclared: its content is to be
/// declared in the internal subset of the document.
std::string internal_subset(Version version, mapfile::Map const& map)
{
    if (has_inspire(map, version)) {
        return " [\n" + inspire_declarations() + "]";
    }
    return is_compliance_mode(map) ? "" : " [\n<!ELEMENT VendorSpecificCapabilities EMPTY>\n]";
}

std::string prolog(Version version, mapfile::Map const& map)
{
    auto const doctype = [&](std::string_view file) {
        return std::string{declaration} + "<!DOCTYPE WMT_MS_Capabilities SYSTEM \"" +
               escape_xml(schemas_location(map)) + "/wms/" + std::string{file} + "\"" +
               internal_subset(version, map) + ">\n";
    };
    switch (version) {
    case Version::V100:
        return doctype("1.0.0/capabilities_1_0_0.dtd");
    case Version::V110:
        return doctype("1.1.0/capabilities_1_1_0.dtd");
    case Version::V111:
        return doctype("1.1.1/WMS_MS_Capabilities.dtd");
    default:
        return std::string{declaration};
    }
}

std::string_view content_type(Version version)
{
    return version == Version::V110 || version == Version::V111
               ? "application/vnd.ogc.wms_xml; charset=UTF-8"
               : "text/xml; charset=UTF-8";
}

void open_root(CapabilitiesWriter& writer)
{
    auto& xml = writer.xml;
    bool const is_new = writer.version == Version::V130;
    xml.open(is_new ? "WMS_Capabilities" : "WMT_MS_Capabilities")
        .attribute("version", to_text(writer.version));
    if (auto const sequence = wms_value(writer.metadata(), "updatesequence"); !sequence.empty()) {
        xml.attribute("updateSequence", sequence);
    }
    if (is_new) {
        auto const schemas = schemas_location(writer.map());
        bool const is_extended = has_inspire(writer.map(), writer.version);
        if (is_extended) {
            xml.attribute("xmlns:inspire_common", inspire_common_namespace)
                .attribute("xmlns:inspire_vs", inspire_view_namespace);
        }
        // The operations of SLD, and MapServer's GetStyles, have separate namespaces.
        xml.attribute("xmlns", "http://www.opengis.net/wms")
            .attribute("xmlns:sld", "http://www.opengis.net/sld")
            .attribute("xmlns:ms", "http://mapserver.gis.umn.edu/mapserver")
            .attribute("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance")
            .attribute("xsi:schemaLocation",
                       "http://www.opengis.net/wms " + schemas +
                           "/wms/1.3.0/capabilities_1_3_0.xsd http://www.opengis.net/sld " +
                           schemas + "/sld/1.1.0/sld_capabilities.xsd " +
                           (is_extended ? std::string{inspire_schemas} + ' ' : "") +
                           "http://mapserver.gis.umn.edu/mapserver " + writer.online_resource +
                           "service=WMS&version=1.3.0&request=GetSchemaExtension");
    }
}

/// OGC 06-042, 7.2.3.5: an empty answer for a client that has this sequence, an error for one that
/// claims a later one.
void check_update_sequence(Call const& call)
{
    auto const ours = wms_value(call.map->web.metadata, "updatesequence");
    auto const theirs = call.parameters().value("UPDATESEQUENCE");
    if (ours.empty() || theirs.empty()) {
        return;
    }
    auto const order = compare_update_sequences(theirs, ours);
    if (order == 0) {
        throw WmsException{"CurrentUpdateSequence", "msWMSGetCapabilities()",
                           "UPDATESEQUENCE parameter (" + std::string{theirs} +
                               ") is equal to server (" + std::string{ours} + ")"};
    }
    if (order > 0) {
        throw WmsException{"InvalidUpdateSequence", "msWMSGetCapabilities()",
                           "UPDATESEQUENCE parameter (" + std::string{theirs} +
                               ") is higher than server (" + std::string{ours} + ")"};
    }
}

} // namespace

http::Response get_capabilities(Call const& call)
{
    auto const version = negotiated_version(call.parameters(), call.map->web.metadata);
    check_update_sequence(call);

    XmlWriter xml{prolog(version, *call.map)};
    CapabilitiesWriter writer{call, version, online_resource(call), xml, legend_format(*call.map)};
    open_root(writer);
    write_service(writer);
    xml.open("Capability");
    write_requests(writer);
    write_layers(writer);
    xml.close().close();

    auto response = http::text_response(200, std::string{content_type(version)}, xml.take());
    if (auto const age = parse_int(wms_value(call.map->web.metadata, "http_max_age"))) {
        response.headers.emplace_back("Cache-Control", "max-age=" + std::to_string(*age));
    }
    return response;
}

} // namespace ms::ows::wms
