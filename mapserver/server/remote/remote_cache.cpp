// SPDX-License-Identifier: MIT
#include "server/remote/remote_cache.hpp"

#include <utility>

namespace ms::server {

RemoteCache::RemoteCache(Fetch fetch, std::size_t max_bytes, std::chrono::seconds max_age)
    : m_fetch(std::move(fetch)), m_max_age(max_age), m_files(max_bytes)
{}

std::string RemoteCache::get(std::string const& url, std::size_t max_bytes, Clock::time_point now)
{
    {
        std::lock_guard const lock{m_mutex};
        auto const* const file = m_files.find(url);
        bool const is_young = file != nullptr && now - file->fetched < m_max_age;
        if (is_young && file->content.size() <= max_bytes) {
            return file->content;
        }
    }
    auto content = m_fetch(url, max_bytes);
    if (m_max_age.count() > 0) {
        std::lock_guard const lock{m_mutex};
        m_files.put(url, {content, now}, content.size());
    }
    return content;
}

std::size_t RemoteCache::bytes() const
{
    std::lock_guard const lock{m_mutex};
    return m_files.bytes();
}

} // namespace ms::server
