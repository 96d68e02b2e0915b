// SPDX-License-Identifier: MIT
#include "paint/coverage_grid.hpp"

#include <algorithm>

namespace ms::paint {

namespace {

// Places are never negative, so that shifts and masks take the place of divisions.
constexpr int subpixel_bits = 8;
constexpr int subpixels = 1 << subpixel_bits;
constexpr int subpixel_mask = subpixels - 1;

/// Rounded to whole subpixels and clamped to the grid. Written so that compilers use the machine's
/// minimum and maximum instead of branches.
int to_subpixels(double value, double most) noexcept
{
    double const v = value * subpixels;
    double const not_left = v > 0.0 ? v : 0.0;
    return static_cast<int>((not_left < most ? not_left : most) + 0.5);
}

/// An edge whose slope is that of its own ends.
struct OwnSlope {
    [[nodiscard]] auto x_at(auto const& from, auto const& to) const noexcept
    {
        double const slope = static_cast<double>(to.x - from.x) / (to.y - from.y);
        return [from, slope](int y) { return static_cast<int>(from.x + (y - from.y) * slope); };
    }
    [[nodiscard]] auto y_at(auto const& from, auto const& to) const noexcept
    {
        double const slope = static_cast<double>(to.y - from.y) / (to.x - from.x);
        return [from, slope](int x) { return static_cast<int>(from.y + (x - from.x) * slope); };
    }
};

/// An edge that is parallel to a line but for the rounding of its ends: in spite of that, it never
/// leaves the box between them.
struct KnownSlope {
    float dx_per_dy;
    float dy_per_dx;

