// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes the ISO 19139 record of a layer from its metadata and the map's.

#include "ows/common/call.hpp"

#include <string>

namespace ms::ows::wms {

/// A document of ISO 19115:2003 in the form of MapServer's GetMetadata: contact, kind of geometry,
/// CRS, title, abstract, keywords, extent, attribution, and the links that serve the layer.
[[nodiscard]] std::string metadata_record(Call const& call, mapfile::Layer const& layer);

} // namespace ms::ows::wms
