// SPDX-License-Identifier: MIT
#include "crs/approximate.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ms::crs {
namespace {

using geometry::Box;
using geometry::Point;

/// Tried first: where a projection is smooth, a small part of it is nearly flat.
constexpr std::size_t few_cells = 2;
constexpr std::size_t coarse_cells = 8;
constexpr std::size_t max_cells = 64;

double distance_to_middle(Point a, Point b, Point exact) noexcept
{
    return std::hypot((a.x + b.x) / 2 - exact.x, (a.y + b.y) / 2 - exact.y);
}

/// Largest of all cells; NaN if a point has no image.
double largest_error(ApproximateTransformation::Lattice const& fine) noexcept
{
    double largest = 0;
    for (std::size_t row = 0; row < fine.steps / 2; ++row) {
        for (std::size_t column = 0; column < fine.steps / 2; ++column) {
            auto const error = fine.error_of_cell(column, row);
            if (!(error <= largest)) {
                largest = error;
            }
            if (error != error) {
                return error;
            }
        }
    }
    return largest;
}

} // namespace

ApproximateTransformation::Lattice::Lattice(Transformation const& exact, Box const& box,
                                            std::size_t n)
    : steps(n)
{
    images.reserve((n + 1) * (n + 1));
    for (std::size_t row = 0; row <= n; ++row) {
        for (std::size_t column = 0; column <= n; ++column) {
            auto const at = [n](double low, double high, std::size_t i) {
                return std::lerp(low, high, static_cast<double>(i) / static_cast<double>(n));
            };
            images.push_back({at(box.min_x, box.max_x, column), at(box.min_y, box.max_y, row)});
        }
    }
    exact.forward(images);
}

double ApproximateTransformation::Lattice::error_of_cell(std::size_t column,
                                                         std::size_t row) const noexcept
{
    auto const c = 2 * column;
    auto const r = 2 * row;
    auto const& lower_left = at(c, r);
    auto const& lower_right = at(c + 2, r);
    auto const& upper_left = at(c, r + 2);
    auto const& upper_right = at(c + 2, r + 2);
    Point const bottom{(lower_left.x + lower_right.x) / 2, (lower_left.y + lower_right.y) / 2};
    Point const top{(upper_left.x + upper_right.x) / 2, (upper_left.y + upper_right.y) / 2};
    double error = 0;
    for (double const e : {distance_to_middle(lower_left, lower_right, at(c + 1, r)),
                           distance_to_middle(upper_left, upper_right, at(c + 1, r + 2)),
                           distance_to_middle(lower_left, upper_left, at(c, r + 1)),
                           distance_to_middle(lower_right, upper_right, at(c + 2, r + 1)),
                           distance_to_middle(bottom, top, at(c + 1, r + 1))}) {
        if (e != e) {
            return e;
        }
        error = std::max(error, e);
    }
    return error;
}

ApproximateTransformation::ApproximateTransformation(Transformation exact, Box const& source_box,
                                                     double tolerance,
                                                     std::size_t points_before_grid)
    : m_exact(std::move(exact)), m_box(source_box), m_tolerance(tolerance),
      m_points_before_grid(points_before_grid)
{}

std::size_t ApproximateTransformation::requested_cells(Lattice const& coarse) const
{
    std::vector<double> errors;
    for (std::size_t row = 0; row < coarse_cells; ++row) {
        for (std::size_t column = 0; column < coarse_cells; ++column) {
            auto const error = coarse.error_of_cell(column, row);
            if (error == error) {
                errors.push_back(error);
            }
        }
    }
    if (errors.size() < coarse_cells * coarse_cells / 4) {
        return 0;
    }
    // Cells with a far larger error than most contain a discontinuity; no grid is fine enough for
    // them.
    auto const most = errors.begin() + static_cast<std::ptrdiff_t>(errors.size() * 9 / 10);
    std::nth_element(errors.begin(), most, errors.end());
    // The error of linear interpolation falls with the square of the step.
    auto const factor = std::sqrt(*most / m_tolerance);
    auto cells = coarse_cells;
    while (cells < max_cells && static_cast<double>(cells) < factor * coarse_cells) {
        cells *= 2;
    }
    return cells;
}

