// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Computes how much of each pixel a small shape covers.

#include "geometry/types.hpp"
#include "paint/eight_cells.hpp"
#include "paint/pen.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <utility>
#include <vector>

namespace ms::paint {

/// Accumulates the signed area that an outline has to its left in every pixel, as AGG's cells do,
/// but in a plain array of pixels instead of a list that must be sorted; a bit for each marks
/// pixels touched by an edge, so that neither the inside nor the outside of a shape is visited
/// pixel by pixel. Same image, and several times as fast for the many small shapes of a map. Reused
/// between shapes.
class CoverageGrid {
public:
    /// Opacity of a pixel by its covered part, both 0..255.
    using Gamma = std::array<std::uint8_t, 256>;

    /// Drops the previous shape.
    /// \param left, top, width, height  pixels that contain the next shape; parts outside are drawn
    /// along the border
    void begin(int left, int top, int width, int height);

    /// Adds the edges of a contour, and the one that closes it.
    /// \param contour  pixels; finite numbers
    /// \param offset   added to all of them
    void add_contour(std::span<geometry::Point const> contour, geometry::Point offset) noexcept;

    /// Where a strip has its sides.
    struct Corners {
        geometry::Point left;  ///< pixels
        geometry::Point right; ///< pixels
    };
    /// Adds the contour of a strip: forth on its left, back on its right.
    /// \param corners  finite numbers, two or more
    void add_strip(std::span<Corners const> corners) noexcept;

    /// Computes the opacities, row by row from the top and each from the left; clears the shape.
    /// \param painter  painter.row(y) returns an object with pixel(x, opacity) for edges and
    ///                 run(x, length, opacity) between them; the rest has opacity 0
    template <typename Painter>
    void sweep(FillRule rule, Gamma const& gamma, Painter const& painter)
    {
        for (int y = 0; y < m_height; ++y) {
            sweep_row(y, rule, gamma, painter.row(m_top + y));
        }
        end_sweep();
    }

    /// Whether rows are so short that sweep_by_eight() is the faster one for any shape.
    [[nodiscard]] bool is_narrow() const noexcept { return m_is_narrow; }

    /// sweep() with the non-zero rule, and the covered part as opacity, eight or four pixels at
    /// once: for shapes of which rows have several edges near each other, as letters and wide
    /// lines, and for all that are narrow.
    /// \param painter  painter.row(y) returns an object with run(), and eight(x, opacities) and
    ///                 four(x, opacities) for pixels that begin left of the shape's right side and
    ///                 may end beyond it
    template <typename Painter>
    void sweep_by_eight(Painter const& painter)
    {
        for (int y = 0; y < m_height; ++y) {
            m_is_narrow ? sweep_row_by_four(y, painter.row(m_top + y))
                        : sweep_row_by_eight(y, painter.row(m_top + y));
        }
        end_sweep();
    }

private:
    /// Sums over the edges within a pixel, in 1/256 pixels: their height in the lower half, and in
    /// the upper half twice the area between them and the left side, so that one addition serves
    /// both. Unsigned, so that a path that winds millions of times around a pixel wraps around
    /// instead of being undefined.
    using Cell = std::uint64_t;

    /// \param left_sum  of both ends of a piece of an edge: how far they are from the left side
    [[nodiscard]] static Cell sum_of(int height, int left_sum) noexcept
    {
        return static_cast<Cell>(std::int64_t{height} * (std::int64_t{left_sum} << 32 | 1));
    }
    [[nodiscard]] static std::uint32_t height_of(Cell cell) noexcept
    {
        return static_cast<std::uint32_t>(cell);
    }
    /// A negative height has borrowed one from the area.
    [[nodiscard]] static std::uint32_t area_of(Cell cell) noexcept
    {
        return static_cast<std::uint32_t>(cell >> 32U) + (height_of(cell) >> 31U);
    }

    using Bits = std::uint64_t;
    static constexpr int bits_per_word = 64;

    /// The cells of a row, and a bit for each that an edge has touched.
    struct Row {
        Cell* cells;
        Bits* touched;
    };

    /// A place in 1/256 pixels from the upper left corner, never negative.
    struct Place {
        int x;
        int y;
    };

    /// Whether edges mark the pixels that they touch. In a narrow grid it is faster to look at all.
    enum class Marks : std::uint8_t { None, Touched };
    template <Marks marks>
    void add_edges_of(std::span<geometry::Point const> contour, geometry::Point offset) noexcept;
    template <Marks marks>
    void add_sides_of(std::span<Corners const> corners) noexcept;
    template <Marks marks>
    void add_edge(Place from, Place to) noexcept;
    [[nodiscard]] Row row(int y) noexcept
    {
        auto const n = static_cast<std::size_t>(y);
        return {m_cells.data() + n * m_stride, m_touched.data() + n * m_words};
    }
    static constexpr int narrow = 16; ///< pixels, measured
    /// Twice the area of a pixel by its height.
    static constexpr std::uint32_t whole = 512;

