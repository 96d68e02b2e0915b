// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Pixels of a level that lines among the pixels left of a file show.

#include "raster/band.hpp"
#include "raster/row_lines.hpp"
#include "raster/single_image.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace ms::raster {

/// The pixels of a level for those that are left of a file (ReducedAxis): a table for each axis, of
/// four bytes an entry. Shows what ReducedAxis::in_file() does for each position.
class LeftPlaces {
public:
    /// \param base, level sizes in pixels
    LeftPlaces(ReducedAxis const& x, ReducedAxis const& y, Size base, Size level);

    /// More pixels than this along one axis are not for tables.
    static constexpr int max_count = 1 << 18;

    /// The window of the level that contains the pixels of all lines; empty if they have none.
    /// \param lines counted in pixels that are left
    [[nodiscard]] Window window_of(std::span<RowLine const> lines) const noexcept;
    /// The pixels of the line's columns, as indices into the pixels of a window that contains them.
    /// \param out line.end - line.begin entries
    void indices_of(RowLine const& line, Window const& window,
                    std::span<std::int32_t> out) const noexcept;

private:
    std::vector<std::int32_t> m_columns, m_rows;
};

} // namespace ms::raster
