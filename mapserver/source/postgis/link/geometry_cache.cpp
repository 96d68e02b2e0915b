// SPDX-License-Identifier: MIT
#include "source/postgis/link/geometry_cache.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ms::source::postgis {

std::span<std::byte const> ByteArena::keep(std::span<std::byte const> bytes)
{
    constexpr std::size_t chunk = 65536;
    if (bytes.size() > m_free.size()) {
        auto const size = std::max(bytes.size(), chunk);
        m_chunks.push_back(std::make_unique_for_overwrite<std::byte[]>(size));
        m_capacity += size;
        m_free = {m_chunks.back().get(), size};
    }
    auto const kept = m_free.first(bytes.size());
    std::ranges::copy(bytes, kept.begin());
    m_free = m_free.subspan(bytes.size());
    return kept;
}

/// The slot of the row at a place, or the free slot for it.
std::size_t CachedGeometries::slot_of(std::uint64_t place) const noexcept
{
    constexpr std::uint64_t golden_ratio = 0x9E3779B97F4A7C15; // neighbours far apart
    auto const mask = m_slots.size() - 1;
    auto slot = static_cast<std::size_t>(place * golden_ratio >> 32U) & mask;
    while (m_slots[slot].row.place != 0 && m_slots[slot].row.place != place) {
        slot = (slot + 1) & mask;
    }
    return slot;
}

void CachedGeometries::find(std::span<RowVersion const> rows, std::span<Bytes> found) const
{
    std::scoped_lock const lock{m_mutex};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        found[i] = {};
        if (!m_slots.empty()) {
            auto const& slot = m_slots[slot_of(rows[i].place)];
            if (slot.row == rows[i]) {
                found[i] = {slot.bytes, slot.length};
            }
        }
    }
}

CachedGeometries::Bytes CachedGeometries::keep(RowVersion row, Bytes bytes)
{
    std::scoped_lock const lock{m_mutex};
    if (2 * (m_used + 1) > m_slots.size()) {
        grow();
    }
    auto& slot = m_slots[slot_of(row.place)];
    if (slot.row != row) { // else another thread was faster
        m_used += slot.row.place == 0 ? 1 : 0;
        auto const kept = m_bytes.keep(bytes);
        slot = {row, static_cast<std::uint32_t>(kept.size()), kept.data()};
        m_size = m_bytes.capacity() + m_slots.size() * sizeof(Slot);
    }
    return {slot.bytes, slot.length};
}

void CachedGeometries::grow()
{
    constexpr std::size_t first_size = 1024;
    auto old = std::exchange(m_slots, {});
    m_slots.resize(std::max(first_size, 2 * old.size()));
    for (auto const& slot : old) {
        if (slot.row.place != 0) {
            m_slots[slot_of(slot.row.place)] = slot;
        }
    }
}

/// In front from now on.
GeometryCache::Entry& GeometryCache::entry(std::string const& key)
{
    if (auto const known = m_index.find(key); known != m_index.end()) {
        m_entries.splice(m_entries.begin(), m_entries, known->second);
    } else {
        m_entries.push_front({key, nullptr});
        m_index.emplace(key, m_entries.begin());
    }
    return m_entries.front();
}

bool GeometryCache::takes(std::string const& key)
{
    std::scoped_lock const lock{m_mutex};
    auto const known = m_index.find(key);
    return m_max_bytes > 0 && (known == m_index.end() || known->second->geometries);
}

void GeometryCache::refuse(std::string const& key)
{
    std::scoped_lock const lock{m_mutex};
    entry(key).geometries.reset();
}

std::int64_t GeometryCache::file_of(std::string const& key)
{
    std::scoped_lock const lock{m_mutex};
    auto const known = m_index.find(key);
    bool const is_kept = known != m_index.end() && known->second->geometries;
    return is_kept ? known->second->geometries->file() : 0;
}

std::shared_ptr<CachedGeometries> GeometryCache::open(std::string const& key, std::int64_t file)
{
    std::scoped_lock const lock{m_mutex};
    auto& geometries = entry(key).geometries;
    if (!geometries || geometries->file() != file) {
        geometries = std::make_shared<CachedGeometries>(file);
    }
    return geometries;
}

std::size_t GeometryCache::total() const
{
    auto const size_of = [](Entry const& entry) {
        return entry.key.size() + (entry.geometries ? entry.geometries->size() : 0);
    };
    return std::transform_reduce(m_entries.begin(), m_entries.end(), std::size_t{0}, std::plus{},
                                 size_of);
}

/// A single entry that is too large is dropped as well: it has outlived versions of its rows, or
/// its table exceeds the budget.
void GeometryCache::settle(std::uint64_t found, std::uint64_t missed)
{
    std::scoped_lock const lock{m_mutex};
    m_found += found;
    m_missed += missed;
    for (auto size = missed > 0 ? total() : 0; size > m_max_bytes && !m_entries.empty();
         size = total()) {
        m_index.erase(m_entries.back().key);
        m_entries.pop_back();
    }
}

GeometryCache::Usage GeometryCache::usage()
{
    std::scoped_lock const lock{m_mutex};
    Usage usage{0, total(), m_found, m_missed};
    for (auto const& entry : m_entries) {
        usage.rows += entry.geometries ? entry.geometries->rows() : 0;
    }
    return usage;
}

} // namespace ms::source::postgis
