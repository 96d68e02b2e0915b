// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Tiles for tests of stores.

#include "store/tile_store.hpp"

#include <utility>

namespace test {

inline ms::store::StoredTile stored(ms::store::TileKey key, std::vector<std::uint8_t> bytes,
                                    std::string state)
{
    auto const size = bytes.size();
    return {std::move(key), {"image/png", std::move(bytes), size, false}, std::move(state)};
}

} // namespace test
