// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// bbox= and bbox-crs= as a condition on features.

#include "ows/features/feature_request.hpp"
#include "ows/ogcapi/collections.hpp"

#include <string>
#include <vector>

namespace ms::ows::ogcapi {

/// The boxes of bbox=, x, y: two where it crosses the antimeridian. Numbers of heights are
/// ignored.
/// \throws ServiceException for what is no box
[[nodiscard]] std::vector<geometry::Box> parse_bbox(std::string const& text,
                                                    NamedSystem const& system);

/// Only features that touch one of the boxes.
void also_in_any(FeatureRequest& request, std::vector<geometry::Box> const& boxes,
                 crs::Definition const& system);

} // namespace ms::ows::ogcapi
