// SPDX-License-Identifier: MIT
#include "source/postgis/link/databases.hpp"

#include "base/blocking_call.hpp"

#include <exception>
#include <future>

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

void wait_for(std::vector<std::future<void>>& attempts, Deadline const& deadline)
{
    constexpr std::chrono::milliseconds slice{50}; // until a cancelled request is noticed
    for (auto const& attempt : attempts) {
        while (attempt.wait_for(slice) != std::future_status::ready) {
            deadline.check();
        }
    }
    attempts.clear();
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

void Databases::reach(std::vector<std::string> const& conninfos, Deadline const& deadline)
{
    constexpr std::size_t max_attempts = 32; // each takes two threads
    std::vector<std::future<void>> attempts;
    for (auto const& conninfo : conninfos) {
        auto const missing = pool(conninfo);
        if (missing->usage().open > 0) {
            continue;
        }
        try {
            attempts.push_back(start_blocking_call([missing] { missing->reach(Deadline{}); }));
        } catch (std::exception const&) {
            break; // too many wait already, or no thread is left: whoever needs it connects
        }
        if (attempts.size() == max_attempts) {
            wait_for(attempts, deadline);
        }
    }
    wait_for(attempts, deadline);
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
