// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Transforms a client's box to the CRS of the data.

#include "crs/definition.hpp"
#include "geometry/types.hpp"

namespace ms::crs {

/// The box around what of `box` has an image there; empty where nothing has. Far from where a
/// projection is meant for, PROJ gives numbers that do not lead back and mean nothing: what does
/// not lead back is left out.
[[nodiscard]] geometry::Box image_of(geometry::Box const& box, Definition const& system,
                                     Definition const& layer_crs);

} // namespace ms::crs
