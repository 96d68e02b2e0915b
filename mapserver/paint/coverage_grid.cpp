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
    /// Forced inline: with link-time optimisation it was called, and written to memory and read.
    [[gnu::always_inline]] EdgeWalk(int x, int y, int dx, int dy) noexcept
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
    std::size_t const last = (m_is_narrow ? image::EightInk::half : bits_per_word) - 1;
    m_stride = (static_cast<std::size_t>(width) + 1 + last) & ~last;
    m_words = (m_stride + bits_per_word - 1) / bits_per_word;
    auto const rows = static_cast<std::size_t>(height) + 1;
    if (!m_is_clear) { // the shape before was not swept
        std::ranges::fill(m_cells, Cell{});
        std::ranges::fill(m_touched, 0);
    }
    m_is_clear = false;
    m_cells.resize(std::max(m_cells.size(), m_stride * rows + 1));
    m_touched.resize(std::max(m_touched.size(), m_words * rows));
}

/// Adds edges one by one.
template <CoverageGrid::Marks marks>
class CoverageGrid::LongEdges {
public:
    /// In 1/256 pixels from the upper left corner, never negative.
    struct Place {
        int x;
        int y;
    };

    /// \param shift  from the coordinates of points to those of the grid
    LongEdges(CoverageGrid& grid, geometry::Point shift) noexcept
        : m_shift(shift), m_max_x(static_cast<double>(grid.m_width) * subpixels),
          m_max_y(static_cast<double>(grid.m_height) * subpixels),
          m_stride(static_cast<std::int64_t>(grid.m_stride)), m_cells(grid.m_cells.data()),
          m_touched(grid.m_touched.data())
    {}
    [[nodiscard]] Place place_of(geometry::Point p) const noexcept
    {
        return {to_subpixels(p.x + m_shift.x, m_max_x), to_subpixels(p.y + m_shift.y, m_max_y)};
    }
    /// Forced inline: the call took an eighth of the time of the grid.
    [[gnu::always_inline]] void add(Place from, Place to) noexcept
    {
        int const dx = to.x - from.x;
        int const dy = to.y - from.y;
        if (dy == 0) {
            return;
        }
        int const row = from.y >> subpixel_bits;
        int const column = from.x >> subpixel_bits;
        std::int64_t cell = row * m_stride + column;
        int const x = from.x & subpixel_mask;
        int const last_x = to.x & subpixel_mask;
        int steps =
            std::abs((to.x >> subpixel_bits) - column) + std::abs((to.y >> subpixel_bits) - row);
        if (steps == 0) {
            add_part(cell, {dy, x + last_x});
            return;
        }
        int const y = from.y & subpixel_mask;
        std::int64_t const to_column = dx > 0 ? 1 : -1;
        std::int64_t const to_row = dy > 0 ? m_stride : -m_stride;
        EdgeWalk walk(x, y, dx, dy);
        for (; steps > 0; --steps) {
            auto const is_column = walk.meets_column();
            add_part(cell, walk.leave_pixel());
            cell += either(is_column, to_column, to_row);
        }
        add_part(cell, walk.end_at(last_x, y + dy));
    }
    void finish() noexcept {}

private:
    void add_part(std::int64_t cell, EdgeWalk::Part part) noexcept
    {
        constexpr int whole = 2 * subpixels; // twice the area of a pixel by its height
        auto const area = static_cast<Cell>(part.height * part.left_sum);
        m_cells[cell] += static_cast<Cell>(part.height * whole) - area;
        m_cells[cell + 1] += area;
        if constexpr (marks == Marks::Touched) {
            m_touched[cell / bits_per_word] |= Bits{1} << (cell % bits_per_word);
        }
    }

    geometry::Point m_shift;
    double m_max_x;
    double m_max_y;
    std::int64_t m_stride;
    Cell* m_cells;
    Bits* m_touched;
};

/// Adds those that are short four at a time.
template <CoverageGrid::Marks marks>
class CoverageGrid::MostlyShortEdges {
public:
    using Place = Edge; ///< x and y twice

