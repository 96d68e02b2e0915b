// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes found features as the GML 2 document of GetFeatureInfo.

#include "http/response.hpp"
#include "ows/common/call.hpp"
#include "render/core/selection.hpp"

#include <string>

namespace ms::ows {

/// The document that WMS GetFeatureInfo answers with. METADATA names its elements (rootname,
/// layername, featurename ...), as those of MapServer's msGMLOutput.
/// \param crs of the written coordinates
[[nodiscard]] http::Response gml_document(Call const& call, crs::Definition const& crs,
                                          std::string const& content_type,
                                          render::Selection const& selection);

} // namespace ms::ows
