// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds the longest of the shortest paths through a network.

#include "geometry/types.hpp"

#include <vector>

namespace ms::geometry {

struct Edge {
    Point a;
    Point b;
};

/// Between the two ends of the network that are farthest from each other along its edges; edges
/// meet where their points are equal. Of large networks only the way from the end that is farthest
/// from the first one is looked for, which in trees is the same.
/// \returns empty for no edges
[[nodiscard]] std::vector<Point> longest_path(std::vector<Edge> const& edges);

} // namespace ms::geometry
