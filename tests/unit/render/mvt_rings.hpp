// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads the polygons of vector tiles, for tests.

#include "geometry/column.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace test {

/// Twice the area, positive for outer rings.
inline double twice_area_of(std::span<ms::geometry::Point const> ring)
{
    double sum = 0;
    for (std::size_t i = 1; i < ring.size(); ++i) {
        sum += ring[i - 1].x * ring[i].y - ring[i].x * ring[i - 1].y;
    }
    return sum;
}

/// \param commands https://github.com/mapbox/vector-tile-spec 2.1, 4.3, of a polygon
/// \return one feature of a part per outer ring; nullopt if the commands are not as they must be:
/// rings of MoveTo(1), LineTo(2 or more), ClosePath, without an empty step or area, an outer one
/// first
inline std::optional<ms::geometry::GeometryColumn>
polygons_of(std::span<std::uint32_t const> commands)
{
    ms::geometry::GeometryColumn column;
    std::int64_t x = 0;
    std::int64_t y = 0;
    std::size_t at = 0;
    auto const signed_number = [&] {
        auto const value = commands[at++];
        return static_cast<std::int64_t>(value >> 1U) ^ -static_cast<std::int64_t>(value & 1U);
    };
    auto const step = [&] {
        auto const dx = signed_number();
        auto const dy = signed_number();
        x += dx;
        y += dy;
        column.points.push_back({static_cast<double>(x), static_cast<double>(y)});
        return dx != 0 || dy != 0;
    };
    while (at < commands.size()) {
        auto const first = column.points.size();
        if (commands[at++] != (1U | 1U << 3U) || at + 3 > commands.size()) {
            return std::nullopt;
        }
        (void)step();
        auto const line = commands[at++];
        auto const count = line >> 3U;
        if ((line & 7U) != 2 || count < 2 || at + 2 * count >= commands.size()) {
            return std::nullopt;
        }
        for (std::uint32_t i = 0; i < count; ++i) {
            if (!step()) {
                return std::nullopt;
            }
        }
        if (commands[at++] != (7U | 1U << 3U) || column.points.back() == column.points[first]) {
            return std::nullopt;
        }
        column.points.push_back(ms::geometry::Point{column.points[first]});
        double const area = twice_area_of(std::span{column.points}.subspan(first));
        if (area == 0 || (area < 0 && first == 0)) {
            return std::nullopt;
        }
        if (area > 0 && first != 0) {
            column.end_part();
        }
        column.end_ring();
    }
    if (!column.points.empty()) {
        column.end_part();
    }
    column.end_feature(column.points.empty() ? ms::geometry::Kind::None
                                             : ms::geometry::Kind::Polygon);
    return column;
}

} // namespace test
