// SPDX-License-Identifier: MIT
#include "ows/common/access.hpp"
#include "ows/common/offered_systems.hpp"
#include "ows/common/online_resource.hpp"
#include "ows/common/service_parts.hpp"
#include "ows/wcs/documents.hpp"
#include "ows/wcs/formats.hpp"
#include "ows/wcs/gml_coverage.hpp"
#include "ows/wcs/metadata_links.hpp"

#include <array>

namespace ms::ows::wcs {

namespace {

constexpr std::array<std::string_view, 11> profiles{
    "http://www.opengis.net/spec/WCS/2.0/conf/core",
    "http://www.opengis.net/spec/WCS_protocol-binding_get-kvp/1.0/conf/get-kvp",
    "http://www.opengis.net/spec/WCS_protocol-binding_post-xml/1.0/conf/post-xml",
    "http://www.opengis.net/spec/GMLCOV/1.0/conf/gml-coverage",
    "http://www.opengis.net/spec/GMLCOV/1.0/conf/multipart",
    "http://www.opengis.net/spec/GMLCOV/1.0/conf/special-format",
    "http://www.opengis.net/spec/GMLCOV_geotiff-coverages/1.0/conf/geotiff-coverage",
    "http://www.opengis.net/spec/WCS_service-extension_crs/1.0/conf/crs",
    "http://www.opengis.net/spec/WCS_service-extension_scaling/1.0/conf/scaling",
    "http://www.opengis.net/spec/WCS_service-extension_range-subsetting/1.0/conf/record-subsetting",
    "http://www.opengis.net/spec/WCS_service-extension_interpolation/1.0/conf/interpolation"};

void write_operations_20(XmlWriter& xml, Call const& call)
{
    auto const url = online_resource(call, Service::Wcs);
    xml.open("ows:OperationsMetadata");
    for (auto const* const operation : {"GetCapabilities", "DescribeCoverage", "GetCoverage"}) {
        if (!is_enabled_for_any(*call.map, operation, Service::Wcs)) {
            continue;
        }
        xml.open("ows:Operation").attribute("name", operation).open("ows:DCP").open("ows:HTTP");
        xml.open("ows:Get").attribute("xlink:type", "simple").attribute("xlink:href", url).close();
        xml.open("ows:Post").attribute("xlink:type", "simple").attribute("xlink:href", url);
        xml.open("ows:Constraint").attribute("name", "PostEncoding").open("ows:AllowedValues");
        xml.element("ows:Value", "XML").close().close().close();
        xml.close().close().close();
    }
    xml.close();
}

void write_metadata_20(XmlWriter& xml, Call const& call)
{
    auto const& map = *call.map;
    xml.open("wcs:ServiceMetadata");
    for (auto const& type : mime_types(map)) {
        xml.element("wcs:formatSupported", type);
    }
    xml.open("wcs:Extension").open("int:InterpolationMetadata");
    for (auto const* const method : {"NEAREST", "AVERAGE", "BILINEAR"}) {
        xml.element("int:InterpolationSupported", method);
    }
    xml.close().open("crs:CrsMetadata");
    for (auto const& system :
         offered_systems(map, map.web.metadata, map.projection, Service::Wcs)) {
        xml.element("crs:crsSupported", uri_of(system));
    }
    xml.close().close().close();
}

void write_contents_20(XmlWriter& xml, Call const& call)
{
    xml.open("wcs:Contents");
    for (auto const index : coverage_layers(*call.map, "GetCapabilities")) {
        auto const& layer = call.map->layers[index];
        xml.open("wcs:CoverageSummary")
            .element("wcs:CoverageId", layer.name)
            .element("wcs:CoverageSubtype", "RectifiedGridCoverage");
        write_metadata_links(xml, layer.metadata);
        xml.close();
    }
    xml.close();
}

void open_20(XmlWriter& xml, Call const& call, Request const& request)
{
    xml.open("wcs:Capabilities");
    write_namespaces_20(xml);
    xml.attribute("xmlns:crs", "http://www.opengis.net/wcs/crs/1.0")
        .attribute("xmlns:int", "http://www.opengis.net/wcs/interpolation/1.0")
        .attribute("xsi:schemaLocation", "http://www.opengis.net/wcs/2.0 " +
                                             schemas_location(*call.map, Service::Wcs) +
                                             "/wcs/2.0/wcsAll.xsd ")
        .attribute("version", request.version);
    auto const sequence = ows::value_of(Service::Wcs, call.map->web.metadata, "updatesequence");
    if (!sequence.empty()) {
        xml.attribute("updateSequence", sequence);
    }
}

} // namespace

std::string capabilities_20(Call const& call, Request const& request)
{
    XmlWriter xml{"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"};
    open_20(xml, call, request);
    ServiceParts const parts{xml, call.map->web.metadata, Service::Wcs};
    if (is_requested(request, "ServiceIdentification")) {
        write_identification(
            parts, {.type = "OGC WCS", .versions = named_versions(), .profiles = profiles});
    }
    if (is_requested(request, "ServiceProvider")) {
        write_provider(parts);
    }
    if (is_requested(request, "OperationsMetadata")) {
        write_operations_20(xml, call);
    }
    if (is_requested(request, "ServiceMetadata")) {
        write_metadata_20(xml, call);
    }
    if (is_requested(request, "Contents")) {
        write_contents_20(xml, call);
    }
    xml.close();
    return xml.take();
}

} // namespace ms::ows::wcs
