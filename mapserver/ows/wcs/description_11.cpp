// SPDX-License-Identifier: MIT
#include "base/string.hpp"
#include "ows/wcs/documents.hpp"

#include <utility>

namespace ms::ows::wcs {

namespace {

void write_box_11(XmlWriter& xml, std::string_view system, std::string_view low,
                  std::string_view high)
{
    xml.open("ows:BoundingBox")
        .attribute("crs", system)
        .attribute("dimensions", "2")
        .element("ows:LowerCorner", low)
        .element("ows:UpperCorner", high)
        .close();
}

/// In the order of the authority, as the URN promises.
std::string ordered_11(Coverage const& coverage, double x, double y)
{
    return is_north_first(coverage.system_name, coverage.system) ? pair_text(y, x)
                                                                 : pair_text(x, y);
}

void write_domain_11(XmlWriter& xml, Coverage const& coverage)
{
    auto const& [min_x, min_y, max_x, max_y] = coverage.extent;
    auto const urn = urn_of(coverage.system_name);
    xml.open("Domain").open("SpatialDomain");
    write_box_11(xml, "urn:ogc:def:crs:OGC::imageCRS", "0 0",
                 std::to_string(coverage.size.width - 1) + ' ' +
                     std::to_string(coverage.size.height - 1));
    write_box_11(xml, urn, ordered_11(coverage, min_x, min_y), ordered_11(coverage, max_x, max_y));
    write_geographic_11(xml, coverage);
    xml.open("GridCRS")
        .element("GridBaseCRS", urn)
        .element("GridType", "urn:ogc:def:method:WCS:1.1:2dSimpleGrid")
        .element("GridOrigin",
                 ordered_11(coverage, min_x + coverage.cell_x / 2, max_y - coverage.cell_y / 2))
        .element("GridOffsets", ordered_11(coverage, coverage.cell_x, -coverage.cell_y))
        .element("GridCS", "urn:ogc:def:cs:OGC:0.0:Grid2dSquareCS")
        .close();
    xml.close().close();
}

void write_range_11(XmlWriter& xml, Coverage const& coverage)
{
    xml.open("Range").open("Field");
    if (auto const title = value_of(coverage, "rangeset_label"); !title.empty()) {
        xml.element("ows:Title", title);
    }
    auto const name = value_of(coverage, "rangeset_name");
    xml.element("Identifier", name.empty() ? "raster" : name);
    xml.open("Definition").open("ows:AnyValue").close().close();
    if (auto const text = value_of(coverage, "rangeset_nullvalue"); !text.empty()) {
        xml.element("NullValue", text);
    }
    xml.open("InterpolationMethods")
        .element("InterpolationMethod", "bilinear")
        .element("Default", "nearest neighbor")
        .close();
    auto const axis = value_of(coverage, "bands_name");
    xml.open("Axis").attribute("identifier", axis.empty() ? "bands" : axis).open("AvailableKeys");
    for (std::size_t i = 1; i <= coverage.bands; ++i) {
        xml.element("Key", std::to_string(i));
    }
    xml.close().close().close().close();
}

} // namespace

std::string description_11(Call const& call, std::span<Coverage const> coverages)
{
    auto const schemas = schemas_location(*call.map, Service::Wcs);
    XmlWriter xml{"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"};
    xml.open("CoverageDescriptions")
        .attribute("xmlns", "http://www.opengis.net/wcs/1.1")
        .attribute("xmlns:ows", "http://www.opengis.net/ows/1.1")
        .attribute("xmlns:xlink", "http://www.w3.org/1999/xlink")
        .attribute("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance")
        .attribute("xmlns:ogc", "http://www.opengis.net/ogc")
        .attribute("xsi:schemaLocation", "http://www.opengis.net/wcs/1.1 " + schemas +
                                             "/wcs/1.1/wcsDescribeCoverage.xsd "
                                             "http://www.opengis.net/ows/1.1 " +
                                             schemas + "/ows/1.1.0/owsAll.xsd");
    for (auto const& coverage : coverages) {
        xml.open("CoverageDescription");
        write_about_11(xml, coverage);
        xml.element("Identifier", coverage.layer->name);
        write_domain_11(xml, coverage);
        write_range_11(xml, coverage);
        write_supported_11(xml, call, coverage);
        xml.close();
    }
    xml.close();
    return xml.take();
}

} // namespace ms::ows::wcs
