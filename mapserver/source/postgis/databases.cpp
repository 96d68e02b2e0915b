// SPDX-License-Identifier: MIT
#include "source/postgis/databases.hpp"

namespace ms::source::postgis {

std::shared_ptr<Pool> Databases::pool(std::string const& conninfo)
{
    std::scoped_lock const lock{m_mutex};
    if (auto const known = m_pools.find(conninfo); known != m_pools.end()) {
        return known->second;
    }
    if (m_pools.size() >= m_options.max_pools) {
        std::erase_if(m_pools, [](auto const& entry) { return entry.second.use_count() == 1; });
    }
    return m_pools.emplace(conninfo, std::make_shared<Pool>(conninfo, m_options.pool))
        .first->second;
}

} // namespace ms::source::postgis
