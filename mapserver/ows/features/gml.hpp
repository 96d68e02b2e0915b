// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes features as GML 2.

#include "base/xml_writer.hpp"
#include "render/query/pick.hpp"

#include <string>
#include <string_view>

namespace ms::ows {

/// The metadata of the document: rootname, layername, featurename ... as MapServer's msGMLOutput.
struct GmlPage {
    mapfile::Map const& map;
    crs::Definition const& crs; ///< of the written coordinates
};

/// Writes <gml:Point>, <gml:LineString> ... (OGC 02-069) of one feature.
/// \param name of the property around the geometry
/// \param type of gml_<name>_type: point, line, polygon or a multi of them; "": the type of the
/// feature. A feature with several parts is written part by part unless a multi is requested
void write_gml_geometry(XmlWriter& xml, geometry::GeometryColumn const& column, std::size_t feature,
                        std::string_view name, std::string_view type, std::string_view srs_name);

/// The document that WMS GetFeatureInfo answers with.
[[nodiscard]] std::string gml_document(GmlPage const& page, render::Selection const& selection);

} // namespace ms::ows
