// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The interface of what keeps encoded tiles on disk.

#include "store/tile_matrix_set.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ms::store {

/// A tile as clients get it.
struct EncodedTile {
    std::string type; ///< MIME type: formats may choose by the image
    std::vector<std::uint8_t> bytes;
    std::size_t plain_size = 0; ///< without compression
    bool is_compressed = false; ///< gzip
};

/// Where a tile belongs.
struct TileKey {
    std::string tileset; ///< everything that its tiles have in common but their state, as a text
    int zoom = 0;        ///< 0 is the coarsest
    std::int64_t column = 0; ///< from the left
    std::int64_t row = 0;    ///< from the top
    friend bool operator==(TileKey const&, TileKey const&) = default;
};

struct StoredTile {
    TileKey key;
    EncodedTile tile;
    std::string state; ///< what it was drawn from; a tile of another state is outdated
    /// Describes its tileset, for stores that other programs read; may be empty.
    std::function<TileMatrixSet()> matrix_set{};
};

/// No tile is as large: what holds it is damaged, or not ours.
constexpr std::size_t largest_tile = std::size_t{32} << 20U;

/// What find() returns.
struct FoundTile {
    EncodedTile tile;
    std::string state;
    bool is_unused = false; ///< nobody has asked for it for an hour or more: say that it is used
};

/// Keeps tiles beyond the life of a process; several processes may use the same one. A tile of a
/// key that is there is replaced. find() may be called from several threads, also while one thread
/// calls the others.
class TileStore {
public:
    TileStore() = default;
    virtual ~TileStore() = default;
    TileStore(TileStore const&) = delete;
    TileStore& operator=(TileStore const&) = delete;

    /// The tile, of any state. \throws Error{Source}, as all of these
    [[nodiscard]] virtual std::optional<FoundTile> find(TileKey const& key) = 0;
    /// Stores each of them whole or not at all, and removes the least recently used ones beyond the
    /// bound. After an error some of them may be missing.
    virtual void put(std::span<StoredTile const> tiles) = 0;
    /// Nothing for a tile that is missing.
    virtual void remove(TileKey const& key) = 0;
    /// Notes that tiles have been used now.
    virtual void touch(std::span<TileKey const> keys) = 0;
    /// Reads all keys.
    [[nodiscard]] virtual std::size_t count() = 0;
    /// On disk.
    [[nodiscard]] virtual std::size_t bytes() = 0;
};

} // namespace ms::store
