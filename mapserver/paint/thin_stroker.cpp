// SPDX-License-Identifier: MIT
#include "paint/thin_stroker.hpp"

#include <algorithm>
#include <cmath>

namespace ms::paint {

using geometry::Point;

void ThinStroker::set_width(double width_px) noexcept
{
    if (width_px / 2 == m_half) {
        return; // thousands of features in a row
    }
    m_half = width_px / 2;
    m_min_cos = min_cosine_of_bevels(m_half);
}

double ThinStroker::reach_px() const noexcept
{
    return m_half + invisible_px;
}

bool ThinStroker::set_next(Vertex& vertex, Point next) const noexcept
{
    double const dx = next.x - vertex.at.x;
    double const dy = next.y - vertex.at.y;
    double const squared = dx * dx + dy * dy;
    if (squared < shortest_px * shortest_px) {
        return false;
    }
    vertex.length = std::sqrt(squared);
    double const scale = m_half / vertex.length;
    vertex.left = {scale * dy, -scale * dx};
    vertex.slopes = {static_cast<float>(dx) / static_cast<float>(dy),
                     static_cast<float>(dy) / static_cast<float>(dx)};
    return true;
}

void ThinStroker::collect(std::span<Point const> line)
{
    m_vertices.clear();
    for (Point const p : line) {
        if (m_vertices.empty() || set_next(m_vertices.back(), p)) {
            m_vertices.push_back({.at = p});
        }
    }
}

namespace {

CoverageGrid::Corners corners(Point at, Point left, CoverageGrid::Slopes slopes, bool is_join)
{
    return {.left = {at.x + left.x, at.y + left.y},
            .right = {at.x - left.x, at.y - left.y},
            .slopes = slopes,
            .is_join = is_join};
}

} // namespace

/// As Stroker: one corner on either side where a miter looks like a bevel.
CoverageGrid::Corners* ThinStroker::join(Vertex const& before, Vertex const& vertex,
                                         CoverageGrid::Corners* to) const noexcept
{
    double const square = m_half * m_half;
    double const dot = before.left.x * vertex.left.x + before.left.y * vertex.left.y;
    if (dot > m_min_cos * square && std::min(before.length, vertex.length) > m_half) {
        double const scale = square / (square + dot);
        Point const left{(before.left.x + vertex.left.x) * scale,
                         (before.left.y + vertex.left.y) * scale};
        *to++ = corners(vertex.at, left, vertex.slopes, false);
        return to;
    }
    *to++ = corners(vertex.at, before.left, {}, true);
    *to++ = corners(vertex.at, vertex.left, vertex.slopes, false);
    return to;
}

void ThinStroker::add(std::span<Point const> line, CoverageGrid& grid)
{
    collect(line);
    auto const& v = m_vertices;
    if (v.size() < 2) {
        return;
    }
    m_corners.resize(std::max(m_corners.size(), 2 * v.size()));
    auto* to = m_corners.data();
    *to++ = corners(v.front().at, v.front().left, v.front().slopes, false);
    for (std::size_t i = 1; i + 1 < v.size(); ++i) {
        to = join(v[i - 1], v[i], to);
    }
    *to++ = corners(v.back().at, v[v.size() - 2].left, {}, true);
    grid.add_strip({m_corners.data(), to});
}

} // namespace ms::paint
