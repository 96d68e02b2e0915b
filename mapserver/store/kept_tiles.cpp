// SPDX-License-Identifier: MIT
#include "store/kept_tiles.hpp"

#include "base/held_signals.hpp"

#include <exception>
#include <utility>

namespace ms::store {

namespace {

/// Of tiles that wait: what a disk must take up while a burst of tiles is drawn.
constexpr std::size_t most_waiting_bytes = std::size_t{16} << 20U;
constexpr std::size_t most_waiting_notes = 4096;
constexpr std::chrono::minutes between_tries{1};

} // namespace

KeptTiles::KeptTiles(std::string name, Open open, Log log)
    : m_name(std::move(name)), m_open(std::move(open)), m_log(std::move(log))
{}

KeptTiles::~KeptTiles()
{
    m_thread.request_stop(); // it writes what is left, and is joined
}

std::optional<FoundTile> KeptTiles::find(TileKey const& key) noexcept
{
    try {
        auto const store = opened();
        auto found = store ? store->find(key) : std::nullopt;
        ++(found ? m_found : m_missing);
        if (found && found->is_unused) {
            enqueue([&](Batch& batch) {
                if (batch.used.size() < most_waiting_notes) {
                    batch.used.push_back(key);
                }
            });
        }
        return found;
    } catch (std::exception const& error) {
        ++m_missing;
        complain(error);
        return std::nullopt;
    }
}

void KeptTiles::put(StoredTile tile) noexcept
{
    try {
        auto const bytes = tile.tile.bytes.size();
        enqueue([&](Batch& batch) {
            if (batch.bytes + bytes > most_waiting_bytes) {
                ++m_dropped;
                return;
            }
            batch.bytes += bytes;
            batch.tiles.push_back(std::move(tile));
        });
    } catch (std::exception const& error) {
        ++m_dropped;
        complain(error);
    }
}

void KeptTiles::flush()
{
    std::unique_lock lock{m_mutex};
    m_changed.wait(lock, [&] { return m_waiting.is_empty() && !m_is_writing; });
}

TileCounts KeptTiles::counts() const noexcept
{
    return {m_found, m_missing, m_written, m_dropped, m_errors};
}

std::size_t KeptTiles::bytes() noexcept
{
    try {
        std::unique_lock lock{m_open_mutex};
        auto const store = m_store;
        lock.unlock();
        return store ? store->bytes() : 0;
    } catch (std::exception const& error) {
        complain(error);
        return 0;
    }
}

std::shared_ptr<TileStore> KeptTiles::opened()
{
    std::scoped_lock const lock{m_open_mutex};
    auto const now = Clock::now();
    if (!m_store && now >= m_next_try) {
        m_next_try = now + between_tries;
        m_store = m_open();
    }
    return m_store;
}

void KeptTiles::enqueue(std::function<void(Batch&)> const& add)
{
    std::scoped_lock const lock{m_mutex};
    add(m_waiting);
    if (!m_thread.joinable()) {
        HeldSignals const held;
        m_thread = std::jthread{[this](std::stop_token const& stop) { write_batches(stop); }};
    }
    m_changed.notify_all();
}

void KeptTiles::write_batches(std::stop_token const& stop)
{
    std::unique_lock lock{m_mutex};
    while (m_changed.wait(lock, stop, [&] { return !m_waiting.is_empty(); })) {
        auto const batch = std::exchange(m_waiting, {});
        m_is_writing = true;
        lock.unlock();
        write(batch);
        lock.lock();
        m_is_writing = false;
        m_changed.notify_all();
    }
}

void KeptTiles::write(Batch const& batch) noexcept
{
    try {
        if (auto const store = opened()) {
            if (!batch.tiles.empty()) {
                store->put(batch.tiles);
            }
            m_written += batch.tiles.size();
            if (!batch.used.empty()) {
                store->touch(batch.used);
            }
            return;
        }
    } catch (std::exception const& error) {
        complain(error);
    }
    m_dropped += batch.tiles.size();
}

void KeptTiles::complain(std::exception const& error) noexcept
{
    ++m_errors;
    try {
        std::scoped_lock const lock{m_complaint_mutex};
        if (Clock::now() >= m_next_complaint) {
            m_next_complaint = Clock::now() + between_tries;
            m_log.write(LogLevel::Error, "tile store \"" + m_name + "\": " + error.what());
        }
    } catch (...) { // out of memory: it is counted
    }
}

} // namespace ms::store
