// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes found features as the GML 2 document of GetFeatureInfo.

#include "render/query/pick.hpp"

#include <string>

namespace ms::ows {

/// The metadata of the document: rootname, layername, featurename ... as MapServer's msGMLOutput.
struct GmlPage {
    mapfile::Map const& map;
    crs::Definition const& crs; ///< of the written coordinates
};

/// The document that WMS GetFeatureInfo answers with.
[[nodiscard]] std::string gml_document(GmlPage const& page, render::Selection const& selection);

} // namespace ms::ows