void ApproximateTransformation::build()
{
    m_is_built = true;
    bool const has_area = m_box.width() > 0 && m_box.height() > 0 && std::isfinite(m_box.width()) &&
                          std::isfinite(m_box.height());
    if (!has_area || !(m_tolerance > 0)) {
        return;
    }
    // Half the tolerance: few places are compared.
    if (Lattice const few{m_exact, m_box, 2 * few_cells}; largest_error(few) <= m_tolerance / 2) {
        take(few);
        return;
    }
    Lattice const coarse{m_exact, m_box, 2 * coarse_cells};
    auto const cells = requested_cells(coarse);
    if (cells == coarse_cells) {
        take(coarse);
    } else if (cells > 0) {
        take({m_exact, m_box, 2 * cells});
    }
}

void ApproximateTransformation::take(Lattice const& fine)
{
    m_cells = fine.steps / 2;
    auto const cells = static_cast<double>(m_cells);
    m_cells_per_unit = {cells / m_box.width(), cells / m_box.height()};
    m_nodes.clear();
    for (std::size_t row = 0; row <= m_cells; ++row) {
        for (std::size_t column = 0; column <= m_cells; ++column) {
            m_nodes.push_back(fine.at(2 * column, 2 * row));
        }
    }
    m_is_usable.clear();
    bool is_any_usable = false;
    for (std::size_t row = 0; row < m_cells; ++row) {
        for (std::size_t column = 0; column < m_cells; ++column) {
            bool const is_usable = fine.error_of_cell(column, row) <= m_tolerance; // NaN is not
            m_is_usable.push_back(is_usable ? 1 : 0);
            is_any_usable |= is_usable;
        }
    }
    if (!is_any_usable) {
        m_cells = 0;
    }
}

Point ApproximateTransformation::interpolate(double column, double row) const noexcept
{
    auto const c = static_cast<std::size_t>(column);
    auto const r = static_cast<std::size_t>(row);
    double const u = column - static_cast<double>(c);
    double const v = row - static_cast<double>(r);
    auto const* const lower = &m_nodes[r * (m_cells + 1) + c];
    auto const* const upper = lower + m_cells + 1;
    Point const a{lower[0].x + (lower[1].x - lower[0].x) * u,
                  lower[0].y + (lower[1].y - lower[0].y) * u};
    Point const b{upper[0].x + (upper[1].x - upper[0].x) * u,
                  upper[0].y + (upper[1].y - upper[0].y) * u};
    return {a.x + (b.x - a.x) * v, a.y + (b.y - a.y) * v};
}

std::size_t ApproximateTransformation::forward(std::span<Point> points)
{
    if (!needs_grid(points.size())) {
        return m_exact.forward(points);
    }
    m_rest.clear();
    m_rest_index.clear();
    auto const limit = static_cast<double>(m_cells);
    for (std::size_t i = 0; i < points.size(); ++i) {
        auto& p = points[i];
        double const column = (p.x - m_box.min_x) * m_cells_per_unit.x;
        double const row = (p.y - m_box.min_y) * m_cells_per_unit.y;
        bool const is_in_grid = column >= 0 && column < limit && row >= 0 && row < limit;
        if (is_in_grid && m_is_usable[static_cast<std::size_t>(row) * m_cells +
                                      static_cast<std::size_t>(column)] != 0) {
            p = interpolate(column, row);
        } else {
            m_rest.push_back(p);
            m_rest_index.push_back(i);
        }
    }
    return transform_rest(points);
}

bool ApproximateTransformation::needs_grid(std::size_t points)
{
    if (!m_is_built) {
        m_points_seen += points;
        if (is_identity() || m_points_seen < m_points_before_grid) {
            return false;
        }
        build();
    }
    return m_cells > 0;
}

std::size_t ApproximateTransformation::transform_rest(std::span<Point> images)
{
    auto const failures = m_exact.forward(m_rest);
    for (std::size_t i = 0; i < m_rest.size(); ++i) {
        images[m_rest_index[i]] = m_rest[i];
    }
    return failures;
}

