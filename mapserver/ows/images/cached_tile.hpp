// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Answers requests for whole tiles (mode=tile) from the tile cache.

#include "http/response.hpp"
#include "ows/common/call.hpp"
#include "ows/images/image_tag.hpp"
#include "render/core/overrides.hpp"
#include "render/core/tile_grid.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace ms::ows {

/// Which tile of a set a request names.
struct TileRequest {
    int zoom = 0;
    render::TileIndex index;
    std::vector<render::LayerChoice> const& layers; ///< of the tile
    mapfile::OutputFormat const& format;
};

/// The answer of `draw`, kept encoded for the same request if METADATA wms_tile_cache of the map or
/// all layers says so and the version of everything in the tile is known, or wms_tile_cache_max_age
/// is set. Vector tiles are kept compressed: clients that accept gzip get them as they are. Of the
/// same tile at the same time one is drawn. An answer that must not be stored is not kept.
/// \param state image_state() of the tile
[[nodiscard]] http::Response cached_tile(Call const& call, TileRequest const& tile,
                                         std::optional<ImageState> const& state,
                                         std::function<http::Response()> const& draw);

} // namespace ms::ows
