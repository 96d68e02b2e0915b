// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Converts bitmaps to cairo's image surfaces and back.

#include "base/handle.hpp"
#include "image/bitmap.hpp"

struct _cairo_surface; // cairo_surface_t

namespace ms::paint {

void release_surface(_cairo_surface* surface) noexcept;

/// One reference to a surface.
using Surface = Handle<_cairo_surface, release_surface>;

/// A new ARGB32 surface with a copy of the pixels. If memory is exhausted, cairo reports it in the
/// surface's status.
[[nodiscard]] Surface new_surface(image::BitmapView const& view);
/// \param surface ARGB32
[[nodiscard]] image::Bitmap bitmap_of(_cairo_surface& surface);
/// \param surface ARGB32, of the same size
void write_pixels(image::BitmapView const& view, _cairo_surface& surface);

} // namespace ms::paint
