// SPDX-License-Identifier: MIT
#include "source/postgis/link/databases.hpp"

namespace ms::source::postgis {

namespace {

/// Errors are reported to the first request that needs a connection.
void open_connections(std::stop_token const& stop, std::shared_ptr<Pool> const& pool,
                      std::size_t count)
{
    Deadline deadline;
    std::stop_callback const cancel{stop, [&deadline] { deadline.cancel(); }};
    try {
        pool->warm_up(count, deadline);
    } catch (std::exception const&) {
        return;
    }
}

} // namespace

std::shared_ptr<Pool> Databases::pool(std::string const& conninfo)
{
    std::scoped_lock const lock{m_mutex};
    close_idle();
    if (auto const known = m_pools.find(conninfo); known != m_pools.end()) {
        return known->second;
    }
    if (m_pools.size() >= m_options.max_pools) {
        std::erase_if(m_pools, [](auto const& entry) { return entry.second.use_count() == 1; });
    }
    auto const pool = std::make_shared<Pool>(conninfo, m_options.pool);
    m_pools.emplace(conninfo, pool);
    if (m_options.pool.min_connections > 0 && m_openers.size() < m_options.max_pools) {
        m_openers.emplace_back(open_connections, pool, m_options.pool.min_connections);
    }
    return pool;
}

/// Called occasionally, when any database is requested: closes idle connections of the others, too.
void Databases::close_idle()
{
    constexpr std::chrono::seconds pause{10};
    auto const now = Clock::now();
    if (now - m_last_sweep < pause) {
        return;
    }
    m_last_sweep = now;
    for (auto const& [conninfo, pool] : m_pools) {
        pool->close_idle();
    }
}

void Databases::close_unused()
{
    std::scoped_lock const lock{m_mutex};
    for (auto const& [conninfo, pool] : m_pools) {
        pool->close_unused();
    }
}

} // namespace ms::source::postgis
