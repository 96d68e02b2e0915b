// SPDX-License-Identifier: MIT
#include "paint/coverage_grid.hpp"

#include <algorithm>

namespace ms::paint {

namespace {

constexpr int subpixels = 256;

/// Rounded to whole subpixels and kept in the grid.
int to_subpixels(double value, int origin, int size) noexcept
{
    double const v = (value - origin) * subpixels;
    return static_cast<int>(std::clamp(v, 0.0, static_cast<double>(size) * subpixels) + 0.5);
}

} // namespace

void CoverageGrid::begin(int left, int top, int width, int height)
{
    m_left = left;
    m_top = top;
    m_width = width;
    m_height = height;
    m_stride = static_cast<std::size_t>(width) + 1;
    m_words = (m_stride + bits_per_word - 1) / bits_per_word;
    auto const rows = static_cast<std::size_t>(height) + 1;
    if (!m_is_clear) { // the shape before was not swept
        std::ranges::fill(m_cells, Cell{});
        std::ranges::fill(m_touched, 0);
    }
    m_is_clear = false;
    m_cells.resize(std::max(m_cells.size(), m_stride * rows));
    m_touched.resize(std::max(m_touched.size(), m_words * rows));
    m_opacities.resize(std::max(m_opacities.size(), m_stride));
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

void CoverageGrid::add_in_row(Row const& row, int x1, int y1, int x2, int y2) noexcept
{
    if (y1 == y2) {
        return;
    }
    auto const add = [&row](int x, int height, int left_sum) {
        row.cells[x].cover += static_cast<std::uint32_t>(height);
        row.cells[x].area += static_cast<std::uint32_t>(height * left_sum);
        row.touched[x / bits_per_word] |= Bits{1} << (static_cast<unsigned>(x) % bits_per_word);
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

} // namespace ms::paint
