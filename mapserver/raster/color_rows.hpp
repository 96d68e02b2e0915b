// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Rows of opaque pixels out of separate bands.

#include "raster/row_lines.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace ms::raster {

/// The samples of three bands, which are colours as they are. Views.
struct ColorBands {
    std::uint8_t const* red = nullptr;
    std::uint8_t const* green = nullptr;
    std::uint8_t const* blue = nullptr; ///< of grey, all three are the same

    /// \param samples band after band, `size` each \param colors 1 (grey) or 3
    ColorBands(std::span<std::uint8_t const> samples, std::size_t colors, std::size_t size) noexcept
        : red(samples.data()), green(colors >= 3 ? red + size : red),
          blue(colors >= 3 ? green + size : red)
    {}
    /// From another sample on.
    [[nodiscard]] ColorBands from(std::size_t index) const noexcept
    {
        auto moved = *this;
        moved.red += index;
        moved.green += index;
        moved.blue += index;
        return moved;
    }
};

/// Consecutive samples. \param out RGBA, `count` pixels
void draw_row(ColorBands const& bands, std::size_t count, std::uint8_t* out) noexcept;
/// \param indices of samples; -1: the pixel stays as it is
void draw_row(ColorBands const& bands, std::span<std::int32_t const> indices,
              std::uint8_t* out) noexcept;
/// Those that indices_of() names, which mostly lie side by side in images that are as fine as the
/// file. \param window that contains the line's pixels, of which `bands` has the samples
void draw_row(ColorBands const& bands, RowLine const& line, Window const& window,
              std::uint8_t* out) noexcept;

} // namespace ms::raster
