// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Computes how much of each pixel a small shape covers.

#include "geometry/types.hpp"
#include "paint/eight_cells.hpp"
#include "paint/pen.hpp"
#include "paint/short_edges.hpp"

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
    /// Whether edges mark the pixels that they touch. In a narrow grid it is faster to look at all.
    enum class Marks : std::uint8_t { None, Touched };

    /// Opacity of a pixel by its covered part, both 0..255.
    using Gamma = std::array<std::uint8_t, 256>;

    /// Drops the previous shape.
    /// \param left, top, width, height  pixels that contain the next shape; parts outside are drawn
    /// along the border
    void begin(int left, int top, int width, int height);

    /// Whether most edges have at most a pixel in x and in y. Makes no difference but of speed.
    enum class EdgeLength : std::uint8_t { Short, Long };

    /// Adds the edges of a contour, and the one that closes it.
    /// \param contour  pixels; finite numbers
    /// \param offset   added to all of them
    void add_contour(std::span<geometry::Point const> contour, geometry::Point offset,
                     EdgeLength length) noexcept;

    /// Where a strip has its sides.
    struct Corners {
        geometry::Point left;  ///< pixels
        geometry::Point right; ///< pixels
    };
    /// Adds the contour of a strip: forth on its left, back on its right.
    /// \param corners  finite numbers, two or more
    void add_strip(std::span<Corners const> corners, EdgeLength length) noexcept;

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
    /// By how much the covered area grows from the pixel to the left to this one, twice the area in
    /// 1/256 pixels: an edge adds to the pixel what lies to its right, and the rest of its height
    /// to the next one. Unsigned, so that a path that winds millions of times around a pixel wraps
    /// around instead of being undefined.
    using Cell = std::uint32_t;

    using Bits = std::uint64_t;
    static constexpr int bits_per_word = 64;

    /// The cells of a row, and a bit for each that an edge has touched.
    struct Row {
        Cell* cells;
        Bits* touched;
    };

    template <Marks marks>
    class LongEdges;
    template <Marks marks>
    class MostlyShortEdges;
    template <typename Add>
    void with_edges(EdgeLength length, geometry::Point shift, Add const& add) noexcept;
    [[nodiscard]] Row row(int y) noexcept
    {
        auto const n = static_cast<std::size_t>(y);
        return {m_cells.data() + n * m_stride, m_touched.data() + n * m_words};
    }
    static constexpr int narrow = 16; ///< pixels, measured
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
        Cell area = 0;
        int next = 0; // the first pixel that is not painted yet
        for (std::size_t word = 0; word < words; ++word) {
            for (Bits bits = std::exchange(touched[word], 0); bits != 0; bits &= bits - 1) {
                int const x = static_cast<int>(word) * bits_per_word + std::countr_zero(bits);
                if (x > next) { // no edge crosses those before
                    area += std::exchange(cells[next], 0);
                    if (auto const opacity = gamma[coverage(area, rule)]; opacity != 0) {
                        painter.run(left + next, std::min(x, width) - next, opacity);
                    }
                }
                area += std::exchange(cells[x], 0);
                if (x < width) {
                    painter.pixel(left + x, gamma[coverage(area, rule)]);
                }
                next = x + 1;
            }
        }
        end_row(cells, next);
    }

    template <typename RowPainter>
    void sweep_row_by_four(int y, RowPainter const& painter)
    {
        auto* const cells = row(y).cells;
        int const stride = static_cast<int>(m_stride); // pixels may alias *this: not read again
        int const left = m_left;
        int const width = m_width;
        image::Four area{};
        for (int x = 0; x < stride; x += image::EightInk::half) {
            auto const opacities = take_four_cells(cells + x, area);
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
        image::Four area{};
        int next = 0;
        for (std::size_t word = 0; word < words; ++word) {
            for (Bits bits = std::exchange(touched[word], 0); bits != 0;) {
                int const first = std::countr_zero(bits) / pixels * pixels;
                bits &= ~(all_of_them << first);
                int const x = static_cast<int>(word) * bits_per_word + first;
                if (x > next) {
                    area += std::exchange(cells[next], 0);
                    if (auto const opacity = coverage(area[0], FillRule::NonZero); opacity != 0) {
                        painter.run(left + next, std::min(x, width) - next, opacity);
                    }
                }
                auto const opacities = take_eight_cells(&cells[x], area);
                if (x < width) {
                    painter.eight(left + x, opacities);
                }
                next = x + pixels;
            }
        }
        end_row(cells, next);
    }

    /// Clears what the last edge has left of it; nothing is covered from there on.
    void end_row(Cell* cells, int next) const noexcept
    {
        if (static_cast<std::size_t>(next) < m_stride) {
            cells[next] = 0;
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
    std::size_t m_stride = 0; ///< cells of a row, a multiple of 64, or of four in a narrow grid
    std::size_t m_words = 0;  ///< of m_touched for a row
    bool m_is_narrow = false; ///< edges do not mark the pixels that they touch
    bool m_is_clear = true;   ///< no edge has been added since the last sweep
    /// One row and column more, for edges along the border, and one for what is to their right.
    std::vector<Cell> m_cells;
    std::vector<Bits> m_touched; ///< all other cells are 0
};

} // namespace ms::paint
