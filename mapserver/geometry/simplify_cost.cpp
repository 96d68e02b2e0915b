// SPDX-License-Identifier: MIT
#include "geometry/simplify_cost.hpp"

#include "geometry/geos_limit.hpp"
#include "geometry/predicates.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace ms::geometry {

namespace {

// Measured with GEOS 3.11: combs, spirals and random lines of 5,000 to 40,000 vertices. Rounded up.
constexpr double ns_per_distance = 7;
constexpr double ns_per_distance_validly = 25;
constexpr double ns_per_pair = 10;
constexpr std::size_t few = 500; ///< vertices, which take less than 10 ms however they lie

struct Farthest {
    std::size_t index = 0;
    double squared = 0;
};

/// Between the first and the last of them.
Farthest farthest(std::span<Point const> points)
{
    Farthest found;
    for (std::size_t i = 1; i + 1 < points.size(); ++i) {
        double const squared =
            squared_distance_to_segment(points.front(), points.back(), points[i]);
        if (squared > found.squared || found.index == 0) {
            found = {i, squared};
        }
    }
    return found;
}

/// Distances that are computed for one line.
double distance_count(std::span<Point const> points, double tolerance)
{
    double count = 0;
    std::vector<std::pair<std::size_t, std::size_t>> sections{{0, points.size()}};
    while (!sections.empty()) {
        auto const [begin, end] = sections.back();
        sections.pop_back();
        if (end - begin < 3) {
            continue;
        }
        look_at_geos_time();
        count += static_cast<double>(end - begin);
        auto const [index, squared] = farthest(points.subspan(begin, end - begin));
        if (squared > tolerance * tolerance) {
            sections.emplace_back(begin, begin + index + 1);
            sections.emplace_back(begin + index, end);
        }
    }
    return count;
}

double distance_count(Shape shape, double tolerance)
{
    double count = 0;
    auto const rings = shape.rings();
    for (auto ring = rings.first; ring < rings.last; ++ring) {
        count += distance_count(shape.column->ring(ring), tolerance);
    }
    return count;
}

/// The part of `range` in which an item of this length intersects one of length `other`.
double share(double length, double other, double range)
{
    return range > 0 ? std::min(1.0, (length + other) / range) : 1;
}

/// Pairs of segments whose boxes meet.
double pair_count(Shape shape)
{
    double count = 0;
    double width = 0;
    double height = 0;
    auto const of_each = [&](auto const& take) {
        auto const rings = shape.rings();
        for (auto ring = rings.first; ring < rings.last; ++ring) {
            auto const points = shape.column->ring(ring);
            for (std::size_t i = 1; i < points.size(); ++i) {
                take(std::abs(points[i].x - points[i - 1].x),
                     std::abs(points[i].y - points[i - 1].y));
            }
        }
    };
    of_each([&](double dx, double dy) {
        ++count;
        width += dx;
        height += dy;
    });
    auto const box = shape.box();
    double pairs = 0;
    of_each([&](double dx, double dy) {
        pairs += count * share(dx, width / count, box.max_x - box.min_x) *
                 share(dy, height / count, box.max_y - box.min_y);
    });
    return pairs;
}

bool has_few(Shape shape)
{
    return !shape.exists() || shape.column->points_of(shape.index).size() <= few;
}

std::chrono::nanoseconds nanoseconds(double count)
{
    constexpr double max = 1e18; // 31 years
    return std::chrono::nanoseconds{static_cast<std::int64_t>(std::min(count, max))};
}

} // namespace

std::chrono::nanoseconds simplify_time(Shape shape, double tolerance)
{
    return has_few(shape) ? std::chrono::nanoseconds{}
                          : nanoseconds(distance_count(shape, tolerance) * ns_per_distance);
}

std::chrono::nanoseconds simplify_validly_time(Shape shape, double tolerance)
{
    return has_few(shape) ? std::chrono::nanoseconds{}
                          : nanoseconds(distance_count(shape, tolerance) * ns_per_distance_validly +
                                        pair_count(shape) * ns_per_pair);
}

} // namespace ms::geometry
