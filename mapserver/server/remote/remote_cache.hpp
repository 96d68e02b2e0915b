// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Caches files of other servers for a while.

#include "base/lru_cache.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>

namespace ms::server {

/// LRU cache of files, bounded in bytes and age. Failures are not cached. Thread safe; two threads
/// that need the same new file both fetch it.
class RemoteCache {
public:
    using Clock = std::chrono::steady_clock;
    /// As RemoteFiles::get().
    using Fetch = std::function<std::string(std::string const& url, std::size_t max_bytes)>;

    /// \param max_age 0: disables the cache
    RemoteCache(Fetch fetch, std::size_t max_bytes, std::chrono::seconds max_age);

    /// \throws as `fetch`
    [[nodiscard]] std::string get(std::string const& url, std::size_t max_bytes,
                                  Clock::time_point now = Clock::now());

    [[nodiscard]] std::size_t bytes() const;

private:
    struct File {
        std::string content;
        Clock::time_point fetched;
    };

    Fetch m_fetch;
    std::chrono::seconds m_max_age;
    mutable std::mutex m_mutex;
    LruCache<File> m_files; ///< by address
};

} // namespace ms::server
