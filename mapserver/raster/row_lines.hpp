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

/// One line for each row of a part of the patch; with begin == end where no pixel shows the level.
/// Whole numbers are added without rounding errors: parts of a patch agree with all of it.
/// Positions less than 2^-21 pixels before the border between two pixels count as behind it.
///
/// \param part of the patch \param to_level pixels of the base to those of the level
/// \returns false if a position is too far away for whole numbers
[[nodiscard]] bool lines_of(Patch const& patch, Window const& part, geometry::Point to_level,
                            Size level, std::vector<RowLine>& lines);

/// The smallest window that contains the pixels of all lines; empty if the lines have no pixels.
[[nodiscard]] Window window_of(std::span<RowLine const> lines) noexcept;

/// The pixels of the line's columns, as indices into the pixels of a window that contains them.
/// \param out line.end - line.begin entries
void indices_of(RowLine const& line, Window const& window, std::span<std::int32_t> out) noexcept;

} // namespace ms::raster
