// SPDX-License-Identifier: MIT
#include "geometry/snap.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace ms::geometry {

namespace {

/// x and y, in one register.
using Pair [[gnu::vector_size(16)]] = double;
using PairMask [[gnu::vector_size(16)]] = std::int64_t;
using PairOfInts [[gnu::vector_size(8)]] = std::int32_t;

Pair pair_of(Point p) noexcept
{
    return Pair{p.x, p.y};
}

bool are_both(PairMask mask) noexcept
{
    auto const halves = std::bit_cast<std::array<std::int64_t, 2>>(mask);
    return (halves[0] & halves[1]) != 0;
}

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

/// The same for both. Registers hold integers of 32 bits, which only far away points exceed.
Pair rounded(Pair values) noexcept
{
    constexpr double most = 1U << 31U;
    if (!are_both((values < most) & (values > -most))) {
        return Pair{rounded(values[0]), rounded(values[1])};
    }
    auto const whole = __builtin_convertvector(__builtin_convertvector(values, PairOfInts), Pair);
    auto const rest = values - whole;
    auto const one_where = [](PairMask mask) {
        return std::bit_cast<Pair>(mask & std::bit_cast<PairMask>(Pair{1.0, 1.0}));
    };
    return whole + one_where(rest >= 0.5) - one_where(rest <= -0.5);
}

} // namespace

void snap_last_feature(GeometryColumn& column, Grid const& grid, std::size_t fewest)
{
    auto const scale = 1 / grid.step;
    auto const origin = pair_of(grid.origin);
    auto const offset = (0 - origin) * scale;
    auto const rings = column.rings_of(column.size() - 1);
    std::size_t from = column.first_point(rings.first);
    auto to = from;
    for (auto ring = rings.first; ring < rings.last; ++ring) {
        std::size_t const end = column.ring_ends[ring];
        auto left = end - from;
        Pair last{};
        for (bool is_first = true; from < end; ++from, is_first = false) {
            auto const steps = rounded(scale * pair_of(column.points[from]) + offset);
            if (!is_first && left > fewest && are_both(steps == last)) {
                --left;
                continue;
            }
            last = steps;
            auto const snapped = steps * grid.step + origin;
            column.points[to++] = {snapped[0], snapped[1]};
        }
        column.ring_ends[ring] = static_cast<std::uint32_t>(to);
    }
    column.points.resize(to);
}

} // namespace ms::geometry
