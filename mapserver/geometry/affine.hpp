// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Transforms map coordinates to pixels and back.

#include "geometry/types.hpp"

namespace ms::geometry {

/// Moves and scales each axis separately. Pixels: x right, y down, so scale_y is negative for maps.
struct Affine {
    double origin_x = 0; ///< subtracted first: large coordinates lose no digits
    double origin_y = 0;
    double scale_x = 1;
    double scale_y = 1;
    double shift_x = 0; ///< added last
    double shift_y = 0;

    [[nodiscard]] constexpr Point operator()(Point p) const noexcept
    {
        return {(p.x - origin_x) * scale_x + shift_x, (p.y - origin_y) * scale_y + shift_y};
    }
    [[nodiscard]] constexpr Box operator()(Box const& box) const noexcept
    {
        if (box.is_empty()) {
            return {};
        }
        auto const a = (*this)(Point{box.min_x, box.min_y});
        auto const b = (*this)(Point{box.max_x, box.max_y});
        Box image;
        image.extend(a);
        image.extend(b);
        return image;
    }
    /// Scales must not be 0.
    [[nodiscard]] constexpr Affine inverse() const noexcept
    {
        return {shift_x, shift_y, 1 / scale_x, 1 / scale_y, origin_x, origin_y};
    }
};

/// Draws as MapServer does: x = (X - min_x) / cell_size_x, y = (max_y - Y) / cell_size_y.
///
/// MapServer's extents go through the centres of the border pixels, yet its AGG renderer puts the
/// extent's corner at the outer corner of the corner pixel: nothing is added.
/// \param extent map units, pixel centre to pixel centre
/// \param cell_size map units per pixel, > 0
/// \param shift pixels added to both axes; 0.5 puts the extent's corner at the pixel's centre
[[nodiscard]] constexpr Affine world_to_pixel(Box const& extent, double cell_size_x,
                                              double cell_size_y, double shift = 0) noexcept
{
    return {extent.min_x, extent.max_y, 1 / cell_size_x, -1 / cell_size_y, shift, shift};
}

} // namespace ms::geometry
