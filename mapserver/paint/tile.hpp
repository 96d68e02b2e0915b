// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The tiles that fill areas.

#include "image/bitmap.hpp"

#include <functional>

namespace ms::paint {

class Canvas; // paint/canvas.hpp

/// Draws the same as a tile's pixels on a canvas of the tile's size.
using DrawTile = std::function<void(Canvas&)>;

/// Pixels and, if known, how to draw them. A view: both must outlive it.
struct Tile {
    Tile(image::BitmapView const& view) : pixels(view) {} // NOLINT: an image is a tile
    Tile(image::BitmapView const& view, DrawTile const& draw) : pixels(view), shapes(&draw) {}

    image::BitmapView pixels;
    DrawTile const* shapes = nullptr; ///< for vector canvases; may be null or empty
};

} // namespace ms::paint
