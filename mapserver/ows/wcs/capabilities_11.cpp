// SPDX-License-Identifier: MIT
#include "ows/common/access.hpp"
#include "ows/common/online_resource.hpp"
#include "ows/common/service_parts.hpp"
#include "ows/wcs/documents.hpp"
#include "ows/wcs/formats.hpp"
#include "ows/wcs/metadata_links.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ms::ows::wcs {

namespace {

using Values = std::vector<std::string>;

void write_parameter(XmlWriter& xml, std::string_view name, Values const& values)
{
    xml.open("ows:Parameter").attribute("name", name).open("ows:AllowedValues");
    for (auto const& value : values) {
        xml.element("ows:Value", value);
    }
    xml.close().close();
}

void open_operation(XmlWriter& xml, std::string_view name, std::string_view url,
                    std::string const& version)
{
    xml.open("ows:Operation").attribute("name", name).open("ows:DCP").open("ows:HTTP");
    for (auto const* const method : {"ows:Get", "ows:Post"}) {
        xml.open(method).attribute("xlink:type", "simple").attribute("xlink:href", url).close();
    }
    xml.close().close();
    write_parameter(xml, "service", {"WCS"});
    write_parameter(xml, "version", {version});
}

Values names_of(Call const& call, std::string_view operation)
{
    Values names;
    for (auto const layer : coverage_layers(*call.map, operation)) {
        names.push_back(call.map->layers[layer].name);
    }
    return names;
}

void write_operations_11(XmlWriter& xml, Call const& call, Request const& request)
{
    auto const url = online_resource(call, Service::Wcs);
    xml.open("ows:OperationsMetadata");
    auto const begin = [&](std::string_view operation) {
        bool const is_enabled = is_enabled_for_any(*call.map, operation, Service::Wcs);
        if (is_enabled) {
            open_operation(xml, operation, url, request.version);
        }
        return is_enabled;
    };
    if (begin("GetCapabilities")) {
        xml.close();
    }
    if (begin("DescribeCoverage")) {
        write_parameter(xml, "identifiers", names_of(call, "DescribeCoverage"));
        xml.close();
    }
    if (begin("GetCoverage")) {
        write_parameter(xml, "Identifier", names_of(call, "GetCoverage"));
        write_parameter(xml, "InterpolationType", {"NEAREST_NEIGHBOUR", "BILINEAR"});
        write_parameter(xml, "format", mime_types(*call.map));
        write_parameter(xml, "store", {"false"});
        write_parameter(xml, "GridBaseCRS", {"urn:ogc:def:crs:epsg::4326"});
        xml.close();
    }
    xml.close();
}

void write_contents_11(XmlWriter& xml, Call const& call)
{
    xml.open("Contents");
    for (auto const& coverage : listed_coverages(call)) {
        xml.open("CoverageSummary");
        write_about_11(xml, coverage);
        write_metadata_links(xml, coverage.layer->metadata);
        write_geographic_11(xml, coverage);
        write_supported_11(xml, call, coverage);
        xml.element("Identifier", coverage.layer->name).close();
    }
    xml.close();
}

void open_11(XmlWriter& xml, Call const& call, Request const& request)
{
    auto const schemas = schemas_location(*call.map, Service::Wcs);
    xml.open("Capabilities")
        .attribute("xmlns", "http://www.opengis.net/wcs/1.1")
        .attribute("xmlns:ows", "http://www.opengis.net/ows/1.1")
        .attribute("xmlns:xlink", "http://www.w3.org/1999/xlink")
        .attribute("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance")
        .attribute("xmlns:ogc", "http://www.opengis.net/ogc")
        .attribute("version", request.version);
    auto const sequence = ows::value_of(Service::Wcs, call.map->web.metadata, "updatesequence");
    if (!sequence.empty()) {
        xml.attribute("updateSequence", sequence);
    }
    xml.attribute("xsi:schemaLocation", "http://www.opengis.net/wcs/1.1 " + schemas +
                                            "/wcs/1.1/wcsGetCapabilities.xsd "
                                            "http://www.opengis.net/ows/1.1 " +
                                            schemas + "/ows/1.1.0/owsAll.xsd");
}

} // namespace

std::string urn_of(std::string_view system)
{
    auto const colon = system.find(':');
    return colon == std::string_view::npos || system.starts_with("urn:")
               ? std::string{system}
               : fmt::format("urn:ogc:def:crs:{}::{}", system.substr(0, colon),
                             system.substr(colon + 1));
}

void write_about_11(XmlWriter& xml, Coverage const& coverage)
{
    auto title = value_of(coverage, "description");
    title = title.empty() ? value_of(coverage, "title") : title;
    xml.element("ows:Title", title.empty() ? std::string_view{coverage.layer->name} : title);
    xml.element("ows:Abstract", value_of(coverage, "abstract"));
    if (auto const words = split_list(value_of(coverage, "keywordlist")); !words.empty()) {
        xml.open("ows:Keywords");
        for (auto const& word : words) {
            xml.element("ows:Keyword", word);
        }
        xml.close();
    }
}

void write_geographic_11(XmlWriter& xml, Coverage const& coverage)
{
    auto const box = geographic_extent(coverage);
    xml.open("ows:WGS84BoundingBox")
        .attribute("dimensions", "2")
        .element("ows:LowerCorner", fmt::format("{:.6f} {:.6f}", box.min_x, box.min_y))
        .element("ows:UpperCorner", fmt::format("{:.6f} {:.6f}", box.max_x, box.max_y))
        .close();
}

void write_supported_11(XmlWriter& xml, Call const& call, Coverage const& coverage)
{
    for (auto const& system : systems_of(*call.map, *coverage.layer)) {
        xml.element("SupportedCRS", urn_of(system));
    }
    Values written;
    for (auto const& format : formats_of(*call.map, *coverage.layer)) {
        if (std::ranges::find(written, format.mime_type) == written.end()) {
            xml.element("SupportedFormat", format.mime_type);
            written.push_back(format.mime_type);
        }
    }
}

std::string capabilities_11(Call const& call, Request const& request)
{
    XmlWriter xml{"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"};
    open_11(xml, call, request);
    ServiceParts const parts{xml, call.map->web.metadata, Service::Wcs};
    if (is_requested(request, "ServiceIdentification")) {
        write_identification(parts, {.type = "OGC WCS", .versions = named_versions()});
    }
    if (is_requested(request, "ServiceProvider")) {
        write_provider(parts);
    }
    if (is_requested(request, "OperationsMetadata")) {
        write_operations_11(xml, call, request);
    }
    if (is_requested(request, "Contents")) {
        write_contents_11(xml, call);
    }
    xml.close();
    return xml.take();
}

} // namespace ms::ows::wcs
