// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A tile store as requests use it: it never fails, and is written behind them.

#include "base/log.hpp"
#include "store/tile_store.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace ms::store {

struct TileCounts {
    std::uint64_t found = 0;   ///< also outdated ones
    std::uint64_t missing = 0; ///< also after an error
    std::uint64_t written = 0;
    std::uint64_t dropped = 0; ///< tiles that are not kept: too many at once, or an error
    std::uint64_t errors = 0;  ///< of the store
};

/// A tile that cannot be read counts as missing, one that cannot be written is not kept: a broken
/// disk makes maps slower, not wrong. Errors go to the log, one line a minute. Thread safe.
class KeptTiles {
public:
    using Open = std::function<std::unique_ptr<TileStore>()>;

    /// \param name of the store, for the log
    /// \param open opens it, when a tile is first asked for; again a minute after it failed
    KeptTiles(std::string name, Open open, Log log);
    /// Writes what is waiting.
    ~KeptTiles();
    KeptTiles(KeptTiles const&) = delete;
    KeptTiles& operator=(KeptTiles const&) = delete;

    [[nodiscard]] std::optional<FoundTile> find(TileKey const& key) noexcept;
    /// Returns at once. A tile is dropped if too many are waiting.
    void put(StoredTile tile) noexcept;
    /// Waits until everything that was put before is written, or was dropped.
    void flush();

    [[nodiscard]] TileCounts counts() const noexcept;
    /// On disk; 0 if the store has not been used yet, or does not answer.
    [[nodiscard]] std::size_t bytes() noexcept;

private:
    using Clock = std::chrono::steady_clock;
    /// What waits for being written.
    struct Batch {
        std::vector<StoredTile> tiles;
        std::vector<TileKey> used;
        std::size_t bytes = 0;

        [[nodiscard]] bool is_empty() const noexcept { return tiles.empty() && used.empty(); }
    };

    /// Null if it cannot be opened.
    [[nodiscard]] std::shared_ptr<TileStore> opened();
    void enqueue(std::function<void(Batch&)> const& add);
    void write_batches(std::stop_token const& stop);
    void write(Batch const& batch) noexcept;
    void complain(std::exception const& error) noexcept;

    std::string m_name;
    Open m_open;
    Log m_log;

    std::mutex m_open_mutex;
    std::shared_ptr<TileStore> m_store;
    Clock::time_point m_next_try{};

    std::mutex m_complaint_mutex;
    Clock::time_point m_next_complaint{};

    std::atomic<std::uint64_t> m_found{0};
    std::atomic<std::uint64_t> m_missing{0};
    std::atomic<std::uint64_t> m_written{0};
    std::atomic<std::uint64_t> m_dropped{0};
    std::atomic<std::uint64_t> m_errors{0};

    std::mutex m_mutex; ///< of the members below
    std::condition_variable_any m_changed;
    Batch m_waiting;
    bool m_is_writing = false;
    std::jthread m_thread; ///< begins with the first tile
};

} // namespace ms::store
