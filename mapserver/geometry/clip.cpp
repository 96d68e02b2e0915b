// SPDX-License-Identifier: MIT
#include "geometry/clip.hpp"

#include <algorithm>

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

/// An edge without extent along an axis, seen as one that moves a little inwards from the side that
/// MapServer tests, so that its quotients are finite.
double never_zero(double delta, bool is_backwards) noexcept
{
    constexpr double tiny = 1e-30;
    return delta != 0 ? delta : is_backwards ? -tiny : tiny;
}

/// Where an edge meets the two sides of a box along one axis, as parts of its length.
struct Crossing {
    Crossing(double start, double delta, double low, double high) noexcept
        : in(delta > 0 ? low : high), out(delta > 0 ? high : low), at_in((in - start) / delta),
          at_out((out - start) / delta)
    {}
    double in; ///< the side that the edge comes from
    double out;
    double at_in;
    double at_out;
};

/// Appends what one edge adds to the clipped ring: the corner of the box that it may turn around,
/// where it enters, and where it leaves or ends.
void append_edge(Point a, Point b, Box const& box, std::vector<Point>& clipped)
{
    double const dx = never_zero(b.x - a.x, a.x > box.min_x);
    double const dy = never_zero(b.y - a.y, a.y >= box.max_y); // y points down, in MapServer up
    Crossing const x{a.x, dx, box.min_x, box.max_x};
    Crossing const y{a.y, dy, box.min_y, box.max_y};
    double const first_in = std::min(x.at_in, y.at_in);
    double const last_in = std::max(x.at_in, y.at_in);
    if (first_in > 0 && first_in <= 1) {
        clipped.push_back({x.in, y.in});
    }
    double const out = std::min(x.at_out, y.at_out);
    if (first_in > 1 || last_in > 1 || (last_in <= 0 && out <= 0)) {
        return;
    }
    if (last_in > out) { // it passes the box and turns around another corner
        clipped.push_back(x.at_in > y.at_in ? Point{x.in, y.out} : Point{x.out, y.in});
        return;
    }
    if (last_in > 0) {
        clipped.push_back(x.at_in > y.at_in ? Point{x.in, a.y + x.at_in * dy}
                                            : Point{a.x + y.at_in * dx, y.in});
    }
    if (out >= 1) {
        clipped.push_back(b);
    } else {
        clipped.push_back(x.at_out < y.at_out ? Point{x.out, a.y + x.at_out * dy}
                                              : Point{a.x + y.at_out * dx, y.out});
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

std::span<Point const> RingClipper::clip(std::span<Point const> ring, Box const& box,
                                         RingStart start)
{
    m_clipped.clear();
    if (start == RingStart::First && !ring.empty() && box.contains(ring.front())) {
        m_clipped.push_back(ring.front()); // which the last edge closes
    }
    for (std::size_t i = 1; i < ring.size(); ++i) {
        append_edge(ring[i - 1], ring[i], box, m_clipped);
    }
    if (!ring.empty() && ring.front() != ring.back()) {
        append_edge(ring.back(), ring.front(), box, m_clipped);
    }
    if (!m_clipped.empty() && (m_clipped.size() == 1 || m_clipped.front() != m_clipped.back())) {
        m_clipped.push_back(m_clipped.front());
    }
    return m_clipped;
}

} // namespace ms::geometry
