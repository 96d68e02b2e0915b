// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// How much of each pixel a small shape covers.

#include "geometry/types.hpp"
#include "paint/pen.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ms::paint {

/// Adds up the signed area an outline has to its left in every pixel, as AGG's cells do, but in a
/// plain array of pixels instead of a list that must be sorted. Same picture, and two to three
/// times as fast for the many shapes of a map that are small. Reused from shape to shape.
class CoverageGrid {
public:
    /// Opacity of a pixel by its covered part, both 0..255.
    using Gamma = std::array<std::uint8_t, 256>;

    /// Forgets the shape before.
    /// \param left, top, width, height  pixels that hold all of the next shape; what of it lies
    ///                                  outside is drawn along the border
    void begin(int left, int top, int width, int height);

    /// Pixels; finite numbers. A contour is closed when the next begins or the sweep does.
    void move_to(double x, double y) noexcept;
    void line_to(double x, double y) noexcept;

    /// \param emit  emit(x, y, opacities) for every row from the top, begin's width long
    template <typename Emit>
    void sweep(FillRule rule, Gamma const& gamma, Emit emit)
    {
        close();
        for (int y = 0; y < m_height; ++y) {
            sweep_row(y, rule, gamma);
            emit(m_left, m_top + y, std::span<std::uint8_t const>(m_opacities));
        }
    }

private:
    /// Sums over the edges within a pixel, in 1/256 pixels. Unsigned, so that a path that winds
    /// millions of times around a pixel wraps around instead of being undefined.
    struct Cell {
        std::uint32_t cover; ///< height
        std::uint32_t area;  ///< twice the area between the edge and the left side
    };

    void close() noexcept;
    void add_line(int x1, int y1, int x2, int y2) noexcept;
    /// An edge within one row; y1, y2 from its top.
    void add_in_row(Cell* row, int x1, int y1, int x2, int y2) noexcept;
    void sweep_row(int y, FillRule rule, Gamma const& gamma) noexcept;
    [[nodiscard]] Cell* row(int y) noexcept
    {
        return m_cells.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(m_stride);
    }

    int m_left = 0;
    int m_top = 0;
    int m_width = 0;
    int m_height = 0;
    int m_stride = 0;
    std::vector<Cell> m_cells;             ///< one row and column more, for edges along the border
    std::vector<std::uint8_t> m_opacities; ///< of the row swept last
    int m_x = 0, m_y = 0;                  ///< 1/256 pixels from the upper left corner
    int m_start_x = 0, m_start_y = 0;      ///< of the contour
};

} // namespace ms::paint
