// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Converts GML geometries of filters to well-known text.

#include "base/xml.hpp"
#include "crs/definition.hpp"

#include <string>

namespace ms::fes {

/// Whether an element is a geometry or a box of GML 2 or 3.
[[nodiscard]] bool is_geometry(XmlNode const& node) noexcept;

/// The geometry as WKT in the CRS of the layer, which is also the default without an srsName. Names
/// in the long spellings (URN, URL) imply the axis order of their authority (OGC 09-048r3),
/// "EPSG:n" means x, y as in GML 2.
/// \throws Error{BadRequest} for malformed geometries and types that filters do not support
[[nodiscard]] std::string to_wkt(XmlNode const& node, crs::Definition const& layer_crs);

/// \throws Error{Limit} where more CRSs are named than any map needs: PROJ takes
/// milliseconds, up to 170 of them, to get to know each
void check_reference_systems(XmlNode const& root);

} // namespace ms::fes
