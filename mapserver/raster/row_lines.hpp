// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Positions of the rows of an image on straight lines, in fixed point.

#include "geometry/types.hpp"
#include "raster/band.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace ms::raster {

/// A square of an image that bilinear interpolation maps to a file: the positions, in pixels of the
/// file's base, of four of its pixels.
struct Patch {
    geometry::Point upper_left;  ///< of pixel 0, 0
    geometry::Point upper_right; ///< of pixel `side`, 0
    geometry::Point lower_left;  ///< of pixel 0, `side`
    geometry::Point lower_right; ///< of pixel `side`, `side`
    int side = 1;                ///< pixels of the image

    [[nodiscard]] geometry::Point at(double column, double row) const noexcept;
};

/// The pixels of an image row that lie in a level of a file.
struct RowLine {
    /// Units of a pixel of the level.
    static constexpr double unit = 4294967296.0; // 2^32

    int begin = 0; ///< columns, counted from the first one of the part
    int end = 0;
    std::int64_t x = 0; ///< position of column `begin`, in the level
    std::int64_t y = 0;
    std::int64_t dx = 0; ///< to the next column
    std::int64_t dy = 0;
};

/// What positions on lines count: (position in the base - origin) * scale, within 0 .. end.
struct LineUnits {
    geometry::Point origin{0, 0};
    geometry::Point scale{1, 1};
    Size end; ///< pixels there are along both axes

    /// Pixels of a level of the file.
    [[nodiscard]] static LineUnits of_level(Size base, Size level) noexcept;
};

/// One line for each row of a part of the patch; with begin == end where no pixel shows the file.
/// Whole numbers are added without rounding errors: parts of a patch agree with all of it.
/// Positions less than 2^-21 pixels before the border between two pixels count as behind it.
///
/// \param part of the patch
/// \returns false if a position is too far away for whole numbers
[[nodiscard]] bool lines_of(Patch const& patch, Window const& part, LineUnits const& units,
                            std::vector<RowLine>& lines);

/// The smallest window that contains the pixels of all lines; empty if the lines have no pixels.
[[nodiscard]] Window window_of(std::span<RowLine const> lines) noexcept;

/// Walks along a line, over the pixels of a window that contains them.
class LinePlaces {
public:
    LinePlaces(RowLine const& line, Window const& window) noexcept
        : m_x(from(line.x, window.x)), m_y(from(line.y, window.y)),
          m_dx(static_cast<std::uint64_t>(line.dx)), m_dy(static_cast<std::uint64_t>(line.dy)),
          m_width(static_cast<std::uint32_t>(window.width))
    {}

    /// Into the pixels of the window. Not behind the end of the line.
    [[nodiscard]] std::uint32_t index() const noexcept { return pixel(m_y) * m_width + pixel(m_x); }
    void advance(std::uint64_t columns) noexcept
    {
        m_x += m_dx * columns;
        m_y += m_dy * columns;
    }
    /// Whether the next columns show pixels that lie side by side in one row. \param columns > 0,
    /// not more than there are
    [[nodiscard]] bool are_consecutive(std::uint64_t columns) const noexcept
    {
        // A straight line gets ahead of the columns, or falls behind: if it has not at the end, it
        // never has.
        auto const steps = columns - 1;
        return pixel(m_x + m_dx * steps) - pixel(m_x) == steps &&
               pixel(m_y + m_dy * steps) == pixel(m_y);
    }

private:
    // Positions in the window are not negative: without signs, two are shifted at once.
    [[nodiscard]] static std::uint64_t from(std::int64_t position, int origin) noexcept
    {
        return static_cast<std::uint64_t>(position - (std::int64_t{origin} << 32));
    }
    [[nodiscard]] static std::uint32_t pixel(std::uint64_t position) noexcept
    {
        return static_cast<std::uint32_t>(position >> 32U);
    }

    std::uint64_t m_x, m_y, m_dx, m_dy;
    std::uint32_t m_width;
};

/// The pixels of the line's columns, as indices into the pixels of a window that contains them.
/// \param out line.end - line.begin entries
void indices_of(RowLine const& line, Window const& window, std::span<std::int32_t> out) noexcept;

} // namespace ms::raster
