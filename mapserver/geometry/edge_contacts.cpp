// SPDX-License-Identifier: MIT
#include "geometry/edge_contacts.hpp"

#include <algorithm>

namespace ms::geometry {

namespace {

/// Of an edge with others, on average: beyond it GEOS is asked, which has an index.
constexpr std::size_t max_comparisons = 64;

/// Above 0, 0 or below: on which side of a line a point lies.
double side_of(Point a, Point b, Point p) noexcept
{
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

bool overlap(double a, double b, double c, double d) noexcept
{
    return std::max(a, b) >= std::min(c, d) && std::max(c, d) >= std::min(a, b);
}

/// Edges whose x overlap.
bool have_contact(Point a, Point b, Point c, Point d) noexcept
{
    if (!overlap(a.y, b.y, c.y, d.y)) {
        return false;
    }
    double const side_c = side_of(a, b, c);
    double const side_d = side_of(a, b, d);
    if ((side_c > 0 && side_d > 0) || (side_c < 0 && side_d < 0)) {
        return false;
    }
    double const side_a = side_of(c, d, a);
    double const side_b = side_of(c, d, b);
    return !((side_a > 0 && side_b > 0) || (side_a < 0 && side_b < 0));
}

/// Of an edge and the next one, which begins at its end.
bool turns_back(Point a, Point b, Point c) noexcept
{
    return side_of(a, b, c) == 0 && (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y) < 0;
}

} // namespace

void EdgeContacts::add_edges(Shape shape)
{
    m_edges.clear();
    auto const rings = shape.rings();
    for (auto ring = rings.first; ring < rings.last; ++ring) {
        auto const points = shape.column->ring(ring);
        auto const count = static_cast<std::uint32_t>(points.empty() ? 0 : points.size() - 1);
        for (std::uint32_t i = 0; i < count; ++i) {
            m_edges.push_back({points[i], points[i + 1], ring, i, count});
        }
    }
}

void EdgeContacts::touch(std::uint32_t ring)
{
    m_touched[ring - m_first] = true;
    m_is_any_touched = true;
}

void EdgeContacts::compare_with_open(Edge const& edge)
{
    double const left = std::min(edge.from.x, edge.to.x);
    for (std::size_t i = 0; i < m_open.size();) {
        auto const& other = m_open[i];
        if (std::max(other.from.x, other.to.x) < left) {
            m_open[i] = m_open.back();
            m_open.pop_back();
            continue;
        }
        ++m_comparisons;
        bool const is_same = other.ring == edge.ring;
        bool const is_next = is_same && (other.number + 1) % other.count == edge.number;
        bool const is_previous = is_same && (edge.number + 1) % edge.count == other.number;
        bool const is_contact =
            (is_next && turns_back(other.from, other.to, edge.to)) ||
            (is_previous && turns_back(edge.from, edge.to, other.to)) ||
            (!is_next && !is_previous && have_contact(edge.from, edge.to, other.from, other.to));
        if (is_contact) {
            touch(edge.ring);
            touch(other.ring);
        }
        ++i;
    }
}

bool EdgeContacts::find(Shape shape)
{
    add_edges(shape);
    auto const rings = shape.rings();
    m_first = rings.first;
    m_touched.assign(rings.last - rings.first, false);
    m_is_any_touched = false;
    m_comparisons = 0;
    std::ranges::sort(m_edges, {},
                      [](Edge const& edge) { return std::min(edge.from.x, edge.to.x); });
    m_open.clear();
    for (auto const& edge : m_edges) {
        compare_with_open(edge);
        if (m_comparisons > max_comparisons * m_edges.size()) {
            return false;
        }
        m_open.push_back(edge);
    }
    return true;
}

} // namespace ms::geometry
