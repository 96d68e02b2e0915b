// SPDX-License-Identifier: MIT
#include "render/draw/nested_polygons.hpp"

#include <chrono>

namespace ms::render {

std::vector<geometry::NestedRings> nested_polygons(geometry::Shape shape, Budget& budget)
{
    // Quadratic in the rings, and it cannot be interrupted.
    auto const rings = shape.rings();
    auto const count = static_cast<double>(rings.last - rings.first);
    budget.expect(std::chrono::nanoseconds{static_cast<std::int64_t>(count * count * 20)});
    return geometry::nested_rings(shape);
}

} // namespace ms::render
