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

/// Only so many bytes of only so young files; what was used longest ago goes first. What cannot be
/// had is not remembered. Thread safe; two threads that want the same new file both fetch it.
class RemoteCache {
public:
    using Clock = std::chrono::steady_clock;
    /// As RemoteFiles::get().
    using Fetch = std::function<std::string(std::string const& url, std::size_t max_bytes)>;

    /// \param max_age 0: disables the cache
    RemoteCache(Fetch fetch, std::size_t max_bytes, std::chrono::seconds max_age);

    /// \throws what `fetch` throws
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
