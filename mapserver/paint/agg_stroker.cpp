// SPDX-License-Identifier: MIT
// Anti-Grain Geometry is met here and in agg_canvas.cpp.
#include "paint/stroker.hpp"

#include <agg_math_stroke.h>

#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

namespace ms::paint {

namespace {

/// Receives the vertices of AGG's joins.
class ColumnSink {
public:
    using value_type = agg::point_d;

    ColumnSink(geometry::GeometryColumn& column, Budget* budget)
        : m_column(column), m_budget(budget)
    {}
    void remove_all() noexcept {} // called by AGG before every join
    void add(value_type const& p)
    {
        auto& points = m_column.points;
        if (points.size() == points.capacity() && m_budget != nullptr) {
            expect_growth(points.capacity() * sizeof(geometry::Point));
        }
        points.push_back({p.x, p.y});
    }
    void end_contour() { m_column.end_ring(); }

private:
    /// Round joins make dozens of vertices from one.
    void expect_growth(std::size_t bytes) const
    {
        std::size_t const while_copied = 3 * bytes;
        m_budget->work();
        m_budget->keep(while_copied);
        m_budget->release(while_copied);
    }

    geometry::GeometryColumn& m_column;
    Budget* m_budget;
};

} // namespace

class Stroker::Impl {
public:
    void set_pen(Pen const& pen, ThinLines thin)
    {
        double const width = std::clamp(pen.width, 0.0, widest_px);
        bool const is_thin = thin == ThinLines::Plain && width <= thin_px;
        m_closing = pen.closing;
        Look const look{width, pen.miter_limit, pen.cap, pen.join, is_thin};
        if (look == m_look) {
            return; // thousands of features in a row
        }
        m_look = look;
        m_half = width / 2;
        m_math.width(width); // AGG halves it
        m_math.line_cap(is_thin ? agg::butt_cap : cap_of(pen.cap));
        m_math.line_join(is_thin ? agg::bevel_join : join_of(pen.join));
        m_math.inner_join(is_thin ? agg::inner_bevel : agg::inner_miter);
        m_math.miter_limit(pen.miter_limit);
        m_min_cos = min_cosine(m_math.line_join());
        make_arc();
    }

    void stroke(std::span<geometry::Point const> line, ColumnSink& sink)
    {
        collect(line);
        bool const is_closed = m_closing == Closing::Joined && line.size() > 3 &&
                               line.front() == line.back() && drop_repeated_end();
        if (is_closed) {
            stroke_closed(sink);
        } else if (m_vertices.size() > 1) {
            stroke_open(sink);
        }
    }

private:
    /// What the members below were made for.
    struct Look {
        double width;
        double miter_limit;
        Cap cap;
        Join join;
        bool is_thin;
        friend bool operator==(Look const&, Look const&) = default;
    };

    struct Vertex {
        agg::vertex_dist at; ///< dist: to the next vertex
        double left_x = 0;   ///< of the next segment: half a width to its left
        double left_y = 0;
        double miter_x = 0; ///< from the vertex to the left corner, when is_smooth
        double miter_y = 0;
        bool is_smooth = false;
    };

    /// The largest turn of a line, as a cosine, at which a miter looks like the join.
    [[nodiscard]] double min_cosine(agg::line_join_e join) const noexcept
    {
        return join == agg::bevel_join ? min_cosine_of_bevels(m_half) : min_cosine_of_arcs(m_half);
    }

    static agg::line_cap_e cap_of(Cap cap) noexcept
    {
        switch (cap) {
        case Cap::Round:
            return agg::round_cap;
        case Cap::Square:
            return agg::square_cap;
        case Cap::Butt:
        case Cap::Triangle: // as MapServer
            break;
        }
        return agg::butt_cap;
    }

    static agg::line_join_e join_of(Join join) noexcept
    {
        switch (join) {
        case Join::Miter:
            return agg::miter_join;
        case Join::Round:
            return agg::round_join;
        case Join::None:
        case Join::Bevel:
            break;
        }
        return agg::bevel_join;
    }

    /// Fills m_vertices.
    void collect(std::span<geometry::Point const> line)
    {
        m_vertices.clear();
        for (geometry::Point const point : line) {
            if (!(std::isfinite(point.x) && std::isfinite(point.y))) {
                continue;
            }
            auto const p = tamed(point);
            if (m_vertices.empty() || set_next(m_vertices.back(), p)) {
                m_vertices.push_back({.at = agg::vertex_dist(p.x, p.y)});
            }
        }
    }

    /// Makes the last vertex lead to the first. \returns whether a ring is left
    bool drop_repeated_end() noexcept
    {
        if (m_vertices.size() < 4) {
            return false;
        }
        auto const& first = m_vertices.front().at;
        while (m_vertices.size() > 1 && !set_next(m_vertices.back(), {first.x, first.y})) {
            m_vertices.pop_back();
        }
        return m_vertices.size() > 2;
    }

    /// \returns false if `next` is too near to have a direction
    bool set_next(Vertex& vertex, geometry::Point next) const noexcept
    {
        double const dx = next.x - vertex.at.x;
        double const dy = next.y - vertex.at.y;
        double const squared = dx * dx + dy * dy;
        if (squared < shortest_px * shortest_px) {
            return false;
        }
        vertex.at.dist = std::sqrt(squared);
        double const scale = m_half / vertex.at.dist;
        vertex.left_x = scale * dy;
        vertex.left_y = -scale * dx;
        return true;
    }

