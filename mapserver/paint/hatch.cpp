// SPDX-License-Identifier: MIT
#include "paint/hatch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ms::paint {

using geometry::Point;

void hatch(geometry::Box const& box, Point anchor, double spacing_px, double angle_rad,
           geometry::GeometryColumn& out)
{
    double const spacing = std::max(spacing_px, 0.5);
    Point const along{std::cos(angle_rad), -std::sin(angle_rad)};
    Point const across{-along.y, along.x};
    constexpr double infinity = std::numeric_limits<double>::infinity();
    double low = infinity, high = -infinity, first = infinity, last = -infinity;
    for (Point const corner :
         std::array{Point{box.min_x, box.min_y}, Point{box.max_x, box.min_y},
                    Point{box.min_x, box.max_y}, Point{box.max_x, box.max_y}}) {
        double const x = corner.x - anchor.x;
        double const y = corner.y - anchor.y;
        low = std::min(low, x * across.x + y * across.y);
        high = std::max(high, x * across.x + y * across.y);
        first = std::min(first, x * along.x + y * along.y);
        last = std::max(last, x * along.x + y * along.y);
    }
    auto const at = [&](double t, double distance) -> Point {
        return {anchor.x + t * along.x + distance * across.x,
                anchor.y + t * along.y + distance * across.y};
    };
    double const begin = std::floor(low / spacing);
    double const count = std::ceil(high / spacing) - begin;
    constexpr double most = 1e6;          // of 0.5 pixels each
    if (!(count >= 0 && count <= most)) { // the anchor may be too far away
        out.end_feature(geometry::Kind::Line);
        return;
    }
    for (int i = 0; i <= static_cast<int>(count); ++i) {
        double const distance = (begin + i) * spacing;
        out.points.insert(out.points.end(), {at(first - 1, distance), at(last + 1, distance)});
        out.end_ring();
        out.end_part();
    }
    out.end_feature(geometry::Kind::Line);
}

} // namespace ms::paint
