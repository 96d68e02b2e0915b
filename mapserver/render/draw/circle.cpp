// SPDX-License-Identifier: MIT
#include "render/draw/circle.hpp"

#include "render/core/arc_steps.hpp"

#include <cmath>
#include <numbers>

namespace ms::render {

using geometry::Kind;
using geometry::Point;

void to_circles(geometry::GeometryColumn const& lines, geometry::GeometryColumn& circles)
{
    circles.clear();
    for (std::size_t row = 0; row < lines.size(); ++row) {
        auto const corners = lines.points_of(row);
        if (lines.kinds[row] != Kind::Line || corners.size() != 2) {
            circles.end_feature(Kind::None);
            continue;
        }
        Point const middle{(corners[0].x + corners[1].x) / 2, (corners[0].y + corners[1].y) / 2};
        double const radius = std::abs(corners[1].x - corners[0].x) / 2;
        append_arc(middle, radius, 0, 2 * std::numbers::pi, circles.points);
        circles.end_ring();
        circles.end_part();
        circles.end_feature(Kind::Polygon);
    }
}

} // namespace ms::render
