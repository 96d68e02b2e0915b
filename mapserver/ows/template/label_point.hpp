// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds where [shplabel] places a label.

#include "geometry/column.hpp"

#include <optional>

namespace ms::ows::tmpl {

/// A line or polygon as far as it is in the box, and empty outside; others are whole.
[[nodiscard]] geometry::GeometryColumn clipped_to(geometry::Box const& box,
                                                  geometry::GeometryColumn shape);

/// A point inside or on the only feature of a column, unless it is empty.
[[nodiscard]] std::optional<geometry::Point> label_point_of(geometry::GeometryColumn const& shape);

} // namespace ms::ows::tmpl
