// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A tile as a file: the bytes that clients get, so that programs for images open it, and behind
/// them what a store knows of it.

#include "store/tile_store.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ms::store {

/// What is behind the bytes of a tile.
struct FileTile {
    EncodedTile tile;
    std::string tileset;
    std::string state;
};

/// \throws Error{Limit} if a text or the tile is larger than any that is stored
[[nodiscard]] std::vector<std::uint8_t> tile_file(StoredTile const& stored);

/// \throws Error{Source} if the file is not whole, or not one of ours
[[nodiscard]] FileTile parse_tile_file(std::span<std::uint8_t const> file);

/// Of a file, with the longest texts.
[[nodiscard]] std::size_t largest_tile_file() noexcept;

} // namespace ms::store
