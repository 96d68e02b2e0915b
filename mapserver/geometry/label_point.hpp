// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds the anchor of a polygon's label.

#include "geometry/column.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace ms::geometry {

/// Finds MapServer's label points (observed with shapeObj.getLabelPoint() of 8.0.0, pinned by the
/// tests). Reuses its working memory between calls.
class LabelPointFinder {
public:
    /// The centre of gravity of the largest ring, if the polygon contains it and its outline is
    /// farther away than a tenth of the longer side of the feature's box. Otherwise the middle of
    /// the longest piece of a scanline near that centre: a vertical one unless the centre lies to
    /// the side of the box's middle rather than above or below it.
    /// \return nullopt if it is not a polygon, has no area, or has a gap on the scanline
    [[nodiscard]] std::optional<Point> find(GeometryColumn const& column, std::size_t feature);

private:
    std::vector<double> m_crossings;
};

} // namespace ms::geometry
