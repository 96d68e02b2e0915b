// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Turns bbox= and bbox-crs= into a condition on features.

#include "ows/features/feature_request.hpp"
#include "ows/ogcapi/collections.hpp"

#include <string>
#include <vector>

namespace ms::ows::ogcapi {

/// The boxes of bbox= in x, y: two if it crosses the antimeridian. Heights are ignored.
/// \throws ServiceException for an invalid box
[[nodiscard]] std::vector<geometry::Box> parse_bbox(std::string const& text,
                                                    NamedSystem const& system);

/// Selects only features that touch one of the boxes.
void also_in_any(FeatureRequest& request, std::vector<geometry::Box> const& boxes,
                 crs::Definition const& system);

} // namespace ms::ows::ogcapi
