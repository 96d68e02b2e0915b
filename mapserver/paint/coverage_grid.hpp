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

    /// How an edge runs; infinite or not a number where it is level or upright.
    struct Slopes {
        float dx_per_dy;
        float dy_per_dx;
    };
    /// Where a strip has its sides.
    struct Corners {
        geometry::Point left;  ///< pixels
        geometry::Point right; ///< pixels
        Slopes slopes;         ///< of both sides, up to the next corners
        bool is_join;          ///< the way to the next corners is short, and slopes is not set
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

    /// sweep() with the non-zero rule, and the covered part as opacity, eight pixels at once: for
    /// shapes of which rows have several edges near each other, as letters and wide lines.
    /// \param painter  painter.row(y) returns an object with run(), and eight(x, opacities) for
    ///                 pixels that begin left of the shape's right side and may end beyond it
    template <typename Painter>
    void sweep_by_eight(Painter const& painter)
    {
        for (int y = 0; y < m_height; ++y) {
            sweep_row_by_eight(y, painter.row(m_top + y));
        }
        end_sweep();
    }

private:
    /// Sums over the edges within a pixel, in 1/256 pixels. Unsigned, so that a path that winds
    /// millions of times around a pixel wraps around instead of being undefined.
    struct Cell {
        std::uint32_t cover; ///< height
        std::uint32_t area;  ///< twice the area between the edge and the left side
    };

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

    /// \param slope  x_at() and y_at(), where the edge crosses the borders of rows and cells
    template <typename Slope>
    void add_edge(Place from, Place to, Slope const& slope) noexcept;
    /// An edge within one row that crosses several cells; y from the row's top.
    template <typename Slope>
    static void add_in_row(Row const& row, Place from, Place to, Slope const& slope) noexcept;
    static void add_to_cell(Row const& row, int x, int height, int left_sum) noexcept;
    [[nodiscard]] Row row(int y) noexcept
    {
        auto const n = static_cast<std::size_t>(y);
        return {m_cells.data() + n * m_stride, m_touched.data() + n * m_words};
    }
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
                cover += cell.cover;
                if (x < width) {
                    painter.pixel(left + x, gamma[coverage(cover * whole - cell.area, rule)]);
                }
                next = x + 1;
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
        std::uint32_t cover = 0;
        int next = 0;
        for (std::size_t word = 0; word < words; ++word) {
            for (Bits bits = std::exchange(touched[word], 0); bits != 0;) {
                int const first = std::countr_zero(bits) / pixels * pixels;
                bits &= ~(all_of_them << first);
                int const x = static_cast<int>(word) * bits_per_word + first;
                if (x > next && cover != 0) {
                    painter.run(left + next, std::min(x, width) - next,
                                coverage(cover * whole, FillRule::NonZero));
                }
                auto const opacities = take_eight_cells(&cells[x].cover, cover, width - x);
                if (x < width) {
                    painter.eight(left + x, opacities);
                }
                next = x + pixels;
            }
        }
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
    std::size_t m_stride = 0;    ///< cells of a row, a multiple of eight
    std::size_t m_words = 0;     ///< of m_touched for a row
    bool m_is_clear = true;      ///< no edge has been added since the last sweep
    std::vector<Cell> m_cells;   ///< one row and column more, for edges along the border
    std::vector<Bits> m_touched; ///< all other cells are {0, 0}
};

} // namespace ms::paint
