// SPDX-License-Identifier: MIT
#include "geometry/clip.hpp"

#include <cmath>

namespace ms::geometry {
namespace {

/// Narrows [from, to] to where start + t * delta <= limit.
bool narrow(double start, double delta, double limit, double& from, double& to) noexcept
{
    if (delta == 0) {
        return start <= limit;
    }
    double const t = (limit - start) / delta;
    if (delta > 0) {
        to = std::min(to, t);
    } else {
        from = std::max(from, t);
    }
    return from <= to;
}

// The sides of a box as half planes with one of their coordinates known.
struct Left {
    double at;
    [[nodiscard]] bool contains(Point p) const noexcept { return p.x >= at; }
    [[nodiscard]] Point cross(Point a, Point b) const noexcept
    {
        return {at, std::lerp(a.y, b.y, (at - a.x) / (b.x - a.x))};
    }
};
struct Right : Left {
    [[nodiscard]] bool contains(Point p) const noexcept { return p.x <= at; }
};
struct Top {
    double at;
    [[nodiscard]] bool contains(Point p) const noexcept { return p.y >= at; }
    [[nodiscard]] Point cross(Point a, Point b) const noexcept
    {
        return {std::lerp(a.x, b.x, (at - a.y) / (b.y - a.y)), at};
    }
};
struct Bottom : Top {
    [[nodiscard]] bool contains(Point p) const noexcept { return p.y <= at; }
};

template <typename Side>
void clip_by(Side side, std::span<Point const> in, std::vector<Point>& out)
{
    out.clear();
    if (in.empty()) {
        return;
    }
    auto previous = in.back();
    bool was_inside = side.contains(previous);
    for (auto const& point : in) {
        bool const is_inside = side.contains(point);
        if (is_inside != was_inside) {
            out.push_back(side.cross(previous, point));
        }
        if (is_inside) {
            out.push_back(point);
        }
        previous = point;
        was_inside = is_inside;
    }
}

} // namespace

std::optional<Segment> clip_segment(Segment segment, Box const& box) noexcept
{
    Point const a = segment.start;
    Point const b = segment.end;
    if (box.contains(a) && box.contains(b)) {
        return segment;
    }
    double const dx = b.x - a.x;
    double const dy = b.y - a.y;
    double from = 0;
    double to = 1;
    bool const is_inside =
        narrow(a.x, dx, box.max_x, from, to) && narrow(-a.x, -dx, -box.min_x, from, to) &&
        narrow(a.y, dy, box.max_y, from, to) && narrow(-a.y, -dy, -box.min_y, from, to);
    if (!is_inside || from == to) {
        return std::nullopt;
    }
    auto const at = [&](double t) { return Point{a.x + t * dx, a.y + t * dy}; };
    return Segment{from > 0 ? at(from) : a, to < 1 ? at(to) : b};
}

std::span<Point const> RingClipper::clip(std::span<Point const> ring, Box const& box)
{
    // Sutherland-Hodgman closes rings itself; the repeated point would be clipped twice.
    if (ring.size() > 1 && ring.front() == ring.back()) {
        ring = ring.first(ring.size() - 1);
    }
    clip_by(Left{box.min_x}, ring, m_front);
    clip_by(Right{{box.max_x}}, m_front, m_back);
    clip_by(Top{box.min_y}, m_back, m_front);
    clip_by(Bottom{{box.max_y}}, m_front, m_back);
    if (!m_back.empty()) {
        m_back.push_back(m_back.front());
    }
    return m_back;
}

} // namespace ms::geometry