std::optional<ApproximateTransformation::Plane> ApproximateTransformation::plane()
{
    if (!needs_grid(m_points_before_grid) || std::ranges::count(m_is_usable, 0) > 0) {
        return std::nullopt;
    }
    auto const& origin = m_nodes.front();
    auto const& right = m_nodes[m_cells];
    auto const& top = m_nodes[m_cells * (m_cells + 1)];
    Plane plane{
        origin, {right.x - origin.x, right.y - origin.y}, {top.x - origin.x, top.y - origin.y}};
    // Between nodes the grid is linear in both directions, so it is farthest at one of them.
    for (std::size_t row = 0; row <= m_cells; ++row) {
        for (std::size_t column = 0; column <= m_cells; ++column) {
            auto const u = static_cast<double>(column) / static_cast<double>(m_cells);
            auto const v = static_cast<double>(row) / static_cast<double>(m_cells);
            auto const& node = m_nodes[row * (m_cells + 1) + column];
            plane.deviation =
                std::max(plane.deviation,
                         std::hypot(origin.x + plane.across.x * u + plane.up.x * v - node.x,
                                    origin.y + plane.across.y * u + plane.up.y * v - node.y));
        }
    }
    return plane;
}

ApproximateTransformation::Run ApproximateTransformation::run_at(std::span<double const> xs,
                                                                 std::size_t begin,
                                                                 std::vector<double>& rests) const
{
    auto const limit = static_cast<double>(m_cells);
    auto const cell_at = [&](double column) {
        return column >= 0 && column < limit ? static_cast<std::size_t>(column) : m_cells;
    };
    auto const column_of = [&](double x) { return (x - m_box.min_x) * m_cells_per_unit.x; };
    Run run{begin, begin, cell_at(column_of(xs[begin]))};
    while (run.end < xs.size()) {
        double const column = column_of(xs[run.end]);
        if (cell_at(column) != run.cell) {
            break;
        }
        rests[run.end++] = column - static_cast<double>(run.cell);
    }
    return run;
}

void ApproximateTransformation::interpolate_row(double row, std::span<Run const> runs,
                                                std::span<double const> rests, Point* out)
{
    bool const is_in_grid = row >= 0 && row < static_cast<double>(m_cells);
    auto const r = is_in_grid ? static_cast<std::size_t>(row) : 0;
    double const v = row - static_cast<double>(r);
    auto const node = [&](std::size_t column) {
        auto const& a = m_nodes[r * (m_cells + 1) + column];
        auto const& b = m_nodes[(r + 1) * (m_cells + 1) + column];
        return Point{a.x + (b.x - a.x) * v, a.y + (b.y - a.y) * v};
    };
    for (auto const& run : runs) {
        bool const is_usable =
            is_in_grid && run.cell < m_cells && m_is_usable[r * m_cells + run.cell] != 0;
        if (!is_usable) {
            m_rest_runs.push_back(run);
            continue;
        }
        auto const first = node(run.cell);
        auto const next = node(run.cell + 1);
        Point const step{next.x - first.x, next.y - first.y};
        for (std::size_t i = run.begin; i < run.end; ++i) {
            out[i] = {first.x + step.x * rests[i], first.y + step.y * rests[i]};
        }
    }
}

std::size_t ApproximateTransformation::forward(std::span<double const> xs,
                                               std::span<double const> ys,
                                               std::vector<Point>& images)
{
    images.resize(xs.size() * ys.size());
    if (!needs_grid(images.size())) {
        auto* out = images.data();
        for (double const y : ys) {
            for (double const x : xs) {
                *out++ = {x, y};
            }
        }
        return m_exact.forward(images);
    }
    std::vector<double> rests(xs.size());
    std::vector<Run> runs;
    for (std::size_t begin = 0; begin < xs.size(); begin = runs.back().end) {
        runs.push_back(run_at(xs, begin, rests));
    }
    m_rest.clear();
    m_rest_index.clear();
    for (std::size_t j = 0; j < ys.size(); ++j) {
        m_rest_runs.clear();
        auto const row = (ys[j] - m_box.min_y) * m_cells_per_unit.y;
        interpolate_row(row, runs, rests, images.data() + j * xs.size());
        for (auto const& run : m_rest_runs) {
            for (std::size_t i = run.begin; i < run.end; ++i) {
                m_rest.push_back({xs[i], ys[j]});
                m_rest_index.push_back(j * xs.size() + i);
            }
        }
    }
    return transform_rest(images);
}

} // namespace ms::crs