    [[nodiscard]] auto x_at(auto const& from, auto const& to) const noexcept
    {
        return [from, slope = dx_per_dy, low = std::min(from.x, to.x),
                high = std::max(from.x, to.x)](int y) {
            return between(low, high, static_cast<float>(y - from.y) * slope, from.x);
        };
    }
    [[nodiscard]] auto y_at(auto const& from, auto const& to) const noexcept
    {
        return [from, slope = dy_per_dx, low = std::min(from.y, to.y),
                high = std::max(from.y, to.y)](int x) {
            return between(low, high, static_cast<float>(x - from.x) * slope, from.y);
        };
    }

private:
    /// Also for infinity and what is not a number.
    [[nodiscard]] static int between(int low, int high, float way, int from) noexcept
    {
        auto const least = static_cast<float>(low - from);
        auto const most = static_cast<float>(high - from);
        float const not_before = way > least ? way : least;
        return from + static_cast<int>(not_before < most ? not_before : most);
    }
};

} // namespace

void CoverageGrid::begin(int left, int top, int width, int height)
{
    m_left = left;
    m_top = top;
    m_width = width;
    m_height = height;
    constexpr std::size_t together = image::EightInk::pixels;
    m_stride = (static_cast<std::size_t>(width) + together) / together * together;
    m_words = (m_stride + bits_per_word - 1) / bits_per_word;
    auto const rows = static_cast<std::size_t>(height) + 1;
    if (!m_is_clear) { // the shape before was not swept
        std::ranges::fill(m_cells, Cell{});
        std::ranges::fill(m_touched, 0);
    }
    m_is_clear = false;
    m_cells.resize(std::max(m_cells.size(), m_stride * rows));
    m_touched.resize(std::max(m_touched.size(), m_words * rows));
}

inline void CoverageGrid::add_to_cell(Row const& row, int x, int height, int left_sum) noexcept
{
    auto const n = static_cast<unsigned>(x);
    row.cells[n].cover += static_cast<std::uint32_t>(height);
    row.cells[n].area += static_cast<std::uint32_t>(height * left_sum);
    row.touched[n / bits_per_word] |= Bits{1} << (n % bits_per_word);
}

/// Forced inline: most edges of a map cross one or two cells, and the call took an eighth of the
/// time of the grid.
template <typename Slope>
[[gnu::always_inline]] inline void CoverageGrid::add_in_row(Row const& row, Place from, Place to,
                                                            Slope const& slope) noexcept
{
    if (from.y == to.y) {
        return;
    }
    int const last = to.x >> subpixel_bits;
    int cell = from.x >> subpixel_bits;
    int const step = to.x > from.x ? 1 : -1;
    int const leave = step > 0 ? subpixels : 0;
    auto const y_at = slope.y_at(from, to);
    int y = from.y;
    int enter = from.x & subpixel_mask;
    for (; cell != last; cell += step) {
        int const next_y = y_at(cell * subpixels + leave);
        add_to_cell(row, cell, next_y - y, enter + leave);
        y = next_y;
        enter = subpixels - leave;
    }
    add_to_cell(row, cell, to.y - y, enter + (to.x & subpixel_mask));
}

void CoverageGrid::add_contour(std::span<geometry::Point const> contour,
                               geometry::Point offset) noexcept
{
    if (contour.empty()) {
        return;
    }
    double const shift_x = offset.x - m_left;
    double const shift_y = offset.y - m_top;
    double const max_x = static_cast<double>(m_width) * subpixels;
    double const max_y = static_cast<double>(m_height) * subpixels;
    auto const place_of = [&](geometry::Point p) {
        return Place{to_subpixels(p.x + shift_x, max_x), to_subpixels(p.y + shift_y, max_y)};
    };
    auto const start = place_of(contour.front());
    auto from = start;
    for (auto const& point : contour.subspan(1)) {
        auto const to = place_of(point);
        add_edge(from, to, OwnSlope{});
        from = to;
    }
    add_edge(from, start, OwnSlope{});
}

void CoverageGrid::add_strip(std::span<Corners const> corners) noexcept
{
    double const max_x = static_cast<double>(m_width) * subpixels;
    double const max_y = static_cast<double>(m_height) * subpixels;
    double const origin_x = m_left, origin_y = m_top;
    auto const place_of = [=](geometry::Point p) {
        return Place{to_subpixels(p.x - origin_x, max_x), to_subpixels(p.y - origin_y, max_y)};
    };
    auto left = place_of(corners.front().left);
    auto right = place_of(corners.front().right);
    add_edge(right, left, OwnSlope{});
    for (std::size_t i = 1; i < corners.size(); ++i) {
        auto const next_left = place_of(corners[i].left);
        auto const next_right = place_of(corners[i].right);
        if (corners[i - 1].is_join) {
            add_edge(left, next_left, OwnSlope{});
            add_edge(next_right, right, OwnSlope{});
        } else {
            KnownSlope const slope{corners[i - 1].slopes.dx_per_dy,
                                   corners[i - 1].slopes.dy_per_dx};
            add_edge(left, next_left, slope);
            add_edge(next_right, right, slope);
        }
        left = next_left;
        right = next_right;
    }
    add_edge(left, right, OwnSlope{});
}

template <typename Slope>
inline void CoverageGrid::add_edge(Place from, Place to, Slope const& slope) noexcept
{
    if (from.y == to.y) {
        return;
    }
    auto const add = [&slope](Row const& row, Place begin, Place end) {
        int const cell = begin.x >> subpixel_bits;
        if (cell == end.x >> subpixel_bits) {
            int const left_sum = (begin.x & subpixel_mask) + (end.x & subpixel_mask);
            add_to_cell(row, cell, end.y - begin.y, left_sum);
        } else {
            add_in_row(row, begin, end, slope);
        }
    };
    int y = from.y >> subpixel_bits;
    int const last = to.y >> subpixel_bits;
    int x = from.x;
    int enter = from.y & subpixel_mask;
    auto cells = row(y);
    if (y != last) {
        // Leaves a row at its lower border when going down, at its upper one when going up.
        int const step = to.y > from.y ? 1 : -1;
        int const leave = step > 0 ? subpixels : 0;
        auto const x_at = slope.x_at(from, to);
        auto const stride = static_cast<std::ptrdiff_t>(m_stride) * step;
        auto const words = static_cast<std::ptrdiff_t>(m_words) * step;
        for (; y != last; y += step) {
            int const next_x = x_at(y * subpixels + leave);
            add(cells, {x, enter}, {next_x, leave});
            x = next_x;
            enter = subpixels - leave;
            cells.cells += stride;
            cells.touched += words;
        }
    }
    add(cells, {x, enter}, {to.x, to.y & subpixel_mask});
}

} // namespace ms::paint
