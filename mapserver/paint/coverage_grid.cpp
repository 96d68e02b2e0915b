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

/// One of two numbers without a branch. \param mask all bits set: the first; none: the second
template <typename Number>
constexpr Number either(std::int64_t mask, Number first, Number second) noexcept
{
    auto const bits = static_cast<Number>(mask);
    return (first & bits) | (second & ~bits);
}

/// The way of an edge from pixel to pixel (Amanatides & Woo 1987, "A fast voxel traversal algorithm
/// for ray tracing"). Whether it meets the next column or the next row first is chosen without a
/// branch, as nothing could predict it: only the number of steps is guessed. All lengths in 1/256
/// pixels, from the corner of the pixel that the edge is in for x, and of the first one for y.
class EdgeWalk {
public:
    /// \param x, y    in the first pixel
    /// \param dx, dy  of the whole edge, which is not level and crosses pixels
    EdgeWalk(int x, int y, int dx, int dy) noexcept
        : m_x(x), m_y(y), m_leave_x(dx > 0 ? subpixels : 0), m_next_y(dy > 0 ? subpixels : 0),
          m_row_step(dy > 0 ? subpixels : -subpixels)
    {
        double const width = dx != 0 ? dx : 1; // an upright edge meets no column
        double const height = dy;
        double const inverse = one / (width * height);
        double const y_per_x = height * height * inverse;
        double const x_per_y = dx * width * inverse;
        int const to_column = m_leave_x - x;
        int const to_row = m_next_y - y;
        int const column_step = dx > 0 ? subpixels : -subpixels;
        m_y_at_column = in_fractions(y) + static_cast<std::int64_t>(to_column * y_per_x);
        m_x_at_row = in_fractions(x) + static_cast<std::int64_t>(to_row * x_per_y);
        m_y_step = static_cast<std::int64_t>(column_step * y_per_x);
        m_x_step = static_cast<std::int64_t>(m_row_step * x_per_y);
        m_x_back = -(std::int64_t{column_step} << fraction_bits);
        std::int64_t const size_x = std::abs(dx);
        std::int64_t const size_y = std::abs(dy);
        m_column_later = subpixels * size_y;
        m_row_later = subpixels * size_x;
        // Where both are met at once, an edge to the right or down must still enter the pixel that
        // it ends in, and one to the left or up is in it already.
        m_column_is_later =
            std::abs(to_column) * size_y - std::abs(to_row) * size_x - (dx > 0 ? 1 : 0);
    }

    /// What a part of the edge adds to a pixel.
    struct Part {
        int height;
        int left_sum; ///< of both ends: how far they are from the left side
    };
    /// All bits if the edge goes on into the next column, none if into the next row.
    [[nodiscard]] std::int64_t meets_column() const noexcept { return m_column_is_later >> 63; }
    /// The part up to there. Call it as often as the edge leaves a pixel.
    Part leave_pixel() noexcept
    {
        auto const is_column = meets_column();
        int const x = either(is_column, m_leave_x, whole_part(m_x_at_row));
        int const y = either(is_column, whole_part(m_y_at_column), m_next_y);
        Part const part{y - m_y, m_x + x};
        m_x = either(is_column, subpixels - m_leave_x, x);
        m_y = y;
        m_next_y += either(is_column, 0, m_row_step);
        m_y_at_column += either(is_column, m_y_step, std::int64_t{0});
        m_x_at_row += either(is_column, m_x_back, m_x_step);
        m_column_is_later += either(is_column, m_column_later, -m_row_later);
        return part;
    }
    /// The last part. \param x in the last pixel \param y as in the constructor
    [[nodiscard]] Part end_at(int x, int y) const noexcept { return {y - m_y, m_x + x}; }

private:
    /// Enough for a grid of 2^17 pixels in a row, at either end of 64 bits.
    static constexpr int fraction_bits = 24;
    static constexpr double one = 1 << fraction_bits;
    static constexpr std::int64_t slack = 1 << 18; ///< more than the errors of 2^17 steps

    /// A little more than the value: what is whole must not be cut off below it by the errors of
    /// steps.
    static std::int64_t in_fractions(int value) noexcept
    {
        return (std::int64_t{value} << fraction_bits) + slack;
    }
    static int whole_part(std::int64_t value) noexcept
    {
        return static_cast<int>(value >> fraction_bits);
    }

