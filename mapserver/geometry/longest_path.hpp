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

/// The path between the two ends of the network that are farthest apart along its edges; edges meet
/// at equal points. In large networks only the path from the end that is farthest from the first
/// one is searched, which is the same in trees.
/// \returns empty for no edges
[[nodiscard]] std::vector<Point> longest_path(std::vector<Edge> const& edges);

} // namespace ms::geometry
