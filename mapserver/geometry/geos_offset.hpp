// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Computes parallels of lines with GEOS.

#include "geometry/types.hpp"

#include <memory>
#include <span>
#include <vector>

namespace ms::geometry {

/// Draws parallels with GEOS, as MapServer does. For one thread at a time.
class ParallelLines {
public:
    ParallelLines();
    ~ParallelLines();
    ParallelLines(ParallelLines const&) = delete;
    ParallelLines& operator=(ParallelLines const&) = delete;

    /// \param distance to the right of the line as seen with y down; negative: to its left. Corners
    /// are mitred up to one and a half times the distance.
    /// \returns the pieces of the parallel in the direction of the line; empty if it vanishes in
    /// the line's bends
    [[nodiscard]] std::vector<std::vector<Point>> beside(std::span<Point const> line,
                                                         double distance);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace ms::geometry
