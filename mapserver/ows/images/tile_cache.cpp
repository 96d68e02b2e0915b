// SPDX-License-Identifier: MIT
#include "ows/images/tile_cache.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace ms::ows {

namespace {

std::string key_of(TileCache::Level const& level, render::TileIndex const& tile)
{
    return fmt::format("{} {} {:.17g} {} {}", level.tileset, level.level, level.scale_denominator,
                       tile.row, tile.column);
}

std::size_t bytes_of(TileCache::Content const& content)
{
    auto const* const pixels = std::get_if<image::PackedBitmap>(&content);
    return pixels != nullptr ? pixels->bytes() : std::get<store::EncodedTile>(content).bytes.size();
}

/// What a small tile shows, as a text; "": it is not small.
std::string name_of_plain(TileCache::Content const& content)
{
    constexpr std::size_t small_file = 1024;
    if (auto const* const pixels = std::get_if<image::PackedBitmap>(&content)) {
        auto const pixel = pixels->only_pixel();
        return pixel ? fmt::format("{} {} {:x}", pixels->width(), pixels->height(), *pixel) : "";
    }
    auto const& file = std::get<store::EncodedTile>(content);
    if (file.bytes.size() > small_file) {
        return "";
    }
    auto name = fmt::format("{} {} {} ", file.type, file.plain_size, file.is_compressed);
    name.append(file.bytes.begin(), file.bytes.end());
    return name;
}

} // namespace

/// One running get().
class TileCache::Asking {
public:
    Asking(TileCache& cache, Level const& level, std::span<render::TileIndex const> requested)
        : m_cache(cache), m_tiles(requested.size()), m_flights(requested.size())
    {
        for (auto const& tile : requested) {
            m_keys.push_back(key_of(level, tile));
        }
        m_own.reserve(requested.size());
    }

    ~Asking() { give_up(); }
    Asking(Asking const&) = delete;
    Asking& operator=(Asking const&) = delete;

    /// Takes the tiles that are there, and claims those that no other request draws. Returns
    /// whether any tile is claimed.
    bool look()
    {
        std::scoped_lock const lock{m_cache.m_mutex};
        for (std::size_t i = 0; i < m_keys.size(); ++i) {
            if (m_tiles[i] != nullptr) {
                continue;
            }
            if (auto const* const kept = m_cache.m_tiles.find(m_keys[i])) {
                m_tiles[i] = *kept;
                continue;
            }
            auto flight = std::make_shared<Flight>();
            auto const [entry, is_new] = m_cache.m_under_way.try_emplace(m_keys[i], flight);
            m_flights[i] = entry->second;
            if (is_new) {
                m_own.push_back(i); // reserved, so that every claim reaches the destructor
            }
        }
        return !m_own.empty();
    }

    void draw(Draw const& draw) { land(draw(m_own)); }

    /// Waits for one tile of another thread.
    void wait(std::size_t index, Deadline const& deadline)
    {
        constexpr std::chrono::milliseconds patience{
            100}; // interval of checks whether the client is still waiting
        std::unique_lock lock{m_cache.m_mutex};
        auto const& flight = *m_flights[index];
        while (!m_cache.m_landed.wait_for(lock, patience, [&] { return flight.is_over; })) {
            lock.unlock();
            deadline.check();
            lock.lock();
        }
        m_tiles[index] = flight.tile;
    }

    [[nodiscard]] std::size_t missing() const
    {
        return static_cast<std::size_t>(std::ranges::count(m_tiles, nullptr));
    }
    [[nodiscard]] std::size_t first_missing() const
    {
        return static_cast<std::size_t>(std::ranges::find(m_tiles, nullptr) - m_tiles.begin());
    }
    [[nodiscard]] std::vector<Tile> take() { return std::move(m_tiles); }

private:
    /// Drawing has failed: waiting requests draw the claimed tiles themselves. Allocates nothing,
    /// as memory may be exhausted.
    void give_up() noexcept
    {
        if (m_own.empty()) {
            return;
        }
        std::scoped_lock const lock{m_cache.m_mutex};
        for (auto const index : m_own) {
            m_flights[index]->is_over = true;
            m_cache.m_under_way.erase(m_keys[index]);
        }
        m_cache.m_landed.notify_all();
    }

    void land(std::vector<Tile> tiles)
    {
        std::scoped_lock const lock{m_cache.m_mutex};
        Indexes own;
        own.reserve(m_keys.size());
        own.swap(m_own);
        for (std::size_t i = 0; i < own.size(); ++i) {
            auto& flight = *m_flights[own[i]];
            flight.tile = m_tiles[own[i]] = std::move(tiles[i]);
            flight.is_over = true;
            m_cache.m_under_way.erase(m_keys[own[i]]);
        }
        m_cache.m_landed.notify_all();
        for (auto const index : own) {
            if (m_tiles[index]) {
                m_cache.keep(m_keys[index], m_tiles[index]);
            }
        }
    }

    TileCache& m_cache;
    std::vector<std::string> m_keys;
    std::vector<Tile> m_tiles;
    std::vector<SharedFlight> m_flights; ///< of the missing ones
    Indexes m_own;                       ///< others wait for these until they land
};

TileCache::TileCache(std::size_t max_bytes)
    : m_tiles(max_bytes), m_plain(max_bytes / 16), m_tilesets(max_bytes / 16)
{}

/// Replaces the tile with an equal one that is kept.
void TileCache::keep(std::string const& key, Tile& tile)
{
    auto const name = name_of_plain(*tile);
    if (name.empty()) {
        m_tiles.put(key, tile, bytes_of(*tile));
        return;
    }
    if (auto const* const equal = m_plain.find(name)) {
        tile = *equal;
    } else {
        m_plain.put(name, tile, bytes_of(*tile));
    }
    m_tiles.put(key, tile, 0); // counted there
}

std::uint64_t TileCache::tileset_id(std::string const& text)
{
    std::scoped_lock const lock{m_mutex};
    if (auto const* const known = m_tilesets.find(text)) {
        return *known;
    }
    m_tilesets.put(text, ++m_last_tileset, sizeof m_last_tileset);
    return m_last_tileset;
}

TileCache::Found TileCache::get(Level const& level, std::span<render::TileIndex const> requested,
                                Deadline const& deadline, Draw const& draw)
{
    Asking asking{*this, level, requested};
    bool is_ours = asking.look();
    auto const kept = requested.size() - asking.missing();
    while (asking.missing() > 0) {
        if (is_ours) {
            asking.draw(draw);
        } else {
            asking.wait(asking.first_missing(), deadline);
        }
        is_ours = asking.look();
    }
    return {asking.take(), kept};
}

void TileCache::forget()
{
    std::scoped_lock const lock{m_mutex};
    m_tiles.clear();
    m_plain.clear();
    m_tilesets.clear();
}

std::size_t TileCache::bytes() const
{
    std::scoped_lock const lock{m_mutex};
    return m_tiles.bytes() + m_plain.bytes() + m_tilesets.bytes();
}

std::size_t TileCache::size() const
{
    std::scoped_lock const lock{m_mutex};
    return m_tiles.size();
}

} // namespace ms::ows
