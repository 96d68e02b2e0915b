// SPDX-License-Identifier: MIT
#include "geometry/mitred_parallel.hpp"

#include "geometry/finite.hpp"

#include <cmath>

namespace ms::geometry {

namespace {

/// The unit normal to the right of a segment, with y down.
Point right_of(Point from, Point to) noexcept
{
    double const dx = to.x - from.x;
    double const dy = to.y - from.y;
    double const length = std::hypot(dx, dy);
    return {-dy / length, dx / length};
}

/// From a vertex to the intersection of its segments' parallels, for a distance of 1.
Point miter(Point before, Point after) noexcept
{
    double const cosine = before.x * after.x + before.y * after.y;
    constexpr double nearly_back = 1e-6;
    if (1 + cosine < nearly_back) {
        return after; // straight back: they never meet
    }
    return {(before.x + after.x) / (1 + cosine), (before.y + after.y) / (1 + cosine)};
}

} // namespace

std::vector<Point> mitred_parallel(std::span<Point const> line, double distance)
{
    std::vector<Point> vertices;
    for (auto const& point : line) {
        if (is_finite(point) && (vertices.empty() || !(vertices.back() == point))) {
            vertices.push_back(point);
        }
    }
    if (vertices.size() < 2) {
        return {};
    }
    std::vector<Point> parallel;
    parallel.reserve(vertices.size());
    auto before = right_of(vertices[0], vertices[1]);
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        auto const after =
            i + 1 < vertices.size() ? right_of(vertices[i], vertices[i + 1]) : before;
        auto const by = miter(before, after);
        parallel.push_back({vertices[i].x + distance * by.x, vertices[i].y + distance * by.y});
        before = after;
    }
    return parallel;
}

} // namespace ms::geometry
