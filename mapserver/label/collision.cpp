// SPDX-License-Identifier: MIT
#include "label/collision.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace ms::label {

namespace {

constexpr double cell_px = 48;  // labels are about this long and a third as high
constexpr int max_cells = 1024; // on a side
constexpr double touch_px = 1e-6;

int cell_count(double length)
{
    double const cells = std::ceil(length / cell_px);
    return cells > 1 ? static_cast<int>(std::min(cells, static_cast<double>(max_cells))) : 1;
}

int cell_at(double offset, int count)
{
    double const cell = std::floor(offset / cell_px);
    return cell > 0 ? static_cast<int>(std::min(cell, static_cast<double>(count - 1))) : 0;
}

struct Interval {
    double low, high;
};

Interval project(Quad const& quad, geometry::Point axis) noexcept
{
    Interval shadow{INFINITY, -INFINITY};
    for (auto const& corner : quad.corners) {
        double const at = corner.x * axis.x + corner.y * axis.y;
        shadow.low = std::min(shadow.low, at);
        shadow.high = std::max(shadow.high, at);
    }
    return shadow;
}

/// Whether a line along one of a's sides separates them.
bool is_side_between(Quad const& a, Quad const& b) noexcept
{
    for (std::size_t i = 0; i < 4; ++i) {
        auto const& from = a.corners[i];
        auto const& to = a.corners[(i + 1) % 4];
        geometry::Point const normal{to.y - from.y, from.x - to.x};
        auto const of_a = project(a, normal);
        auto const of_b = project(b, normal);
        double const slack = touch_px * std::hypot(normal.x, normal.y);
        if (of_a.high + slack < of_b.low || of_b.high + slack < of_a.low) {
            return true;
        }
    }
    return false;
}

} // namespace

geometry::Point turned(geometry::Point p, geometry::Point about, double angle_rad) noexcept
{
    double const cosine = std::cos(angle_rad);
    double const sine = std::sin(angle_rad);
    double const dx = p.x - about.x;
    double const dy = p.y - about.y;
    return {about.x + dx * cosine + dy * sine, about.y - dx * sine + dy * cosine};
}

Quad turned(geometry::Box const& box, geometry::Point about, double angle_rad) noexcept
{
    auto quad = upright(box);
    if (angle_rad != 0) {
        quad.box = {};
        for (auto& corner : quad.corners) {
            corner = turned(corner, about, angle_rad);
            quad.box.extend(corner);
        }
    }
    return quad;
}

bool overlap(Quad const& a, Quad const& b) noexcept
{
    // Convex shapes that share no point have a line along a side of one between them.
    return a.box.grown(touch_px).intersects(b.box) && !is_side_between(a, b) &&
           !is_side_between(b, a);
}

CollisionIndex::CollisionIndex(geometry::Box const& area)
    : m_area(area), m_columns(cell_count(area.width())), m_rows(cell_count(area.height())),
      m_cells(static_cast<std::size_t>(m_columns) * static_cast<std::size_t>(m_rows))
{}

CollisionIndex::Cells CollisionIndex::cells_of(geometry::Box const& box) const noexcept
{
    return {cell_at(box.min_x - m_area.min_x, m_columns), cell_at(box.min_y - m_area.min_y, m_rows),
            cell_at(box.max_x - m_area.min_x, m_columns),
            cell_at(box.max_y - m_area.min_y, m_rows)};
}

std::size_t CollisionIndex::add(Quad const& quad, std::uint32_t owner)
{
    auto const index = static_cast<std::uint32_t>(m_items.size());
    m_items.push_back({quad, owner});
    auto const cells = cells_of(quad.box.grown(touch_px));
    for (int row = cells.top; row <= cells.bottom; ++row) {
        for (int column = cells.left; column <= cells.right; ++column) {
            m_cells[static_cast<std::size_t>(row) * static_cast<std::size_t>(m_columns) +
                    static_cast<std::size_t>(column)]
                .push_back(index);
        }
    }
    auto const touched = static_cast<std::size_t>(cells.bottom - cells.top + 1) *
                         static_cast<std::size_t>(cells.right - cells.left + 1);
    return sizeof(Item) + touched * sizeof(Cell::value_type);
}

} // namespace ms::label
