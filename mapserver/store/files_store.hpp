// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Tiles as files of a folder.

#include "store/tile_store.hpp"

#include <cstddef>
#include <filesystem>
#include <memory>

namespace ms::store {

/// Tiles are FOLDER/<digest of the tileset>/<zoom>/<column>/<row>.tile; each is written beside its
/// place and renamed, so that readers see it whole. The folder may lie on a network file system.
/// When a tile was used is the time of its file.
/// \param folder    is made with the first tile
/// \param max_bytes of all files in blocks of 4 KiB; several processes that write may exceed it
///                  by a sixteenth each
[[nodiscard]] std::unique_ptr<TileStore> open_files_store(std::filesystem::path folder,
                                                          std::size_t max_bytes);

} // namespace ms::store
