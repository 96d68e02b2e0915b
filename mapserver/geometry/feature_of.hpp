// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Builds columns of a single feature from literal coordinates.

#include "geometry/column.hpp"

#include <initializer_list>

namespace ms::geometry {

/// One feature of one part and ring.
[[nodiscard]] inline GeometryColumn feature_of(std::initializer_list<Point> points, Kind kind)
{
    GeometryColumn feature;
    feature.points = points;
    feature.end_ring();
    feature.end_part();
    feature.end_feature(kind);
    return feature;
}

/// A box as one polygon.
[[nodiscard]] inline GeometryColumn feature_of(Box const& box)
{
    return feature_of({{box.min_x, box.min_y},
                       {box.max_x, box.min_y},
                       {box.max_x, box.max_y},
                       {box.min_x, box.max_y},
                       {box.min_x, box.min_y}},
                      Kind::Polygon);
}

} // namespace ms::geometry
