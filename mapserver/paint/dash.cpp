// SPDX-License-Identifier: MIT
#include "paint/dash.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ms::paint {

namespace {

using geometry::Box;
using geometry::GeometryColumn;
using geometry::Point;

/// Shorter than this a period cannot be seen, but would make thousands of pieces.
constexpr double shortest_period_px = 0.1;

Point at(Point a, Point b, double fraction) noexcept
{
    return {a.x + (b.x - a.x) * fraction, a.y + (b.y - a.y) * fraction};
}

/// Walks along a line and through the pattern at the same time.
class Walker {
public:
    Walker(std::span<double const> dashes, double period, GeometryColumn& out)
        : m_dashes(dashes), m_period(period), m_out(out)
    {}

    /// Advances in the pattern without drawing.
    void skip(double length) noexcept
    {
        lift();
        length = std::fmod(length, m_period);
        while (length >= m_left) {
            length -= m_left;
            next();
        }
        m_left -= length;
    }

    void walk(Point a, Point b, double length)
    {
        double done = 0;
        put_down(a);
        while (length - done > m_left) {
            done += m_left;
            Point const end = at(a, b, done / length);
            if (is_drawing()) {
                m_out.points.push_back(end);
            }
            lift();
            next();
            put_down(end);
        }
        m_left -= length - done;
        if (is_drawing()) {
            m_out.points.push_back(b);
        }
    }

    /// Ends the piece that is being drawn.
    void lift()
    {
        if (m_is_down) {
            m_out.end_ring();
            m_is_down = false;
        }
    }

    void start(double offset) noexcept
    {
        m_index = 0;
        m_left = m_dashes[0];
        skip(offset);
    }

private:
    [[nodiscard]] bool is_drawing() const noexcept { return m_index % 2 == 0; }
    void next() noexcept
    {
        m_index = (m_index + 1) % m_dashes.size();
        m_left = m_dashes[m_index];
    }
    void put_down(Point p)
    {
        if (is_drawing() && !m_is_down) {
            m_out.points.push_back(p);
            m_is_down = true;
        }
    }

    std::span<double const> m_dashes;
    double m_period;
    GeometryColumn& m_out;
    std::size_t m_index = 0;
    double m_left = 0; ///< of the current dash or gap
    bool m_is_down = false;
};

void append_line(std::span<Point const> line, GeometryColumn& out)
{
    out.points.insert(out.points.end(), line.begin(), line.end());
    out.end_ring();
}

/// The part of a segment inside a box as fractions of its length; first > second: outside.
/// Liang & Barsky 1984, doi:10.1145/357332.357333.
std::pair<double, double> inside(Point a, Point b, Box const& box) noexcept
{
    double first = 0;
    double last = 1;
    auto const cut = [&](double from, double step, double low, double high) {
        if (step == 0) {
            if (from < low || from > high) {
                first = 2;
            }
            return;
        }
        double const enter = ((step > 0 ? low : high) - from) / step;
        double const leave = ((step > 0 ? high : low) - from) / step;
        first = std::max(first, enter);
        last = std::min(last, leave);
    };
    cut(a.x, b.x - a.x, box.min_x, box.max_x);
    cut(a.y, b.y - a.y, box.min_y, box.max_y);
    return {first, last};
}

/// The length of a line inside the box.
double visible_length(std::span<Point const> line, Box const& visible)
{
    double sum = 0;
    for (std::size_t i = 1; i < line.size(); ++i) {
        double const length = std::hypot(line[i].x - line[i - 1].x, line[i].y - line[i - 1].y);
        if (length > 0 && std::isfinite(length)) {
            auto const [first, last] = inside(line[i - 1], line[i], visible);
            sum += length * std::max(last - first, 0.0);
        }
    }
    return sum;
}

/// The number of dashes beyond which they are indistinguishable in an image.
constexpr double max_periods = 2e5;

/// Longer dashes for a line that would have too many; else nothing.
std::vector<double> coarser(std::span<Point const> line, std::span<double const> dashes,
                            double period, Box const& visible)
{
    constexpr std::size_t few = 1000; // points: such lines cannot fill an image
    double const longest_seen = std::hypot(visible.width(), visible.height());
    if (line.size() < few && static_cast<double>(few) * longest_seen < max_periods * period) {
        return {};
    }
    double const factor = visible_length(line, visible) / (max_periods * period);
    std::vector<double> longer;
    if (factor > 1) {
        for (double const length : dashes) {
            longer.push_back(length * factor);
        }
    }
    return longer;
}

} // namespace

void dash(std::span<Point const> line, std::span<double const> dashes, double offset,
          Box const& visible, GeometryColumn& out)
{
    dashes = dashes.first(dashes.size() / 2 * 2);
    double period = std::accumulate(dashes.begin(), dashes.end(), 0.0);
    bool const is_usable = std::ranges::all_of(dashes, [](double d) { return d >= 0; }) &&
                           period >= shortest_period_px && std::isfinite(period);
    if (line.empty()) {
        return;
    }
    if (!is_usable) {
        append_line(line, out);
        return;
    }
    auto const longer = coarser(line, dashes, period, visible);
    if (!longer.empty()) {
        dashes = longer;
        period = std::accumulate(dashes.begin(), dashes.end(), 0.0);
    }
    Walker walker(dashes, period, out);
    double const into = std::isfinite(offset) ? std::fmod(offset, period) : 0.0;
    walker.start(into < 0 ? into + period : into);
    for (std::size_t i = 1; i < line.size(); ++i) {
        Point const a = line[i - 1];
        Point const b = line[i];
        double const length = std::hypot(b.x - a.x, b.y - a.y);
        if (!(length > 0) || !std::isfinite(length)) {
            continue;
        }
        auto const [first, last] = inside(a, b, visible);
        if (first >= last) {
            walker.skip(length);
            continue;
        }
        if (first > 0) {
            walker.skip(length * first);
        }
        walker.walk(at(a, b, first), at(a, b, last), length * (last - first));
        if (last < 1) {
            walker.skip(length * (1 - last));
        }
    }
    walker.lift();
}

} // namespace ms::paint
