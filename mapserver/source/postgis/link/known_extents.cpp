// SPDX-License-Identifier: MIT
#include "source/postgis/link/known_extents.hpp"

#include <utility>

namespace ms::source::postgis {

std::optional<geometry::Box> KnownExtents::at(std::string const& table, std::string const& version,
                                              Read const& read)
{
    {
        std::scoped_lock const lock{m_mutex};
        auto const* const known = m_known.find(table);
        if (known == nullptr || known->version != version) {
            put(table, {.version = version});
            return std::nullopt;
        }
        if (known->is_read) {
            return known->extent;
        }
    }
    auto const extent = read();
    std::scoped_lock const lock{m_mutex};
    put(table, {.version = version, .is_read = true, .extent = extent});
    return extent;
}

void KnownExtents::put(std::string const& table, Known known)
{
    auto const bytes = known.version.size();
    m_known.put(table, std::move(known), bytes);
}

} // namespace ms::source::postgis
