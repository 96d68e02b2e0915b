// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// LRU cache of parts of maps: pixels which images are made of, and encoded tiles.

#include "base/deadline.hpp"
#include "base/lru_cache.hpp"
#include "image/packed_bitmap.hpp"
#include "render/core/tile_grid.hpp"
#include "store/tile_store.hpp"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace ms::ows {

/// LRU cache of the tiles of a process, bounded in bytes. The text that names a tileset contains
/// everything its tiles show, so no tile is ever outdated: after a change the text differs, and the
/// old tiles are not requested any more. Empty tiles and others that are small take their memory
/// once if they are equal. Thread safe.
class TileCache {
public:
    using Content =
        std::variant<image::PackedBitmap, store::EncodedTile>; ///< the same in a tileset
    using Tile = std::shared_ptr<Content const>;
    using Indexes = std::vector<std::size_t>;
    /// Draws tiles: one for each of `missing`, in its order.
    using Draw = std::function<std::vector<Tile>(Indexes const& missing)>;

    /// Tiles of one resolution that show the same.
    struct Level {
        std::uint64_t tileset = 0; ///< tileset_id()
        int level = 0;
        double scale_denominator = 0;
    };

    struct Found {
        std::vector<Tile> tiles; ///< in the order of the request, never null
        std::size_t kept = 0;    ///< number of tiles that were cached
    };

    /// \param max_bytes of tiles; the texts of tilesets take up to a sixteenth more
    explicit TileCache(std::size_t max_bytes);

    /// A number for a text; the same for the same text while that is remembered, and never another
    /// one's.
    [[nodiscard]] std::uint64_t tileset_id(std::string const& text);

    /// The tiles of a level, drawn if they are missing. Waits for a tile that another thread is
    /// drawing, and draws it if that fails. No deadlock: a thread waits only after it has drawn its
    /// own tiles.
    /// \throws as `draw`; Error{Limit} if the deadline passes while waiting
    [[nodiscard]] Found get(Level const& level, std::span<render::TileIndex const> requested,
                            Deadline const& deadline, Draw const& draw);

    void forget();
    [[nodiscard]] std::size_t bytes() const;
    [[nodiscard]] std::size_t size() const;

private:
    struct Flight {
        Tile tile; ///< null when it is over: it failed
        bool is_over = false;
    };
    using SharedFlight = std::shared_ptr<Flight>;
    class Asking;

    void keep(std::string const& key, Tile& tile);

    mutable std::mutex m_mutex;
    std::condition_variable m_landed;
    LruCache<Tile> m_tiles;
    LruCache<Tile> m_plain; ///< small ones by what they show: equal ones in m_tiles are these
    LruCache<std::uint64_t> m_tilesets;
    std::uint64_t m_last_tileset = 0;
    std::map<std::string, SharedFlight, std::less<>> m_under_way;
};

} // namespace ms::ows
