// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Recognizes images that are tiles of a map's grids.

#include "ows/common/call.hpp"
#include "render/core/tile_grid.hpp"
#include "render/core/viewport.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ms::ows {

struct GridTile {
    std::string grid; ///< its identifier
    int zoom = 0;     ///< index of the matrix
    render::TileIndex index;
};

/// The tile of one of the map's grids that is as large as the view, begins where it does within a
/// hundredth of a pixel, and ends where it does. \param system of the view, by name
[[nodiscard]] std::optional<GridTile> find_grid_tile(Call const& call, std::string_view system,
                                                     render::Viewport const& view);

} // namespace ms::ows
