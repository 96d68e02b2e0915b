// SPDX-License-Identifier: MIT
#include "server/remote/remote_cache.hpp"

#include "base/error.hpp"

#include <utility>

namespace ms::server {

RemoteCache::RemoteCache(Fetch fetch, std::size_t max_bytes, std::chrono::seconds max_age)
    : m_fetch(std::move(fetch)), m_max_age(max_age), m_files(max_bytes)
{}

std::string RemoteCache::get(std::string const& url, std::size_t max_bytes,
                             Deadline const& deadline, Clock::time_point now)
{
    Key const key{url, max_bytes};
    Lock lock{m_mutex};
    for (;;) {
        auto const* const file = m_files.find(url);
        bool const is_young = file != nullptr && now - file->fetched < m_max_age;
        if (is_young && file->content.size() <= max_bytes) {
            return file->content;
        }
        auto const found = m_under_way.find(key);
        if (found == m_under_way.end()) {
            return fetch(key, lock, deadline, now);
        }
        auto const transfer = found->second;
        if (auto content = wait_for(*transfer, lock, deadline)) {
            return std::move(*content);
        }
    }
}

std::optional<std::string> RemoteCache::wait_for(Transfer const& transfer, Lock& lock,
                                                 Deadline const& deadline)
{
    constexpr std::chrono::milliseconds between_checks{100};
    while (!transfer.is_done) {
        m_done.wait_for(lock, between_checks);
        deadline.check();
    }
    if (transfer.is_interrupted) {
        return std::nullopt;
    }
    if (!transfer.error.empty()) {
        throw Error{ErrorKind::BadRequest, transfer.error};
    }
    return transfer.content;
}

/// \param lock held before and after, not while the other server is waited for
std::string RemoteCache::fetch(Key const& key, Lock& lock, Deadline const& deadline,
                               Clock::time_point now)
{
    auto const transfer = std::make_shared<Transfer>();
    m_under_way.emplace(key, transfer);
    auto const end = [&] {
        transfer->is_done = true;
        m_under_way.erase(key);
        m_done.notify_all();
    };
    lock.unlock();
    try {
        auto content = m_fetch(key.first, key.second, deadline);
        lock.lock();
        transfer->content = std::move(content);
    } catch (std::exception const& error) {
        lock.lock();
        auto const* const own = dynamic_cast<Error const*>(&error);
        transfer->is_interrupted = own == nullptr || own->kind() != ErrorKind::BadRequest;
        transfer->error = transfer->is_interrupted ? "" : error.what();
        end();
        throw;
    }
    end();
    if (m_max_age.count() > 0) {
        m_files.put(key.first, {transfer->content, now}, transfer->content.size());
    }
    return transfer->content;
}

std::size_t RemoteCache::bytes() const
{
    std::lock_guard const lock{m_mutex};
    return m_files.bytes();
}

} // namespace ms::server
