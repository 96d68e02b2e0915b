// SPDX-License-Identifier: MIT
#include "paint/strip_stroker.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ms::paint {

using geometry::Point;

namespace {

Point operator+(Point a, Point b) noexcept
{
    return {a.x + b.x, a.y + b.y};
}

Point operator-(Point a, Point b) noexcept
{
    return {a.x - b.x, a.y - b.y};
}

Point operator*(double factor, Point p) noexcept
{
    return {factor * p.x, factor * p.y};
}

/// \param by  cosine and sine
Point turned(Point p, Point by) noexcept
{
    return {p.x * by.x - p.y * by.y, p.x * by.y + p.y * by.x};
}

/// Ahead of a segment, as far as `left` is to its left.
Point ahead(Point left) noexcept
{
    return {-left.y, left.x};
}

bool is_thin(Pen const& pen) noexcept
{
    return pen.width <= thin_px;
}

using Corners = CoverageGrid::Corners;

constexpr double arc_chord_px = 0.125; ///< between an arc and its chords, as in AGG
/// An inner corner may be this far from the vertex, in half widths, whatever the segments' length.
constexpr double inner_limit = 1.01;

} // namespace

bool StripStroker::can_draw(Pen const& pen) noexcept
{
    return pen.closing == Closing::Capped && (is_thin(pen) || pen.join != Join::Miter);
}

/// Features of several classes and styles alternate: the looks of the last pens are kept.
void StripStroker::set_pen(Pen const& pen)
{
    auto const cap = is_thin(pen) ? Cap::Butt : pen.cap;
    bool const has_arcs = !is_thin(pen) && pen.join == Join::Round;
    double const half = std::min(pen.width, widest_px) / 2;
    auto const is_it = [&](Look const& look) {
        return half == look.half && cap == look.cap && has_arcs == look.has_arcs;
    };
    if (m_look != nullptr && is_it(*m_look)) {
        return;
    }
    auto const known =
        std::ranges::find_if(m_looks, [&](auto const& look) { return is_it(*look); });
    if (known != m_looks.end()) {
        m_look = known->get();
        return;
    }
    if (m_looks.size() == max_looks) {
        m_looks.clear();
    }
    m_looks.push_back(std::make_unique<Look>(look_of(half, cap, has_arcs)));
    m_look = m_looks.back().get();
}

StripStroker::Look StripStroker::look_of(double half, Cap cap, bool has_arcs)
{
    Look look{.half = half,
              .cap = cap,
              .has_arcs = has_arcs,
              .min_cos = has_arcs ? min_cosine_of_arcs(half) : min_cosine_of_bevels(half),
              .arc_step = std::acos(half / (half + arc_chord_px)) * 2,
              .cap_turns = {}};
    if (cap == Cap::Round || has_arcs) {
        look.arc_points = static_cast<std::size_t>(std::numbers::pi / look.arc_step);
        double const step = std::numbers::pi / static_cast<double>(look.arc_points + 1);
        for (std::size_t i = 0; i <= look.arc_points + 1; ++i) {
            auto const angle = static_cast<double>(i) * step;
            look.cap_turns.push_back({std::cos(angle), std::sin(angle)});
        }
    }
    return look;
}

double StripStroker::reach_px() const noexcept
{
    double const corner = look().cap == Cap::Square ? std::numbers::sqrt2 : inner_limit;
    return look().half * corner + invisible_px;
}

bool StripStroker::set_next(Vertex& vertex, Point next) const noexcept
{
    double const dx = next.x - vertex.at.x;
    double const dy = next.y - vertex.at.y;
    double const squared = dx * dx + dy * dy;
    if (squared < shortest_px * shortest_px) {
        return false;
    }
    vertex.length = std::sqrt(squared);
    double const scale = look().half / vertex.length;
    vertex.left = {scale * dy, -scale * dx};
    return true;
}

void StripStroker::collect(std::span<Point const> line)
{
    m_vertices.clear();
    for (Point const p : line) {
        if (m_vertices.empty() || set_next(m_vertices.back(), p)) {
            m_vertices.push_back({.at = p});
        }
    }
}

