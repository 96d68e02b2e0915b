// SPDX-License-Identifier: MIT
#include "server/front/held_bytes.hpp"

#include <utility>

namespace ms::server {

namespace {

constexpr std::size_t smallest_counted = 64U << 10U;

} // namespace

void HeldBytes::Share::set(std::size_t bytes)
{
    bool const is_counted = bytes >= smallest_counted;
    if (!is_counted && !m_is_listed) {
        return;
    }
    std::scoped_lock const lock{m_all.m_mutex};
    if (!m_is_listed) {
        m_entry = m_all.m_entries.insert(m_all.m_entries.end(), Entry{m_drop});
        m_is_listed = true;
    }
    m_all.m_total -= m_entry->bytes;
    if (!is_counted) {
        m_all.m_entries.erase(m_entry);
        m_is_listed = false;
        return;
    }
    m_entry->bytes = bytes;
    m_all.m_total += bytes;
    m_all.drop_oldest(*m_entry);
}

/// Dropped connections return their bytes when they end; until then they count as returned.
void HeldBytes::drop_oldest(Entry const& but)
{
    auto total = m_total;
    for (auto& entry : m_entries) {
        if (entry.is_dropped) {
            total -= entry.bytes;
        }
    }
    for (auto entry = m_entries.begin(); total > m_limit && entry != m_entries.end(); ++entry) {
        if (&*entry != &but && !entry->is_dropped) {
            entry->is_dropped = true;
            ++m_drops;
            total -= entry->bytes;
            entry->drop();
        }
    }
}

std::size_t HeldBytes::total()
{
    std::scoped_lock const lock{m_mutex};
    return m_total;
}

} // namespace ms::server
