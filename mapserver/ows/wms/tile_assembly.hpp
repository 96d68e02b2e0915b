// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Puts cached tiles together to an image.

#include "image/bitmap.hpp"
#include "mapfile/model/common.hpp"
#include "ows/images/tile_cache.hpp"
#include "render/core/tile_grid.hpp"

#include <span>
#include <vector>

namespace ms::ows::wms {

/// The tiles of a level under an image.
struct TileLayout {
    render::LevelWindow window;
    mapfile::Size size; ///< of the image
    int tile_px = 0;
    std::vector<render::TileIndex> tiles;
};

/// Pixels of the level around an image that its scaling looks at.
[[nodiscard]] int margin_of(render::LevelWindow const& window);

/// The image, scaled from its tiles.
/// \param tiles   in the order of the layout
/// \param threads that unpack tiles, this one among them
[[nodiscard]] image::Bitmap assemble(TileLayout const& layout,
                                     std::span<TileCache::Tile const> tiles, std::size_t threads);

} // namespace ms::ows::wms
