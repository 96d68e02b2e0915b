// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Caches decoded blocks of raster files for all requests.

#include "base/file_stamp.hpp"
#include "base/lru_cache.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>

namespace ms::source::raster {

/// Identifies a block of one version of a file.
struct BlockKey {
    FileStamp file;
    std::uint64_t opening = 0; ///< of the file, if its next version may have the same stamp
    std::size_t level = 0;
    int column = 0;
    int row = 0;
};

/// The rows of a block that lie in its level: samples of a pixel side by side.
class DecodedBlock {
public:
    /// With unspecified samples.
    explicit DecodedBlock(std::size_t size)
        : m_size(size), m_samples(std::make_unique_for_overwrite<std::uint8_t[]>(size))
    {}

    [[nodiscard]] std::span<std::uint8_t> samples() noexcept { return {m_samples.get(), m_size}; }
    [[nodiscard]] std::span<std::uint8_t const> samples() const noexcept
    {
        return {m_samples.get(), m_size};
    }

private:
    std::size_t m_size;
    std::unique_ptr<std::uint8_t[]> m_samples;
};

/// LRU cache, bounded in bytes. Thread safe; blocks stay valid after they left it.
class BlockCache {
public:
    explicit BlockCache(std::size_t max_bytes) : m_is_on(max_bytes > 0), m_blocks(max_bytes) {}

    [[nodiscard]] bool is_on() const noexcept { return m_is_on; }
    /// A number for BlockKey, from 1, each once.
    [[nodiscard]] std::uint64_t next_opening() noexcept { return ++m_openings; }

    /// Null if it is not there.
    [[nodiscard]] std::shared_ptr<DecodedBlock const> find(BlockKey const& key);
    void keep(BlockKey const& key, std::shared_ptr<DecodedBlock const> block);
    /// Blocks that nobody will look for again.
    void drop(std::span<BlockKey const> keys);

    struct Usage {
        std::size_t blocks = 0;
        std::size_t bytes = 0;
        std::uint64_t hits = 0; ///< of find(), since the start of the process
        std::uint64_t misses = 0;
    };
    [[nodiscard]] Usage usage();

private:
    bool const m_is_on;
    std::atomic<std::uint64_t> m_openings{0};
    std::mutex m_mutex;
    LruCache<std::shared_ptr<DecodedBlock const>> m_blocks;
    std::uint64_t m_hits = 0;
    std::uint64_t m_misses = 0;
};

} // namespace ms::source::raster
