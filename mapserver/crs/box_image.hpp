// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Transforms a client's box to the CRS of the data.

#include "crs/definition.hpp"
#include "geometry/types.hpp"

namespace ms::crs {

/// The bounds of the image of `box`; empty if no part has an image. Far outside a projection's area
/// of use, PROJ returns meaningless numbers that are not invertible: points that do not transform
/// back are left out.
[[nodiscard]] geometry::Box image_of(geometry::Box const& box, Definition const& system,
                                     Definition const& layer_crs);

} // namespace ms::crs
