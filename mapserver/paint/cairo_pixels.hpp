// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Bitmaps to cairo's image surfaces and back.

#include "image/bitmap.hpp"

struct _cairo_surface; // cairo_surface_t

namespace ms::paint {

/// A new ARGB32 surface with a copy of the pixels; the caller owns it. cairo reports in the
/// surface's status that there is no memory.
[[nodiscard]] _cairo_surface* new_surface(image::BitmapView const& view);
/// \param surface ARGB32
[[nodiscard]] image::Bitmap bitmap_of(_cairo_surface& surface);
/// \param surface ARGB32, of the same size
void write_pixels(image::BitmapView const& view, _cairo_surface& surface);

} // namespace ms::paint
