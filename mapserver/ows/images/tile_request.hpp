// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A request for a tile, whatever the service.

#include "mapfile/model/output_format.hpp"
#include "render/core/overrides.hpp"
#include "render/core/tile_grid.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ows {

/// Which tile of a set a request names.
struct TileRequest {
    int zoom = 0;
    render::TileIndex index;
    std::vector<render::LayerChoice> const& layers; ///< of the tile
    mapfile::OutputFormat const& format;
    std::string grid; ///< its name
    /// Names of the parameters that say where the tile lies, in lower case.
    std::span<std::string_view const> place;
    /// Those, in lower case, whose values the mapfile lists, so that a client cannot vary them
    /// without end: they name sets of tiles.
    std::span<std::string const> listed{};
};

} // namespace ms::ows
