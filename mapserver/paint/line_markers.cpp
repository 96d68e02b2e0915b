// SPDX-License-Identifier: MIT
#include "paint/line_markers.hpp"

#include <algorithm>
#include <cmath>

namespace ms::paint {

namespace {

using geometry::Point;

/// Symbols nearer than this would merge into a bar; bounds absurd input.
constexpr double min_distance_px = 0.25;

double length_of(std::span<Point const> line)
{
    double length = 0;
    for (std::size_t i = 1; i < line.size(); ++i) {
        length += std::hypot(line[i].x - line[i - 1].x, line[i].y - line[i - 1].y);
    }
    return length;
}

/// Walks a line and emits a place at `next`, `next` + `distance` ... pixels from its start.
/// \returns their number, visible or not
std::size_t walk(std::span<Point const> line, double next, double distance,
                 geometry::Box const& visible, std::vector<MarkerPlace>& out)
{
    std::size_t count = 0;
    double passed = 0;
    for (std::size_t i = 1; i < line.size(); ++i) {
        auto const from = line[i - 1];
        double const dx = line[i].x - from.x;
        double const dy = line[i].y - from.y;
        double const length = std::hypot(dx, dy);
        if (!(length > 0)) {
            continue;
        }
        double const angle = std::atan2(-dy, dx);
        for (; next <= passed + length; next += distance, ++count) {
            double const t = (next - passed) / length;
            Point const at{from.x + t * dx, from.y + t * dy};
            if (visible.contains(at)) {
                out.push_back({at, angle});
            }
        }
        passed += length;
    }
    return count;
}

} // namespace

bool place_along(std::span<Point const> line, MarkerSpacing const& spacing,
                 geometry::Box const& visible, std::vector<MarkerPlace>& out)
{
    double const length = length_of(line);
    // A line of a million pixels takes at most as many steps.
    double const distance = std::max({spacing.distance, min_distance_px, length / 1e6});
    double const first = spacing.first < 0 ? distance / 2 : spacing.first;
    if (!std::isfinite(length) || !std::isfinite(distance) || !std::isfinite(first)) {
        return false;
    }
    bool const is_short = walk(line, first, distance, visible, out) == 0 && spacing.first < 0 &&
                          length > spacing.symbol_width;
    if (is_short) {
        walk(line, length / 2, 2 * length + 1, visible, out);
    }
    return is_short;
}

} // namespace ms::paint