    MostlyShortEdges(CoverageGrid& grid, geometry::Point shift) noexcept
        : m_shift{shift.x, shift.y}, m_most{static_cast<double>(grid.m_width) * subpixels,
                                            static_cast<double>(grid.m_height) * subpixels},
          m_stride(static_cast<int>(grid.m_stride)), m_cells(grid.m_cells.data()),
          m_touched(grid.m_touched.data()), m_long(grid, shift)
    {}
    /// As to_subpixels(), x and y at once.
    [[nodiscard]] Place place_of(geometry::Point p) const noexcept
    {
        auto const v = (Pair{p.x, p.y} + m_shift) * subpixels;
        Pair const none{};
        auto const not_left = v > none ? v : none;
        auto const inside = not_left < m_most ? not_left : m_most;
        auto const place = __builtin_convertvector(inside + 0.5, PairOfInts);
        return Place{place[0], place[1], place[0], place[1]};
    }
    void add(Place from, Place to) noexcept
    {
        auto const edge = __builtin_shufflevector(from, to, 0, 1, 4, 5);
        if (!ShortEdges::is_short(edge)) {
            m_long.add({edge[0], edge[1]}, {edge[2], edge[3]});
            return;
        }
        m_waiting[m_count++] = edge;
        if (m_count == ShortEdges::at_once) {
            add_four();
        }
    }
    /// Edges of no length, which add nothing, take the place of missing ones.
    void finish() noexcept
    {
        if (m_count > 0) {
            auto const last = m_waiting[m_count - 1];
            for (; m_count < ShortEdges::at_once; ++m_count) {
                m_waiting[m_count] = __builtin_shufflevector(last, last, 2, 3, 2, 3);
            }
            add_four();
        }
    }

private:
    using Pair [[gnu::vector_size(16)]] = double;
    using PairOfInts [[gnu::vector_size(8)]] = std::int32_t;

    void add_four() noexcept
    {
        m_count = 0;
        ShortEdges const edges{m_waiting.data(), m_stride};
        edges.for_each([&](int number, int own, int next) {
            auto const cell = static_cast<std::size_t>(number);
            m_cells[cell] += static_cast<Cell>(own);
            m_cells[cell + 1] += static_cast<Cell>(next);
            if constexpr (marks == Marks::Touched) {
                m_touched[cell / bits_per_word] |= Bits{1} << (cell % bits_per_word);
            }
        });
    }

    Pair m_shift;
    Pair m_most;
    int m_stride;
    Cell* m_cells;
    Bits* m_touched;
    LongEdges<marks> m_long;
    std::array<Edge, ShortEdges::at_once> m_waiting;
    std::size_t m_count = 0;
};

template <typename Add>
void CoverageGrid::with_edges(EdgeLength length, geometry::Point shift, Add const& add) noexcept
{
    if (length == EdgeLength::Short) {
        m_is_narrow ? add(MostlyShortEdges<Marks::None>{*this, shift})
                    : add(MostlyShortEdges<Marks::Touched>{*this, shift});
    } else {
        m_is_narrow ? add(LongEdges<Marks::None>{*this, shift})
                    : add(LongEdges<Marks::Touched>{*this, shift});
    }
}

void CoverageGrid::add_contour(std::span<geometry::Point const> contour, geometry::Point offset,
                               EdgeLength length) noexcept
{
    if (contour.empty()) {
        return;
    }
    with_edges(length, {offset.x - m_left, offset.y - m_top}, [&](auto edges) {
        auto const start = edges.place_of(contour.front());
        auto from = start;
        for (auto const& point : contour.subspan(1)) {
            auto const to = edges.place_of(point);
            edges.add(from, to);
            from = to;
        }
        edges.add(from, start);
        edges.finish();
    });
}

void CoverageGrid::add_strip(std::span<Corners const> corners, EdgeLength length) noexcept
{
    geometry::Point const shift{-static_cast<double>(m_left), -static_cast<double>(m_top)};
    with_edges(length, shift, [&](auto edges) {
        auto left = edges.place_of(corners.front().left);
        auto right = edges.place_of(corners.front().right);
        edges.add(right, left);
        for (auto const& next : corners.subspan(1)) {
            auto const next_left = edges.place_of(next.left);
            auto const next_right = edges.place_of(next.right);
            edges.add(left, next_left);
            edges.add(next_right, right);
            left = next_left;
            right = next_right;
        }
        edges.add(left, right);
        edges.finish();
    });
}

} // namespace ms::paint
