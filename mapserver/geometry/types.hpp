// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Points and boxes.

#include <algorithm>
#include <cstdint>
#include <limits>

namespace ms::geometry {

struct Point {
    double x = 0;
    double y = 0;
    friend constexpr bool operator==(Point const&, Point const&) = default;
};

/// An axis-parallel rectangle. The default one is empty: growing it by a point gives that point.
struct Box {
    double min_x = std::numeric_limits<double>::infinity();
    double min_y = std::numeric_limits<double>::infinity();
    double max_x = -std::numeric_limits<double>::infinity();
    double max_y = -std::numeric_limits<double>::infinity();

    [[nodiscard]] constexpr bool is_empty() const noexcept
    {
        return !(min_x <= max_x && min_y <= max_y);
    }
    [[nodiscard]] constexpr double width() const noexcept { return max_x - min_x; }
    [[nodiscard]] constexpr double height() const noexcept { return max_y - min_y; }
    [[nodiscard]] constexpr bool contains(Point p) const noexcept
    {
        return p.x >= min_x && p.x <= max_x && p.y >= min_y && p.y <= max_y;
    }
    [[nodiscard]] constexpr bool contains(Box const& b) const noexcept
    {
        return b.min_x >= min_x && b.max_x <= max_x && b.min_y >= min_y && b.max_y <= max_y;
    }
    [[nodiscard]] constexpr bool intersects(Box const& b) const noexcept
    {
        return b.min_x <= max_x && b.max_x >= min_x && b.min_y <= max_y && b.max_y >= min_y;
    }
    constexpr void extend(Point p) noexcept
    {
        min_x = std::min(min_x, p.x);
        min_y = std::min(min_y, p.y);
        max_x = std::max(max_x, p.x);
        max_y = std::max(max_y, p.y);
    }
    [[nodiscard]] constexpr Box grown(double by) const noexcept
    {
        return {min_x - by, min_y - by, max_x + by, max_y + by};
    }
    friend constexpr bool operator==(Box const&, Box const&) = default;
};

/// The kind of a feature's coordinates. Collections are flattened to the kind that the layer
/// requests.
enum class Kind : std::uint8_t { None, Point, Line, Polygon };

} // namespace ms::geometry
