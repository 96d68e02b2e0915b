// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Scales and rotates images.

#include "image/bitmap.hpp"

namespace ms::image {

/// The placement of an image in another one.
struct Turn {
    double scale = 1;
    double angle_rad = 0; ///< counter-clockwise as seen
    double pivot_x = 0;   ///< pixels of the source that come to `to`
    double pivot_y = 0;
    double to_x = 0; ///< pixels
    double to_y = 0;
};

/// An image with the place of its upper left corner.
struct Placed {
    Bitmap bitmap; ///< empty if nothing is left of it
    int x = 0;
    int y = 0;
};

/// The longest side of a resampled image, in pixels.
inline constexpr double longest_resampled_px = 4096;

/// Scales and rotates with bilinear interpolation; beyond its border the source is transparent.
/// A result with a side above `longest_resampled_px` is not made.
[[nodiscard]] Placed resampled(BitmapView const& source, Turn const& turn);

} // namespace ms::image
