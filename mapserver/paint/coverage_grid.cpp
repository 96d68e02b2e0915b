// SPDX-License-Identifier: MIT
#include "paint/coverage_grid.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace ms::paint {

namespace {

constexpr int subpixels = 256;

/// Rounded to whole subpixels and kept in the grid.
int to_subpixels(double value, int origin, int size) noexcept
{
    double const v = (value - origin) * subpixels;
    return static_cast<int>(std::clamp(v, 0.0, static_cast<double>(size) * subpixels) + 0.5);
}

/// The covered part of a pixel, 0..255, from twice its signed area.
std::uint8_t coverage(std::int32_t area, FillRule rule) noexcept
{
    int covered = std::abs(area >> 9); // 2 * 256 * 256 is a whole pixel: 256
    if (rule == FillRule::EvenOdd) {
        covered &= 511;
        if (covered > 256) {
            covered = 512 - covered;
        }
    }
    return static_cast<std::uint8_t>(std::min(covered, 255));
}

} // namespace

void CoverageGrid::begin(int left, int top, int width, int height)
{
    m_left = left;
    m_top = top;
    m_width = width;
    m_height = height;
    m_stride = width + 1;
    m_cells.assign(static_cast<std::size_t>(m_stride) * static_cast<std::size_t>(height + 1),
                   {0, 0});
    m_opacities.resize(static_cast<std::size_t>(width));
    m_x = m_y = m_start_x = m_start_y = 0;
}

void CoverageGrid::move_to(double x, double y) noexcept
{
    close();
    m_x = m_start_x = to_subpixels(x, m_left, m_width);
    m_y = m_start_y = to_subpixels(y, m_top, m_height);
}

void CoverageGrid::line_to(double x, double y) noexcept
{
    int const to_x = to_subpixels(x, m_left, m_width);
    int const to_y = to_subpixels(y, m_top, m_height);
    add_line(m_x, m_y, to_x, to_y);
    m_x = to_x;
    m_y = to_y;
}

void CoverageGrid::close() noexcept
{
    add_line(m_x, m_y, m_start_x, m_start_y);
    m_x = m_start_x;
    m_y = m_start_y;
}

void CoverageGrid::add_line(int x1, int y1, int x2, int y2) noexcept
{
    int const last = y2 / subpixels;
    int y = y1 / subpixels;
    if (y == last) {
        add_in_row(row(y), x1, y1 % subpixels, x2, y2 % subpixels);
        return;
    }
    // Leaves a row at its lower border when going down, at its upper one when going up.
    int const step = y2 > y1 ? 1 : -1;
    int const leave = step > 0 ? subpixels : 0;
    double const slope = static_cast<double>(x2 - x1) / (y2 - y1);
    int x = x1;
    int enter = y1 % subpixels;
    for (; y != last; y += step) {
        int const border = y * subpixels + leave;
        int const next_x = static_cast<int>(x1 + (border - y1) * slope);
        add_in_row(row(y), x, enter, next_x, leave);
        x = next_x;
        enter = subpixels - leave;
    }
    add_in_row(row(y), x, enter, x2, y2 % subpixels);
}

void CoverageGrid::add_in_row(Cell* row, int x1, int y1, int x2, int y2) noexcept
{
    if (y1 == y2) {
        return;
    }
    auto const add = [row](int cell, int height, int left_sum) {
        row[cell].cover += static_cast<std::uint32_t>(height);
        row[cell].area += static_cast<std::uint32_t>(height * left_sum);
    };
    int const last = x2 / subpixels;
    int cell = x1 / subpixels;
    if (cell == last) {
        add(cell, y2 - y1, x1 % subpixels + x2 % subpixels);
        return;
    }
    int const step = x2 > x1 ? 1 : -1;
    int const leave = step > 0 ? subpixels : 0;
    double const slope = static_cast<double>(y2 - y1) / (x2 - x1);
    int y = y1;
    int enter = x1 % subpixels;
    for (; cell != last; cell += step) {
        int const border = cell * subpixels + leave;
        int const next_y = static_cast<int>(y1 + (border - x1) * slope);
        add(cell, next_y - y, enter + leave);
        y = next_y;
        enter = subpixels - leave;
    }
    add(cell, y2 - y, enter + x2 % subpixels);
}

void CoverageGrid::sweep_row(int y, FillRule rule, Gamma const& gamma) noexcept
{
    Cell const* const cells = row(y);
    std::uint8_t* const opacities = m_opacities.data(); // bytes may alias *this: not read again
    int const width = m_width;
    auto const opacity = [&](std::uint32_t area) {
        return gamma[coverage(static_cast<std::int32_t>(area), rule)];
    };
    std::uint32_t cover = 0;
    for (int x = 0; x < width;) {
        int const first = x;
        while (x < width && (cells[x].cover | cells[x].area) == 0) {
            ++x;
        }
        if (x > first) { // no edge crosses these
            std::memset(opacities + first, opacity(cover * 2 * subpixels),
                        static_cast<std::size_t>(x - first));
        }
        for (; x < width && (cells[x].cover | cells[x].area) != 0; ++x) {
            cover += cells[x].cover;
            opacities[x] = opacity(cover * 2 * subpixels - cells[x].area);
        }
    }
}

} // namespace ms::paint
