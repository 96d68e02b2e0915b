// SPDX-License-Identifier: MIT
#include "ows/wcs/documents.hpp"
#include "ows/wcs/formats.hpp"
#include "ows/wcs/gml_coverage.hpp"

#include <numeric>

namespace ms::ows::wcs {

std::string description_20(Call const& call, std::span<Coverage const> coverages)
{
    XmlWriter xml{"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"};
    xml.open("wcs:CoverageDescriptions");
    write_namespaces_20(xml);
    xml.attribute("xsi:schemaLocation", "http://www.opengis.net/wcs/2.0 " +
                                            schemas_location(*call.map, Service::Wcs) +
                                            "/wcs/2.0/wcsAll.xsd ");
    for (auto const& coverage : coverages) {
        auto const grid = grid_of(coverage);
        std::vector<std::size_t> bands(coverage.bands);
        std::iota(bands.begin(), bands.end(), std::size_t{1});
        xml.open("wcs:CoverageDescription").attribute("gml:id", grid.id);
        write_bounds(xml, grid);
        xml.element("wcs:CoverageId", grid.id);
        write_domain(xml, grid);
        write_range(xml, coverage, bands);
        xml.open("wcs:ServiceParameters")
            .element("wcs:CoverageSubtype", "RectifiedGridCoverage")
            .element("wcs:nativeFormat", native_format(*call.map, coverage))
            .close()
            .close();
    }
    xml.close();
    return xml.take();
}

} // namespace ms::ows::wcs
