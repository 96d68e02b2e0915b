// SPDX-License-Identifier: MIT
#include "paint/edges.hpp"

#include "geometry/finite.hpp"

#include <algorithm>
#include <cmath>

namespace ms::paint {

using geometry::Point;

EdgePixels count_edge_pixels(Path const& path, Point offset, geometry::Box const& window)
{
    EdgePixels count;
    auto const inside = [&](Point p) {
        return Point{std::clamp(p.x + offset.x, window.min_x, window.max_x),
                     std::clamp(p.y + offset.y, window.min_y, window.max_y)};
    };
    for (auto ring = path.rings.first; ring < path.rings.last; ++ring) {
        auto const points = path.column.ring(ring);
        if (points.empty()) {
            continue;
        }
        Point before = inside(points.back()); // filled rings are closed
        for (Point const point : points) {
            Point const at = inside(point);
            if (!geometry::is_finite(at)) {
                continue;
            }
            if (!geometry::is_finite(before)) {
                before = at;
            }
            double const height = std::abs(at.y - before.y);
            bool const is_outside = height == 0 && (at.y == window.min_y || at.y == window.max_y);
            if (!is_outside) {
                count.rows += height + 1;
                count.cells += height + std::abs(at.x - before.x) + 2;
            }
            before = at;
        }
    }
    return count;
}

} // namespace ms::paint
