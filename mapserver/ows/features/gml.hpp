// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Features as GML 2.

#include "base/xml_writer.hpp"
#include "render/query/pick.hpp"

#include <string>
#include <string_view>

namespace ms::ows {

/// The metadata of the whole: rootname, layername, featurename ... as MapServer's msGMLOutput.
struct GmlPage {
    mapfile::Map const& map;
    crs::Definition const& crs; ///< in which coordinates are written
};

/// Writes <gml:Point> and its like (OGC 02-069) of one feature.
/// \param name of the property around the geometry
/// \param type what gml_<name>_type says: point, line, polygon or a multi of them; "": whichever
/// the
///        feature is. One with several parts is written part by part where no multi is wanted
void write_gml_geometry(XmlWriter& xml, geometry::GeometryColumn const& column, std::size_t feature,
                        std::string_view name, std::string_view type, std::string_view srs_name);

/// The document that WMS GetFeatureInfo answers with.
[[nodiscard]] std::string gml_document(GmlPage const& page, render::Selection const& selection);

} // namespace ms::ows
