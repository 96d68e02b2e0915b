// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Groups points that are so near each other that one represents all.

#include "base/budget.hpp"
#include "geometry/types.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace ms::source::cluster {

/// The neighbourhood of a point.
struct Region {
    double distance = 0; ///< to its edge in x
    bool is_ellipse = true;
    double aspect = 1; ///< its height to its width

    [[nodiscard]] bool holds(double dx, double dy) const noexcept
    {
        dy /= aspect;
        return is_ellipse ? dx * dx + dy * dy <= distance * distance
                          : dx <= distance && dx >= -distance && dy <= distance && dy >= -distance;
    }
};

/// A point that may be grouped with those of the same key.
struct Place {
    geometry::Point at;
    std::uint32_t key = 0;
};

/// Points that are one; indexes into the places.
struct Group {
    std::uint32_t base = 0;
    std::vector<std::uint32_t> members; ///< with the base, ascending
    geometry::Point middle;             ///< mean of the members
};

/// CLUSTER_ALGORITHM FULL: repeatedly groups the neighbourhood of the point that is nearest to its
/// mean; points without neighbours stay single. Found by comparison with MapServer 8.0.0, which
/// gives the same groups except for ties.
/// \throws Error{Limit} if the neighbourhoods are too crowded to compare, after the deadline, or
///         beyond the memory of the budget: about 130 bytes for each point, and 130 for each square
///         of the size of the region that has any
[[nodiscard]] std::vector<Group> group_fully(std::span<Place const> places, Region const& region,
                                             Budget& budget);

/// CLUSTER_ALGORITHM SIMPLE: a point without a base near it is one; then the others join the
/// nearest base. The middle is the base's place. As MapServer 8.0.0.
[[nodiscard]] std::vector<Group> group_simply(std::span<Place const> places, Region const& region,
                                              Budget& budget);

} // namespace ms::source::cluster
