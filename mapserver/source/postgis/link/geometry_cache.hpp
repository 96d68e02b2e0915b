// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Caches thinned geometries as long as their rows do not change.
///
/// A map of a whole country shows a few per cent of a table's bytes, but the database unpacks and
/// thins all of them for each map. PostgreSQL never changes a row in place: an UPDATE writes
/// another one. So the place of a row (ctid) and the transaction that wrote it (xmin) validate a
/// cached geometry, at the cost of reading a row without its geometry.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace ms::source::postgis {

/// Default for processes that draw many maps: some 500,000 features as small scales show them.
constexpr std::size_t default_geometry_cache_bytes = std::size_t{64} * 1024 * 1024;

/// Bytes with stable addresses until the arena is destroyed.
class ByteArena {
public:
    std::span<std::byte const> keep(std::span<std::byte const> bytes);
    /// Allocated memory, including the unused part.
    [[nodiscard]] std::size_t capacity() const noexcept { return m_capacity; }

private:
    std::vector<std::unique_ptr<std::byte[]>> m_chunks;
    std::span<std::byte> m_free;
    std::size_t m_capacity = 0;
};

/// The identity of one version of a row. The same place and writer mean the same row as long as the
/// table's file is the same.
struct RowVersion {
    std::uint64_t place = 0;  ///< ctid: page << 16 | number in the page; numbers begin with 1
    std::uint32_t writer = 0; ///< xmin

    friend bool operator==(RowVersion const&, RowVersion const&) = default;
};

/// The geometries of one file of a table, thinned in one way. Thread safe.
class CachedGeometries {
public:
    using Bytes = std::span<std::byte const>;

    explicit CachedGeometries(std::int64_t file) : m_file(file) {}

    [[nodiscard]] std::int64_t file() const noexcept { return m_file; }
    /// Cached bytes of each row, empty for missing ones. Valid as long as this object.
    void find(std::span<RowVersion const> rows, std::span<Bytes> found) const;
    /// \param bytes not empty. Replaces the bytes of an older version.
    Bytes keep(RowVersion row, Bytes bytes);
    [[nodiscard]] std::size_t rows() const noexcept { return m_used; }
    /// Memory in bytes.
    [[nodiscard]] std::size_t size() const noexcept { return m_size; }

private:
    struct Slot {
        RowVersion row; ///< place 0: a free one
        std::uint32_t length = 0;
        std::byte const* bytes = nullptr;
    };

    [[nodiscard]] std::size_t slot_of(std::uint64_t place) const noexcept;
    void grow();

    std::int64_t const m_file;
    mutable std::mutex m_mutex;
    std::vector<Slot> m_slots; ///< open addressing; the number of slots is a power of two
    std::atomic<std::size_t> m_used{0};
    ByteArena m_bytes;
    std::atomic<std::size_t> m_size{0};
};

/// LRU cache of all tables and levels of a process, bounded by `max_bytes`. Thread safe.
class GeometryCache {
public:
    explicit GeometryCache(std::size_t max_bytes) : m_max_bytes(max_bytes) {}

    [[nodiscard]] bool is_on() const noexcept { return m_max_bytes > 0; }
    [[nodiscard]] std::size_t max_bytes() const noexcept { return m_max_bytes; }

    /// Whether a key was not refused.
    [[nodiscard]] bool takes(std::string const& key);
    /// A single map exceeds the cache: stops caching under this key, as long as it is remembered.
    void refuse(std::string const& key);
    /// The file of the entries under a key; 0: no entries.
    [[nodiscard]] std::int64_t file_of(std::string const& key);
    /// The entries under a key, of this file; drops those of another file.
    [[nodiscard]] std::shared_ptr<CachedGeometries> open(std::string const& key, std::int64_t file);
    /// Drops entries beyond the budget, and adds to the hits and misses.
    void settle(std::uint64_t found, std::uint64_t missed);

    struct Usage {
        std::size_t rows = 0, bytes = 0;
        std::uint64_t found = 0, missed = 0; ///< hits and misses of rows, since the start
    };
    [[nodiscard]] Usage usage();

private:
    struct Entry {
        std::string key;
        std::shared_ptr<CachedGeometries> geometries; ///< null: refused
    };
    using Entries = std::list<Entry>; ///< the one used last in front

    [[nodiscard]] Entry& entry(std::string const& key);
    [[nodiscard]] std::size_t total() const;

    std::size_t const m_max_bytes;
    std::mutex m_mutex;
    Entries m_entries;
    std::unordered_map<std::string, Entries::iterator> m_index;
    std::uint64_t m_found = 0, m_missed = 0;
};

} // namespace ms::source::postgis
