// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Samples a window of a raster at the pixels of an image.

#include "base/budget.hpp"
#include "geometry/types.hpp"
#include "image/bitmap.hpp"
#include "raster/band.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ms::raster {

/// PROCESSING RESAMPLE
enum class Kernel : std::uint8_t { Nearest, Bilinear, Average };

/// NEAREST, BILINEAR or AVERAGE, case-insensitive; nullopt for other words.
[[nodiscard]] std::optional<Kernel> find_kernel(std::string_view name) noexcept;
[[nodiscard]] std::string_view name_of(Kernel kernel) noexcept;

/// The positions that show something of a level: from min up to, but not including, max.
struct PositionArea {
    double min_x = 0, min_y = 0, max_x = 0, max_y = 0;

    [[nodiscard]] bool contains(geometry::Point at) const noexcept
    {
        return (at.x >= min_x) & (at.y >= min_y) & (at.x < max_x) & (at.y < max_y); // no branches
    }
};

/// Those in the level; those of AVERAGE have a square that touches it, as in MapServer.
/// \param ratio as margin_of()'s
[[nodiscard]] PositionArea area_of(Kernel kernel, geometry::Point ratio, Size level) noexcept;

/// Maximum of pixels around a position that a kernel reads.
/// \param ratio size of an image pixel / size of a pixel of the level; x and y > 0
[[nodiscard]] int margin_of(Kernel kernel, geometry::Point ratio) noexcept;

/// One pixel of the image for each position. Positions count from the upper left corner of the
/// level, the first pixel's centre is at (0.5, 0.5); those outside of area_of(), or NaN, give
/// transparent pixels. Nearest takes the pixel that contains the position; bilinear weights by a
/// triangle, at least as wide as an image pixel; average by the area that an image pixel covers.
/// Results agree with `gdalwarp -et 0 -ovr NONE`, up to rounding.
///
/// \param colors premultiplied pixels of `window`, which lies in `level`
/// \param ratio as in margin_of()
/// \param out premultiplied RGBA, 4 bytes per position
/// \param budget checks the deadline: one position may average a whole window
/// \throws Error{Limit} after the deadline
void resample(image::BitmapView const& colors, Window const& window, Size level,
              std::span<geometry::Point const> positions, geometry::Point ratio, Kernel kernel,
              std::span<std::uint8_t> out, Budget& budget);

/// Where Kernel::Nearest finds each position, as an index into the pixels of `window`; -1 where
/// nothing is. Picking samples before they are coloured spares the pixels that nobody sees.
/// \param out as many entries as positions
void nearest_indices(Window const& window, Size level, std::span<geometry::Point const> positions,
                     std::span<std::int32_t> out) noexcept;

/// The same where columns of the image are columns of the level, and rows rows: of each column that
/// in a row of the window, and of each row that of its first pixel.
struct NearestAxes {
    std::vector<std::int32_t> columns;
    std::vector<std::int32_t> rows;
    bool are_consecutive = false; ///< all columns are found, each behind the one before

    /// \param columns, rows of which x and y count
    NearestAxes(Window const& window, Size level, std::span<geometry::Point const> columns,
                std::span<geometry::Point const> rows);
};

/// The same for the values of one band. NaN means no value: it has no weight, and positions without
/// other values get it.
void resample(std::span<double const> values, Window const& window, Size level,
              std::span<geometry::Point const> positions, geometry::Point ratio, Kernel kernel,
              std::span<double> out, Budget& budget);

} // namespace ms::raster
