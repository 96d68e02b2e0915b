// SPDX-License-Identifier: MIT
#include "base/string.hpp"
#include "ows/common/inspire.hpp"
#include "ows/common/online_resource.hpp"
#include "ows/common/service_parts.hpp"
#include "ows/common/update_sequence.hpp"
#include "ows/wfs/capabilities.hpp"
#include "ows/wfs/feature_types.hpp"
#include "ows/wfs/operations.hpp"
#include "ows/wfs/version.hpp"
#include "ows/wfs/wfs_exception.hpp"

#include <algorithm>
#include <array>

namespace ms::ows::wfs {

namespace {

constexpr std::string_view inspire_schemas = "https://inspire.ec.europa.eu/schemas";

std::string_view routine(Version version)
{
    switch (version) {
    case Version::V100:
        return "msWFSGetCapabilities()";
    case Version::V110:
        return "msWFSGetCapabilities11()";
    default:
        return "msWFSGetCapabilities20()";
    }
}

/// OGC 06-121r3, 7.3.4: an empty answer for a client that has this sequence, an error for one that
/// claims a later one, without a locator (table 25).
void check_update_sequence(Call const& call, Request const& request)
{
    auto const ours = value_of(Service::Wfs, call.map->web.metadata, "updatesequence");
    auto const& theirs = request.update_sequence;
    if (ours.empty() || theirs.empty()) {
        return;
    }
    auto const order = compare_update_sequences(theirs, ours);
    if (order >= 0) {
        throw WfsException{order == 0 ? "CurrentUpdateSequence" : "InvalidUpdateSequence",
                           order > 0 && request.version != Version::V100 ? "" : "updatesequence",
                           routine(request.version),
                           "UPDATESEQUENCE parameter (" + theirs + ") is " +
                               (order == 0 ? "equal to" : "higher than") + " server (" +
                               std::string{ours} + ")"};
    }
}

void write_sequence(CapabilitiesWriter& writer)
{
    if (auto const sequence = writer.value("updatesequence"); !sequence.empty()) {
        writer.xml.attribute("updateSequence", sequence);
    } else if (writer.version == Version::V100) {
        writer.xml.attribute("updateSequence", "0");
    }
}

void open_oldest(CapabilitiesWriter& writer)
{
    writer.xml.open("WFS_Capabilities").attribute("version", "1.0.0");
    write_sequence(writer);
    writer.xml.attribute("xmlns", "http://www.opengis.net/wfs")
        .attribute("xmlns:ogc", "http://www.opengis.net/ogc")
        .attribute("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance")
        .attribute("xsi:schemaLocation", "http://www.opengis.net/wfs " +
                                             schemas_location(writer.map(), Service::Wfs) +
                                             "/wfs/1.0.0/WFS-capabilities.xsd");
}

void open_middle(CapabilitiesWriter& writer)
{
    writer.xml.open("wfs:WFS_Capabilities")
        .attribute("xmlns:gml", "http://www.opengis.net/gml")
        .attribute("xmlns:wfs", "http://www.opengis.net/wfs")
        .attribute("xmlns:ows", "http://www.opengis.net/ows")
        .attribute("xmlns:xlink", "http://www.w3.org/1999/xlink")
        .attribute("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance")
        .attribute("xmlns:ogc", "http://www.opengis.net/ogc");
    if (auto const space = namespace_of(writer.map()); has_own_prefix(writer.map())) {
        writer.xml.attribute("xmlns:" + std::string{space.prefix}, space.uri);
    }
    writer.xml.attribute("xmlns", "http://www.opengis.net/wfs").attribute("version", "1.1.0");
    write_sequence(writer);
    writer.xml.attribute("xsi:schemaLocation", "http://www.opengis.net/wfs " +
                                                   schemas_location(writer.map(), Service::Wfs) +
                                                   "/wfs/1.1.0/wfs.xsd");
}

void open_newest(CapabilitiesWriter& writer)
{
    auto& xml = writer.xml;
    auto const space = namespace_of(writer.map());
    bool const has_inspire = inspire_scenario(writer.map(), Service::Wfs) != InspireScenario::None;
    auto schemas = "http://www.opengis.net/wfs/2.0 " +
                   schemas_location(writer.map(), Service::Wfs) + "/wfs/2.0/wfs.xsd";
    xml.open("wfs:WFS_Capabilities")
        .attribute("xmlns:gml", "http://www.opengis.net/gml/3.2")
        .attribute("xmlns:wfs", "http://www.opengis.net/wfs/2.0")
        .attribute("xmlns:ows", "http://www.opengis.net/ows/1.1")
        .attribute("xmlns:xlink", "http://www.w3.org/1999/xlink")
        .attribute("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance")
        .attribute("xmlns:fes", "http://www.opengis.net/fes/2.0");
    if (!space.prefix.empty()) {
        xml.attribute("xmlns:" + std::string{space.prefix}, space.uri);
    }
    if (has_inspire) {
        auto const* const place = writer.metadata().find("inspire_schemas_location");
        std::string const base = place == nullptr ? std::string{inspire_schemas} : *place;
        xml.attribute("xmlns:inspire_common", inspire_common_namespace)
            .attribute("xmlns:inspire_dls", "http://inspire.ec.europa.eu/schemas/inspire_dls/1.0");
        schemas += " http://inspire.ec.europa.eu/schemas/inspire_dls/1.0 " + base +
                   "/inspire_dls/1.0/inspire_dls.xsd " + std::string{inspire_common_namespace} +
                   ' ' + base + "/common/1.0/common.xsd";
    }
    xml.attribute("xmlns", "http://www.opengis.net/wfs/2.0").attribute("version", "2.0.0");
    write_sequence(writer);
    xml.attribute("xsi:schemaLocation", schemas);
}

struct Section {
    std::string_view name;
    void (*write)(CapabilitiesWriter&);
};

void write_service(CapabilitiesWriter& writer)
{
    std::array const versions{to_text(writer.version)};
    write_identification(
        {writer.xml, writer.metadata(), Service::Wfs},
        {.type = writer.version == Version::V110 ? "OGC WFS" : "WFS", .versions = versions});
}

void write_service_provider(CapabilitiesWriter& writer)
{
    write_provider({writer.xml, writer.metadata(), Service::Wfs});
}

constexpr std::array sections{Section{"ServiceIdentification", &write_service},
                              Section{"ServiceProvider", &write_service_provider},
                              Section{"OperationsMetadata", &write_operations},
                              Section{"FeatureTypeList", &write_feature_types},
                              Section{"Filter_Capabilities", &write_filter_capabilities}};

/// As in MapServer, 1.1.0 knows no sections.
bool is_requested(Request const& request, std::string_view section)
{
    return request.version != Version::V200 || request.sections.empty() ||
           std::ranges::any_of(request.sections, [&](std::string const& name) {
               return equals_ignoring_case(name, section) || equals_ignoring_case(name, "All");
           });
}

} // namespace

http::Response get_capabilities(Call const& call, Request const& request)
{
    check_update_sequence(call, request);
    XmlWriter xml{"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"};
    CapabilitiesWriter writer{call, request.version, online_resource(call, Service::Wfs), xml};
    if (request.version == Version::V100) {
        open_oldest(writer);
        write_oldest(writer);
    } else {
        request.version == Version::V110 ? open_middle(writer) : open_newest(writer);
        for (auto const& section : sections) {
            if (is_requested(request, section.name)) {
                section.write(writer);
            }
        }
    }
    xml.close();
    auto response = http::text_response(200, "text/xml; charset=UTF-8", xml.take());
    if (auto const age = parse_int(writer.value("http_max_age"))) {
        response.headers.emplace_back("Cache-Control", "max-age=" + std::to_string(*age));
    }
    return response;
}

} // namespace ms::ows::wfs
