// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Answers GetMap from cached tiles: METADATA wms_tile_cache.

#include "ows/images/image_tag.hpp"
#include "ows/images/tile_cache.hpp"
#include "ows/wms/drawing.hpp"
#include "ows/wms/tile_assembly.hpp"
#include "render/core/map_image.hpp"
#include "render/core/tile_grid.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ms::ows::wms {

/// The tiles that an image consists of, and their drawing.
struct TiledMap {
    TileCache::Level level;
    double cell = 0;   ///< map units of a pixel of the level
    int gutter_px = 0; ///< drawn around tiles and cut off: labels and symbols that reach into them
    TileLayout layout;
    std::size_t threads = 1;        ///< that put the tiles together
    Drawing drawing;                ///< of the tiles
    image::Color background;        ///< laid under them
    std::optional<std::string> tag; ///< of the answer; nullopt: unknown before it is made
};

/// The outcome of planning tiles.
struct TilePlan {
    std::optional<TiledMap> map;     ///< nullopt: the image is drawn directly
    std::optional<ImageState> state; ///< validators of the sources' data, if they were queried
};

/// No map if the map or one of its layers disables tiles, or if the image would differ from one
/// that is drawn by itself: no pixels, rotation, content that depends on the edges ... Until then
/// nothing that costs more than a plan has been computed.
/// \param drawing gets the entries of its catalogues under the tiles, unless it is clear before
/// that there is no map
[[nodiscard]] TilePlan plan_tiles(Call const& call, Drawing& drawing, render::Viewport const& view);

/// Without pixels and incomplete when another server did not give its part of a tile.
/// \throws as render::run(), for tiles that are not there
[[nodiscard]] render::MapImage draw_tiles(Call const& call, TiledMap const& map);

} // namespace ms::ows::wms
