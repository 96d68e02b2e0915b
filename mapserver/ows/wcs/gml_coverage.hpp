// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The grid and the bands of a coverage as GML 3.2 (OGC 09-146r2): of descriptions of 2.0, and of
/// answers in several parts.

#include "base/xml_writer.hpp"
#include "ows/wcs/coverage.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ms::ows::wcs {

/// The namespaces that documents of 2.0 declare.
void write_namespaces_20(XmlWriter& xml);

/// A grid with the name of its CRS: that of a coverage, or of an answer.
struct GmlGrid {
    std::string id;
    std::string system_name; ///< "EPSG:4326"
    crs::Definition system;
    geometry::Box extent; ///< from edge to edge
    raster::Size size;
};

[[nodiscard]] GmlGrid grid_of(Coverage const& coverage);

/// <gml:boundedBy>
void write_bounds(XmlWriter& xml, GmlGrid const& grid);
/// <gml:domainSet>
void write_domain(XmlWriter& xml, GmlGrid const& grid);
/// <gmlcov:rangeType> of bands by their numbers, from 1.
void write_range(XmlWriter& xml, Coverage const& coverage, std::vector<std::size_t> const& bands);

/// "http://www.opengis.net/def/crs/EPSG/0/4326"
[[nodiscard]] std::string uri_of(std::string_view system);

} // namespace ms::ows::wcs
