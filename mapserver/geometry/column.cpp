// SPDX-License-Identifier: MIT
#include "geometry/column.hpp"

namespace ms::geometry {

Box GeometryColumn::box_of(std::size_t feature) const noexcept
{
    Box box;
    for (Point const& point : points_of(feature)) {
        box.extend(point);
    }
    return box;
}

void append_ring(GeometryColumn const& from, std::size_t ring, GeometryColumn& to)
{
    auto const points = from.ring(ring);
    to.points.insert(to.points.end(), points.begin(), points.end());
    if (to.has_z) {
        auto const z = from.z_of_ring(ring);
        to.z.insert(to.z.end(), z.begin(), z.end());
    }
    to.end_ring();
}

} // namespace ms::geometry
