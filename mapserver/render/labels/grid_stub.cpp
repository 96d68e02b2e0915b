// SPDX-License-Identifier: MIT
#include "render/labels/grid_stub.hpp"

namespace ms::render {

namespace {

using geometry::Point;

bool is_vertical(Edge edge) noexcept
{
    return edge == Edge::Left || edge == Edge::Right;
}

double edge_at(Edge edge, geometry::Box const& frame) noexcept
{
    switch (edge) {
    case Edge::Left:
        return frame.min_x;
    case Edge::Right:
        return frame.max_x;
    case Edge::Top:
        return frame.min_y;
    case Edge::Bottom:
        break;
    }
    return frame.max_y;
}

/// The first point of a line with x (or y) = at, inside the frame on the other axis.
std::optional<Point> crossing(std::span<Point const> line, bool of_x, double at,
                              geometry::Box const& frame)
{
    for (std::size_t i = 1; i < line.size(); ++i) {
        auto const& a = line[i - 1];
        auto const& b = line[i];
        double const from = (of_x ? a.x : a.y) - at;
        double const to = (of_x ? b.x : b.y) - at;
        if (!(from * to <= 0) || from == to) {
            continue;
        }
        double const share = from / (from - to);
        Point const found{a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
        if (of_x ? found.y >= frame.min_y && found.y <= frame.max_y
                 : found.x >= frame.min_x && found.x <= frame.max_x) {
            return found;
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<Stub> stub_of(std::span<Point const> line, Edge edge, geometry::Box const& frame,
                            double text_px)
{
    bool const of_x = is_vertical(edge);
    bool const is_far = edge == Edge::Right || edge == Edge::Bottom;
    double const inward = is_far ? -1 : 1;
    auto outer = crossing(line, of_x, edge_at(edge, frame), frame);
    if (!outer) {
        return std::nullopt;
    }
    double const beyond = is_far ? 1 : 0;
    double const length = 2 * text_px + 5 - beyond;
    auto const inner = crossing(line, of_x, edge_at(edge, frame) + inward * length, frame);
    Point const straight{outer->x + (of_x ? inward * length : 0),
                         outer->y + (of_x ? 0 : inward * length)};
    (of_x ? outer->x : outer->y) += beyond;
    return Stub{inner.value_or(straight), *outer};
}

} // namespace ms::render
