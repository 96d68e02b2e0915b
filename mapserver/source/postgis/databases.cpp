// SPDX-License-Identifier: MIT
#include "source/postgis/databases.hpp"

namespace ms::source::postgis {

std::shared_ptr<Pool> Databases::pool(std::string const& conninfo)
{
    std::scoped_lock const lock{m_mutex};
    auto& pool = m_pools[conninfo];
    if (!pool) {
        pool = std::make_shared<Pool>(conninfo, m_options.pool);
    }
    return pool;
}

} // namespace ms::source::postgis
