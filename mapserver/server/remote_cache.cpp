// SPDX-License-Identifier: MIT
#include "server/remote_cache.hpp"

#include <iterator>
#include <utility>

namespace ms::server {

RemoteCache::RemoteCache(Fetch fetch, std::size_t max_bytes, std::chrono::seconds max_age)
    : m_fetch(std::move(fetch)), m_max_bytes(max_bytes), m_max_age(max_age)
{}

std::string RemoteCache::get(std::string const& url, std::size_t max_bytes, Clock::time_point now)
{
    {
        std::lock_guard const lock{m_mutex};
        auto const found = m_by_url.find(url);
        if (found != m_by_url.end()) {
            auto const file = found->second;
            bool const is_young = now - file->fetched < m_max_age;
            if (is_young && file->content.size() <= max_bytes) {
                m_files.splice(m_files.begin(), m_files, file);
                return file->content;
            }
        }
    }
    File file{.url = url, .content = m_fetch(url, max_bytes), .fetched = now};
    auto content = file.content;
    std::lock_guard const lock{m_mutex};
    if (auto const old = m_by_url.find(url); old != m_by_url.end()) {
        drop(old->second);
    }
    if (m_max_age.count() > 0 && size_of(file) <= m_max_bytes) {
        while (m_bytes + size_of(file) > m_max_bytes) {
            drop(std::prev(m_files.end()));
        }
        m_bytes += size_of(file);
        m_files.push_front(std::move(file));
        m_by_url.emplace(url, m_files.begin());
    }
    return content;
}

std::size_t RemoteCache::bytes() const
{
    std::lock_guard const lock{m_mutex};
    return m_bytes;
}

/// Addresses count too: each stands in the list and in the map.
std::size_t RemoteCache::size_of(File const& file) noexcept
{
    return file.content.size() + 2 * file.url.size();
}

void RemoteCache::drop(Files::iterator file)
{
    m_bytes -= size_of(*file);
    m_by_url.erase(file->url);
    m_files.erase(file);
}

} // namespace ms::server
