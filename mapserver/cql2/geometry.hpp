// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Transforms a filter's geometries to the CRS of the layer.

#include "cql2/context.hpp"
#include "cql2/term.hpp"

#include <string>

namespace ms::cql2 {

/// Well-known text of a geometry or box, transformed to the layer's CRS. The edges of a box are
/// transformed as curves; a box larger than the layer's CRS can represent one to one (the world in
/// UTM) becomes the bounds of its image, and empty if it has none.
/// \throws Error{BadRequest} for a geometry with a point that has no image
[[nodiscard]] std::string to_wkt(Term const& geometry, Context const& context);

} // namespace ms::cql2
