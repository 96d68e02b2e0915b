// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A filter's geometries in the CRS of the layer.

#include "cql2/cql2.hpp"
#include "cql2/term.hpp"

#include <string>

namespace ms::cql2 {

/// Well-known text of a geometry or box, transformed to the layer's CRS. Of a box the edges bend
/// with it; where it is larger than what the layer's CRS can show one to one (the world in UTM), it
/// becomes the box around its image, and empty where it has none.
/// \throws Error{BadRequest} for a geometry of which a point has no image
[[nodiscard]] std::string to_wkt(Term const& geometry, Context const& context);

} // namespace ms::cql2