/// As Stroker: one corner on either side where a miter looks like the join.
inline Corners* StripStroker::join(Vertex const& before, Vertex const& vertex, Corners* to) const
{
    double const square = look().half * look().half;
    double const dot = before.left.x * vertex.left.x + before.left.y * vertex.left.y;
    double const shorter = std::min(before.length, vertex.length);
    if (dot > look().min_cos * square && shorter > look().half) {
        auto const corner = square / (square + dot) * (before.left + vertex.left);
        *to++ = {vertex.at + corner, vertex.at - corner};
        return to;
    }
    if (look().half <= thin_px / 2) {
        *to++ = {vertex.at + before.left, vertex.at - before.left};
        *to++ = {vertex.at + vertex.left, vertex.at - vertex.left};
        return to;
    }
    return join_sharply({vertex.at, before.left, vertex.left, dot, shorter}, to);
}

/// The inner side of a wide line gets the crossing of its sides if they are long enough for it, the
/// outer side a bevel or an arc. Where a line turns back exactly, AGG finds two outer sides.
Corners* StripStroker::join_sharply(Turn const& turn, Corners* to) const
{
    double const square = look().half * look().half;
    double const sum = square + turn.dot;
    double const sine = turn.before.x * turn.after.y - turn.before.y * turn.after.x;
    double const outer = sine > 0 ? 1 : -1; // times left
    auto const add = [&](Point out, Point in) {
        *to++ = sine > 0 ? Corners{out, in} : Corners{in, out};
    };
    double const longest =
        std::max(turn.shorter * turn.shorter, inner_limit * inner_limit * square);
    bool const is_crossing = 2 * square * square <= longest * sum;
    auto const crossing = turn.at - outer * square / sum * (turn.before + turn.after);
    auto first = is_crossing ? crossing : turn.at - outer * turn.before;
    add(turn.at + outer * turn.before, first);
    if (look().has_arcs) {
        double const angle = std::acos(std::clamp(turn.dot / square, -1.0, 1.0));
        int const points = static_cast<int>(angle / look().arc_step);
        double const step = outer * angle / (points + 1);
        Point const by = points > 0 ? Point{std::cos(step), std::sin(step)} : Point{};
        Point side = outer * turn.before, other = -outer * turn.before;
        for (int i = 0; i < points; ++i) {
            side = turned(side, by);
            if (sine == 0) {
                other = turned(other, {by.x, -by.y});
                first = turn.at + other;
            }
            add(turn.at + side, first);
        }
    }
    add(turn.at + outer * turn.after, is_crossing ? crossing : turn.at - outer * turn.after);
    return to;
}

/// A round cap grows from the pair of its points that is the farthest from the line.
Corners* StripStroker::begin(Vertex const& first, Corners* to) const
{
    auto const at = look().cap == Cap::Square ? first.at - ahead(first.left) : first.at;
    if (look().cap == Cap::Round) {
        auto const last = look().cap_turns.size() - 1;
        auto const cap_point = [&](std::size_t i) {
            return at + turned(first.left, {look().cap_turns[i].x, -look().cap_turns[i].y});
        };
        for (std::size_t i = last / 2; i > 0; --i) {
            *to++ = {cap_point(i), cap_point(last - i)};
        }
    }
    *to++ = {at + first.left, at - first.left};
    return to;
}

Corners* StripStroker::end(Vertex const& before, Point last_at, Corners* to) const
{
    auto const at = look().cap == Cap::Square ? last_at + ahead(before.left) : last_at;
    *to++ = {at + before.left, at - before.left};
    if (look().cap == Cap::Round) {
        auto const last = look().cap_turns.size() - 1;
        auto const cap_point = [&](std::size_t i) {
            return at + turned(before.left, look().cap_turns[i]);
        };
        for (std::size_t i = 1; i <= last / 2; ++i) {
            *to++ = {cap_point(i), cap_point(last - i)};
        }
    }
    return to;
}

std::span<Corners const> StripStroker::corners(std::span<Point const> line)
{
    collect(line);
    auto const& v = m_vertices;
    if (v.size() < 2) {
        return {};
    }
    m_corners.resize(std::max(m_corners.size(), v.size() * (look().arc_points + 2)));
    auto* to = begin(v.front(), m_corners.data());
    for (std::size_t i = 1; i + 1 < v.size(); ++i) {
        to = join(v[i - 1], v[i], to);
    }
    to = end(v[v.size() - 2], v.back().at, to);
    return {m_corners.data(), to};
}

} // namespace ms::paint