    int m_x;
    int m_y;
    int m_leave_x; ///< the side of a pixel to the next column
    int m_next_y;  ///< the next row
    int m_row_step;
    std::int64_t m_y_at_column; ///< where the edge meets the next column, with fractions
    std::int64_t m_x_at_row;    ///< the next row
    std::int64_t m_y_step;      ///< from column to column
    std::int64_t m_x_step;      ///< from row to row
    std::int64_t m_x_back;      ///< to the corner of the next column
    std::int64_t
        m_column_is_later;       ///< than the row; times the box of the edge, so that it is exact
    std::int64_t m_column_later; ///< by one column
    std::int64_t m_row_later;    ///< by one row
};

} // namespace

void CoverageGrid::begin(int left, int top, int width, int height)
{
    m_left = left;
    m_top = top;
    m_width = width;
    m_height = height;
    m_is_narrow = width < narrow;
    std::size_t const last = (m_is_narrow ? image::EightInk::half : image::EightInk::pixels) - 1;
    m_stride = (static_cast<std::size_t>(width) + 1 + last) & ~last;
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

void CoverageGrid::add_contour(std::span<geometry::Point const> contour,
                               geometry::Point offset) noexcept
{
    m_is_narrow ? add_edges_of<Marks::None>(contour, offset)
                : add_edges_of<Marks::Touched>(contour, offset);
}

void CoverageGrid::add_strip(std::span<Corners const> corners) noexcept
{
    m_is_narrow ? add_sides_of<Marks::None>(corners) : add_sides_of<Marks::Touched>(corners);
}

template <CoverageGrid::Marks marks>
void CoverageGrid::add_edges_of(std::span<geometry::Point const> contour,
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
        add_edge<marks>(from, to);
        from = to;
    }
    add_edge<marks>(from, start);
}

template <CoverageGrid::Marks marks>
void CoverageGrid::add_sides_of(std::span<Corners const> corners) noexcept
{
    double const max_x = static_cast<double>(m_width) * subpixels;
    double const max_y = static_cast<double>(m_height) * subpixels;
    double const origin_x = m_left, origin_y = m_top;
    auto const place_of = [=](geometry::Point p) {
        return Place{to_subpixels(p.x - origin_x, max_x), to_subpixels(p.y - origin_y, max_y)};
    };
    auto left = place_of(corners.front().left);
    auto right = place_of(corners.front().right);
    add_edge<marks>(right, left);
    for (auto const& next : corners.subspan(1)) {
        auto const next_left = place_of(next.left);
        auto const next_right = place_of(next.right);
        add_edge<marks>(left, next_left);
        add_edge<marks>(next_right, right);
        left = next_left;
        right = next_right;
    }
    add_edge<marks>(left, right);
}

/// Forced inline: the call took an eighth of the time of the grid.
template <CoverageGrid::Marks marks>
[[gnu::always_inline]] inline void CoverageGrid::add_edge(Place from, Place to) noexcept
{
    int const dx = to.x - from.x;
    int const dy = to.y - from.y;
    if (dy == 0) {
        return;
    }
    std::int64_t column = from.x >> subpixel_bits;
    int const first_row = from.y >> subpixel_bits;
    auto const first = row(first_row);
    auto* cell = first.cells + column;
    auto* touched = first.touched;
    auto const add = [&](EdgeWalk::Part part) {
        *cell += sum_of(part.height, part.left_sum);
        if constexpr (marks == Marks::Touched) {
            touched[column / bits_per_word] |= Bits{1} << (column % bits_per_word);
        }
    };
    int const x = from.x & subpixel_mask;
    int const last_x = to.x & subpixel_mask;
    int steps = std::abs((to.x >> subpixel_bits) - (from.x >> subpixel_bits)) +
                std::abs((to.y >> subpixel_bits) - first_row);
    if (steps == 0) {
        add({dy, x + last_x});
        return;
    }
    int const y = from.y & subpixel_mask;
    std::int64_t const to_column = dx > 0 ? 1 : -1;
    std::int64_t const to_row = dy > 0 ? 1 : -1;
    auto const row_cells = to_row * static_cast<std::int64_t>(m_stride);
    auto const row_words = to_row * static_cast<std::int64_t>(m_words);
    EdgeWalk walk(x, y, dx, dy);
    for (; steps > 0; --steps) {
        auto const is_column = walk.meets_column();
        add(walk.leave_pixel());
        cell += either(is_column, to_column, row_cells);
        if constexpr (marks == Marks::Touched) {
            column += either(is_column, to_column, std::int64_t{0});
            touched += either(is_column, std::int64_t{0}, row_words);
        }
    }
    add(walk.end_at(last_x, y + dy));
}

} // namespace ms::paint
