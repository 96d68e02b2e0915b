// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds the holes of polygons within the time of a request.

#include "base/budget.hpp"
#include "geometry/nesting.hpp"

#include <vector>

namespace ms::render {

/// geometry::nested_rings(). \throws Error{Limit} if it would take longer than the request has
[[nodiscard]] std::vector<geometry::NestedRings> nested_polygons(geometry::Shape shape,
                                                                 Budget& budget);

} // namespace ms::render
