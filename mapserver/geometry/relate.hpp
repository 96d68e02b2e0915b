// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Tests spatial relations of two features.

#include "geometry/column.hpp"

#include <cstddef>

namespace ms::geometry {

/// One feature of a column. A view: it must not outlive the column.
struct FeatureRef {
    GeometryColumn const& column;
    std::size_t feature = 0;
};

/// Whether two features have a point in common; areas include their inside, without their holes.
/// Plain arithmetic in doubles, O(edges of one near the other squared), under the limit of
/// GeosLimit.
[[nodiscard]] bool intersect(FeatureRef a, FeatureRef b);

/// Whether their nearest points are that near, in the same time; false when one is empty.
[[nodiscard]] bool are_within(FeatureRef a, FeatureRef b, double distance);

/// A column of one polygon: the box.
[[nodiscard]] GeometryColumn polygon_of(Box const& box);

/// Copies one feature to the end of another column.
void append_feature(FeatureRef from, GeometryColumn& out);

} // namespace ms::geometry
