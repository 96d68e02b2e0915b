// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Tiles for tests of stores.

#include "store/tile_store.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace test {

inline ms::store::StoredTile stored(ms::store::TileKey key, std::vector<std::uint8_t> bytes,
                                    std::string state)
{
    auto const size = bytes.size();
    return {std::move(key), {"image/png", std::move(bytes), size, false}, std::move(state)};
}

inline void put_into(ms::store::TileStore& store, ms::store::StoredTile const& tile)
{
    store.put(std::span{&tile, 1});
}

} // namespace test
