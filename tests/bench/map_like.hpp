// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A synthetic map of communes for the benches of drawing and encoding.

#include "geometry/column.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace bench {

inline constexpr int map_size_px = 1000;

/// A number in -0.5..0.5 that is always the same for the same place.
inline double noise(int x, int y)
{
    auto n =
        static_cast<std::uint32_t>(x) * 374761393U + static_cast<std::uint32_t>(y) * 668265263U;
    n = (n ^ (n >> 13U)) * 1274126177U;
    return static_cast<double>((n ^ (n >> 16U)) & 0xFFFFU) / 65535.0 - 0.5;
}

/// Appends a crooked border with a vertex about every other pixel, without its end. Neighbours that
/// request it from the other side get the same vertices.
inline void append_border(ms::geometry::Point a, ms::geometry::Point b,
                          ms::geometry::GeometryColumn& out)
{
    bool const is_turned = a.x > b.x || (a.x == b.x && a.y > b.y);
    auto const from = is_turned ? b : a;
    auto const to = is_turned ? a : b;
    double const length = std::hypot(to.x - from.x, to.y - from.y);
    int const steps = static_cast<int>(length / 2) + 1;
    for (int i = 0; i < steps; ++i) {
        int const step = is_turned ? steps - i : i;
        double const t = static_cast<double>(step) / steps;
        double const wobble =
            step == 0 || step == steps
                ? 0
                : 3 * noise(static_cast<int>(from.x * 8) + step * 31, static_cast<int>(from.y * 8));
        out.points.push_back({from.x + (to.x - from.x) * t - wobble * (to.y - from.y) / length,
                              from.y + (to.y - from.y) * t + wobble * (to.x - from.x) / length});
    }
}

/// Communes of about `size_px` that cover a map of 1000 x 1000 pixels without gaps.
inline ms::geometry::GeometryColumn communes(int size_px)
{
    auto const corner = [size_px](int i, int j) {
        return ms::geometry::Point{size_px * (i + 0.6 * noise(i, j)),
                                   size_px * (j + 0.6 * noise(i + 7919, j))};
    };
    ms::geometry::GeometryColumn out;
    int const count = map_size_px / size_px;
    for (int j = 0; j < count; ++j) {
        for (int i = 0; i < count; ++i) {
            auto const first = out.points.size();
            append_border(corner(i, j), corner(i + 1, j), out);
            append_border(corner(i + 1, j), corner(i + 1, j + 1), out);
            append_border(corner(i + 1, j + 1), corner(i, j + 1), out);
            append_border(corner(i, j + 1), corner(i, j), out);
            out.points.push_back(ms::geometry::Point{out.points[first]});
            out.end_ring();
            out.end_part();
            out.end_feature(ms::geometry::Kind::Polygon);
        }
    }
    return out;
}

} // namespace bench
