// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Answers requests for whole tiles from the tile cache and the tile store.

#include "http/response.hpp"
#include "ows/common/call.hpp"
#include "ows/images/image_tag.hpp"
#include "ows/images/tile_request.hpp"

#include <functional>
#include <optional>

namespace ms::ows {

/// Draws a tile, as an answer to the call that it is given.
using DrawTile = std::function<http::Response(Call const&)>;

/// The answer of `draw`, kept encoded for the same request if METADATA wms_tile_cache of the map or
/// all layers says so and the version of everything in the tile is known, or wms_tile_cache_max_age
/// is set: in memory, and on disk with wms_tile_cache_store. Vector tiles are kept compressed:
/// clients that accept gzip get them as they are. Of the same tile at the same time one is drawn,
/// for size rather than speed if it goes to disk. An answer that must not be stored is not kept.
/// \param state image_state() of the tile
[[nodiscard]] http::Response cached_tile(Call const& call, TileRequest const& tile,
                                         std::optional<ImageState> const& state,
                                         DrawTile const& draw);

} // namespace ms::ows
