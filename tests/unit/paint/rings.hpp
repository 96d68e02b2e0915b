// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Shapes written as rings, for tests.

#include "geometry/column.hpp"

#include <vector>

namespace test {

using Rings = std::vector<std::vector<ms::geometry::Point>>;

/// One feature, one part.
inline ms::geometry::GeometryColumn column_of(Rings const& rings)
{
    ms::geometry::GeometryColumn column;
    for (auto const& ring : rings) {
        column.points.insert(column.points.end(), ring.begin(), ring.end());
        column.end_ring();
    }
    column.end_part();
    column.end_feature(ms::geometry::Kind::Polygon);
    return column;
}

inline ms::geometry::GeometryColumn square(double min, double max)
{
    return column_of({{{min, min}, {max, min}, {max, max}, {min, max}, {min, min}}});
}

} // namespace test
