// SPDX-License-Identifier: MIT
#include "text/halo_cache.hpp"

#include <utility>

namespace ms::text {

HaloCache::Shape HaloCache::find(Key const& key) const
{
    std::scoped_lock const lock{m_mutex};
    auto const known = m_shapes.find(key);
    return known == m_shapes.end() ? nullptr : known->second;
}

void HaloCache::keep(Key const& key, Shape shape)
{
    constexpr std::size_t of_entry = 128; // node, column and allocations
    auto const bytes = shape->bytes() + of_entry;
    if (bytes > max_bytes) {
        return;
    }
    std::scoped_lock const lock{m_mutex};
    if (m_bytes + bytes > max_bytes) {
        m_shapes.clear();
        m_bytes = 0;
    }
    if (m_shapes.try_emplace(key, std::move(shape)).second) {
        m_bytes += bytes;
    }
}

} // namespace ms::text
