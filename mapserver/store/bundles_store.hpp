// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Tiles in bundles: one file for each square of 128 x 128 tiles, at a computed place.

#include "store/tile_store.hpp"

#include <cstddef>
#include <filesystem>
#include <memory>

namespace ms::store {

/// Bundles are FOLDER/<digest of the tileset>/_alllayers/L<zoom>/R<row>C<column>.bundle, as Esri's
/// compact caches. Nothing is searched: a tile that is found takes one read, and opening a store
/// takes the same time whatever it holds. Keeps up to 128 of them open, with 128 KiB each. The
/// bundles that have not been used for longest are removed first, whole.
/// \param folder    is made with the first tile
/// \param max_bytes of all bundles; several processes that write may exceed it by a sixteenth each
[[nodiscard]] std::unique_ptr<TileStore> open_bundles_store(std::filesystem::path folder,
                                                            std::size_t max_bytes);

} // namespace ms::store
