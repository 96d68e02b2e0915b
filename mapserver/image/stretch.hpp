// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Resizes a part of an image, each axis independently.

#include "image/bitmap.hpp"

namespace ms::image {

/// The positions of the result's pixels in the source.
struct Stretch {
    double left = 0; ///< pixels of the source; the upper left corner of the result
    double top = 0;
    double step_x = 1; ///< pixels of the source for one of the result; > 0
    double step_y = 1;
};

/// Maximum of pixels around the part that the result depends on: what must be available of the
/// source.
[[nodiscard]] int reach_of(Stretch const& stretch) noexcept;

/// Interpolates between four pixels in each direction (Catmull & Rom's cubic), wider ones if the
/// result is smaller. The source repeats beyond its edges. A part on whole pixels that keeps its
/// size is copied.
/// \param width, height of the result, pixels, > 0
[[nodiscard]] Bitmap stretched(BitmapView const& source, Stretch const& stretch, int width,
                               int height);

} // namespace ms::image
