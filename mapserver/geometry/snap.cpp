// SPDX-License-Identifier: MIT
#include "geometry/snap.hpp"

#include <cmath>
#include <cstdint>

namespace ms::geometry {

namespace {

/// As llround(), which is a call of the mathematical library: halves away from zero.
double rounded(double value) noexcept
{
    constexpr double whole_beyond = 4503599627370496; // 2^52
    if (!(std::abs(value) < whole_beyond)) {
        return value;
    }
    auto const whole = static_cast<double>(static_cast<std::int64_t>(value));
    auto const rest = value - whole; // exact
    return whole + (rest >= 0.5 ? 1.0 : 0.0) - (rest <= -0.5 ? 1.0 : 0.0);
}

} // namespace

void snap_last_feature(GeometryColumn& column, Grid const& grid, std::size_t fewest)
{
    auto const scale = 1 / grid.step;
    Point const offset{(0 - grid.origin.x) * scale, (0 - grid.origin.y) * scale};
    auto const rings = column.rings_of(column.size() - 1);
    std::size_t from = column.first_point(rings.first);
    auto to = from;
    for (auto ring = rings.first; ring < rings.last; ++ring) {
        std::size_t const end = column.ring_ends[ring];
        auto left = end - from;
        Point last{};
        for (bool is_first = true; from < end; ++from, is_first = false) {
            auto const& given = column.points[from];
            Point const steps{rounded(scale * given.x + offset.x),
                              rounded(scale * given.y + offset.y)};
            if (!is_first && steps == last && left > fewest) {
                --left;
                continue;
            }
            last = steps;
            column.points[to++] = {steps.x * grid.step + grid.origin.x,
                                   steps.y * grid.step + grid.origin.y};
        }
        column.ring_ends[ring] = static_cast<std::uint32_t>(to);
    }
    column.points.resize(to);
}

} // namespace ms::geometry