    /// The covered part of a pixel, 0..255, from twice its signed area.
    [[nodiscard]] static std::uint8_t coverage(std::uint32_t area, FillRule rule) noexcept
    {
        int covered = std::abs(static_cast<std::int32_t>(area) >> 9); // 2^17 is a whole pixel: 256
        if (rule == FillRule::EvenOdd) {
            covered &= 511;
            if (covered > 256) {
                covered = 512 - covered;
            }
        }
        return static_cast<std::uint8_t>(std::min(covered, 255));
    }

    template <typename RowPainter>
    void sweep_row(int y, FillRule rule, Gamma const& gamma, RowPainter const& painter)
    {
        auto const [cells, touched] = row(y);
        auto const words = m_words; // pixels may alias *this: not read again
        if (m_is_narrow) {
            touched[0] = touched_of(cells);
        }
        int const left = m_left;
        int const width = m_width;
        std::uint32_t cover = 0;
        int next = 0; // the first pixel that is not painted yet
        for (std::size_t word = 0; word < words; ++word) {
            for (Bits bits = std::exchange(touched[word], 0); bits != 0; bits &= bits - 1) {
                int const x = static_cast<int>(word) * bits_per_word + std::countr_zero(bits);
                if (x > next) { // no edge crosses those before
                    if (auto const opacity = gamma[coverage(cover * whole, rule)]; opacity != 0) {
                        painter.run(left + next, std::min(x, width) - next, opacity);
                    }
                }
                auto const cell = std::exchange(cells[x], {});
                cover += height_of(cell);
                if (x < width) {
                    painter.pixel(left + x, gamma[coverage(cover * whole - area_of(cell), rule)]);
                }
                next = x + 1;
            }
        }
    }

    template <typename RowPainter>
    void sweep_row_by_four(int y, RowPainter const& painter)
    {
        auto* const cells = row(y).cells;
        int const stride = static_cast<int>(m_stride); // pixels may alias *this: not read again
        int const left = m_left;
        int const width = m_width;
        image::Four cover{};
        for (int x = 0; x < stride; x += image::EightInk::half) {
            auto const opacities = take_four_cells(cells + x, cover, width - x);
            if (x < width) {
                painter.four(left + x, opacities);
            }
        }
    }

    template <typename RowPainter>
    void sweep_row_by_eight(int y, RowPainter const& painter)
    {
        constexpr int pixels = image::EightInk::pixels;
        constexpr Bits all_of_them = (Bits{1} << pixels) - 1;
        auto const [cells, touched] = row(y);
        auto const words = m_words;
        int const left = m_left;
        int const width = m_width;
        image::Four cover{};
        int next = 0;
        for (std::size_t word = 0; word < words; ++word) {
            for (Bits bits = std::exchange(touched[word], 0); bits != 0;) {
                int const first = std::countr_zero(bits) / pixels * pixels;
                bits &= ~(all_of_them << first);
                int const x = static_cast<int>(word) * bits_per_word + first;
                if (x > next && cover[0] != 0) {
                    painter.run(left + next, std::min(x, width) - next,
                                coverage(cover[0] * whole, FillRule::NonZero));
                }
                auto const opacities = take_eight_cells(&cells[x], cover, width - x);
                if (x < width) {
                    painter.eight(left + x, opacities);
                }
                next = x + pixels;
            }
        }
    }

    /// The bits of a row of a narrow grid.
    [[nodiscard]] Bits touched_of(Cell const* cells) const noexcept
    {
        Bits bits = 0;
        for (std::size_t i = 0; i < m_stride; ++i) {
            bits |= Bits{cells[i] != 0} << i;
        }
        return bits;
    }

    void end_sweep()
    {
        // Edges that end on the lower border have touched cells below it, without any height.
        std::fill_n(row(m_height).touched, m_words, Bits{0});
        m_is_clear = true;
    }

    int m_left = 0;
    int m_top = 0;
    int m_width = 0;
    int m_height = 0;
    std::size_t m_stride = 0;    ///< cells of a row, a multiple of eight, or four in a narrow grid
    std::size_t m_words = 0;     ///< of m_touched for a row
    bool m_is_narrow = false;    ///< edges do not mark the pixels that they touch
    bool m_is_clear = true;      ///< no edge has been added since the last sweep
    std::vector<Cell> m_cells;   ///< one row and column more, for edges along the border
    std::vector<Bits> m_touched; ///< all other cells are 0
};

} // namespace ms::paint
