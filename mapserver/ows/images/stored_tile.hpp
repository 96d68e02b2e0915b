// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The places of tiles in the tile store of a map: METADATA wms_tile_cache_store.

#include "ows/common/call.hpp"
#include "ows/images/tile_request.hpp"
#include "ows/images/tile_settings.hpp"
#include "store/kept_tiles.hpp"

#include <memory>
#include <optional>
#include <string>

namespace ms::ows {

struct StorePlace {
    std::shared_ptr<store::KeptTiles> store;
    store::TileKey key;
    std::string state; ///< what the tile is drawn from now
};

/// nullopt if the tile is not for a store: the map has none, or the request has parameters that
/// have no end of values, as SLD_BODY, FILTER, BGCOLOR, TIME and those that nobody knows. So
/// clients cannot fill a store with tiles that nobody asks for again, beyond combinations of
/// layers.
[[nodiscard]] std::optional<StorePlace> place_in_store(Call const& call, TileRequest const& tile,
                                                       TileSettings const& settings,
                                                       std::string state);

/// The tile for its place.
/// \param grid identifier of the tile's
[[nodiscard]] store::StoredTile for_store(Call const& call, StorePlace const& place,
                                          std::string const& grid, store::EncodedTile tile);

/// The tile that is there, if it shows the state.
[[nodiscard]] std::optional<store::EncodedTile> find_stored(StorePlace const& place);

} // namespace ms::ows
