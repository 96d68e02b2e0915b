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

} // namespace ms::geometry