    void find_miter(Vertex const& before, Vertex& vertex) const noexcept
    {
        double const dot = before.left_x * vertex.left_x + before.left_y * vertex.left_y;
        double const square = m_half * m_half;
        // The inner corner must lie on both segments; m_min_cos keeps it within tan(t/2) < 1 for
        // widths from 0.2 px, and a wider pen allows less.
        vertex.is_smooth =
            dot > m_min_cos * square && std::min(before.at.dist, vertex.at.dist) > m_half;
        if (vertex.is_smooth) {
            double const scale = square / (square + dot);
            vertex.miter_x = (before.left_x + vertex.left_x) * scale;
            vertex.miter_y = (before.left_y + vertex.left_y) * scale;
        }
    }

    void join_left(Vertex const& before, Vertex& vertex, Vertex const& after, ColumnSink& sink)
    {
        find_miter(before, vertex);
        if (vertex.is_smooth) {
            sink.add({vertex.at.x + vertex.miter_x, vertex.at.y + vertex.miter_y});
        } else {
            m_math.calc_join(sink, before.at, vertex.at, after.at, before.at.dist, vertex.at.dist);
        }
    }

    /// The other side, on the way back, after join_left().
    void join_right(Vertex const& before, Vertex const& vertex, Vertex const& after,
                    ColumnSink& sink)
    {
        if (vertex.is_smooth) {
            sink.add({vertex.at.x - vertex.miter_x, vertex.at.y - vertex.miter_y});
        } else {
            m_math.calc_join(sink, after.at, vertex.at, before.at, vertex.at.dist, before.at.dist);
        }
    }

    /// The turns from one side of a round cap to the other that agg::math_stroke makes, found once
    /// for a pen: it asks for a sine and a cosine at every point.
    void make_arc()
    {
        m_arc.clear();
        if (m_math.line_cap() != agg::round_cap) {
            return;
        }
        constexpr double chord_px = 0.125;
        double const step = std::acos(m_half / (m_half + chord_px)) * 2;
        int const points = static_cast<int>(std::numbers::pi / step);
        for (int i = 1; i <= points; ++i) {
            double const angle = std::numbers::pi * i / (points + 1);
            m_arc.push_back({std::cos(angle), std::sin(angle)});
        }
    }

    /// \param side  from the end of the line to its side where the cap begins
    void round_cap(agg::vertex_dist const& end, geometry::Point side, ColumnSink& sink) const
    {
        sink.add({end.x + side.x, end.y + side.y});
        for (auto const& turn : m_arc) {
            sink.add({end.x + side.x * turn.x - side.y * turn.y,
                      end.y + side.x * turn.y + side.y * turn.x});
        }
        sink.add({end.x - side.x, end.y - side.y});
    }

    void cap_begin(ColumnSink& sink)
    {
        auto const& v = m_vertices;
        if (m_math.line_cap() == agg::round_cap) {
            round_cap(v[0].at, {-v[0].left_x, -v[0].left_y}, sink);
        } else {
            m_math.calc_cap(sink, v[0].at, v[1].at, v[0].at.dist);
        }
    }

    void cap_end(ColumnSink& sink)
    {
        auto const& v = m_vertices;
        auto const last = v.size() - 1;
        if (m_math.line_cap() == agg::round_cap) {
            round_cap(v[last].at, {v[last - 1].left_x, v[last - 1].left_y}, sink);
        } else {
            m_math.calc_cap(sink, v[last].at, v[last - 1].at, v[last - 1].at.dist);
        }
    }

    void stroke_open(ColumnSink& sink)
    {
        auto& v = m_vertices;
        std::size_t const last = v.size() - 1;
        cap_begin(sink);
        for (std::size_t i = 1; i < last; ++i) {
            join_left(v[i - 1], v[i], v[i + 1], sink);
        }
        cap_end(sink);
        for (std::size_t i = last - 1; i > 0; --i) {
            join_right(v[i - 1], v[i], v[i + 1], sink);
        }
        sink.end_contour();
    }

    void stroke_closed(ColumnSink& sink)
    {
        auto& v = m_vertices;
        std::size_t const n = v.size();
        for (std::size_t i = 0; i < n; ++i) {
            join_left(v[(i + n - 1) % n], v[i], v[(i + 1) % n], sink);
        }
        sink.end_contour();
        for (std::size_t i = n; i-- > 0;) {
            join_right(v[(i + n - 1) % n], v[i], v[(i + 1) % n], sink);
        }
        sink.end_contour();
    }

    agg::math_stroke<ColumnSink> m_math;
    Closing m_closing = Closing::Capped;
    std::vector<Vertex> m_vertices;
    std::vector<geometry::Point> m_arc; ///< cosines and sines
    std::optional<Look> m_look;
    double m_half = 0.5;
    double m_min_cos = 2;
};

Stroker::Stroker(Budget* budget) : m_impl(std::make_unique<Impl>()), m_budget(budget) {}
Stroker::~Stroker() = default;
Stroker::Stroker(Stroker&&) noexcept = default;
Stroker& Stroker::operator=(Stroker&&) noexcept = default;

void Stroker::set_pen(Pen const& pen, ThinLines thin)
{
    m_impl->set_pen(pen, thin);
}

void Stroker::append_outline(std::span<geometry::Point const> line, geometry::GeometryColumn& out)
{
    ColumnSink sink(out, m_budget);
    m_impl->stroke(line, sink);
}

} // namespace ms::paint
