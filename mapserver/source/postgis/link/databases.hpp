// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Everything about databases that outlives a request.

#include "source/postgis/facts/encoding.hpp"
#include "source/postgis/link/geometry_cache.hpp"
#include "source/postgis/link/known_extents.hpp"
#include "source/postgis/link/pool.hpp"
#include "source/postgis/link/table_cache.hpp"

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace ms::source::postgis {

struct DatabasesOptions {
    PoolOptions pool;
    EncodingWish encoding = EncodingWish::Auto; ///< of layers without PROCESSING GEOMETRY_ENCODING
    std::string data_version{};                 ///< of layers without PROCESSING DATA_VERSION
    bool counts_reads = false; ///< every statement of a traced request is repeated with EXPLAIN
    std::size_t geometry_cache_bytes = 0;     ///< 0: no cache, for programs that draw one map
    std::size_t max_pools = 100;              ///< connection strings remembered, unless in use
    std::size_t max_tables = 10'000;          ///< with cached facts
    std::chrono::seconds table_lifetime{600}; ///< facts are learned again after it, changed or not
};

/// The process-wide owner of connection pools and of facts about tables. Thread safe.
class Databases {
public:
    explicit Databases(DatabasesOptions options = {})
        : m_options(std::move(options)), m_tables(m_options.max_tables, m_options.table_lifetime),
          m_geometries(m_options.geometry_cache_bytes)
    {}

    /// The pool of a connection string, shared by all maps with the same string. A new pool opens
    /// its minimum of connections in the background.
    [[nodiscard]] std::shared_ptr<Pool> pool(std::string const& conninfo);
    /// Connects to those that have no connection yet, up to 32 at the same time: several hosts that
    /// do not answer cost one time-out together.
    /// \throws Error{Limit} when the deadline passes first
    void reach(std::vector<std::string> const& conninfos, Deadline const& deadline);
    /// Closes all idle connections, even young ones.
    void close_unused();
    [[nodiscard]] TableCache& tables() noexcept { return m_tables; }
    [[nodiscard]] GeometryCache& geometries() noexcept { return m_geometries; }
    [[nodiscard]] KnownExtents& extents() noexcept { return m_extents; }
    [[nodiscard]] EncodingWish encoding() const noexcept { return m_options.encoding; }
    [[nodiscard]] bool counts_reads() const noexcept { return m_options.counts_reads; }
    [[nodiscard]] std::string const& data_version() const noexcept
    {
        return m_options.data_version;
    }

private:
    using Clock = std::chrono::steady_clock;

    void close_idle();

    DatabasesOptions m_options;
    std::mutex m_mutex;
    std::map<std::string, std::shared_ptr<Pool>, std::less<>> m_pools;
    Clock::time_point m_last_sweep{};
    TableCache m_tables;
    GeometryCache m_geometries;
    KnownExtents m_extents;
    std::vector<std::jthread> m_openers; ///< last: they use the pools
};

} // namespace ms::source::postgis
