// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Caches files of other servers for a while.

#include "base/deadline.hpp"
#include "base/lru_cache.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace ms::server {

/// LRU cache of files, bounded in bytes and age. Failures are not cached. Thread safe; a file that
/// several requests need at the same time is fetched once.
class RemoteCache {
public:
    using Clock = std::chrono::steady_clock;
    /// As get_remote_file().
    using Fetch = std::function<std::string(std::string const& url, std::size_t max_bytes,
                                            Deadline const& deadline)>;

    /// \param max_age 0: disables the cache; equal requests at the same time are one all the same
    RemoteCache(Fetch fetch, std::size_t max_bytes, std::chrono::seconds max_age);

    /// \throws as `fetch`
    [[nodiscard]] std::string get(std::string const& url, std::size_t max_bytes,
                                  Deadline const& deadline, Clock::time_point now = Clock::now());

    [[nodiscard]] std::size_t bytes() const;

private:
    struct File {
        std::string content;
        Clock::time_point fetched;
    };

    /// A file on its way, for all that wait for it.
    struct Transfer {
        bool is_done = false;
        std::string content;
        std::string error;           ///< empty with `is_interrupted`
        bool is_interrupted = false; ///< only the request that fetched it
    };
    using Key = std::pair<std::string, std::size_t>; ///< address, largest size
    using Lock = std::unique_lock<std::mutex>;

    /// Nothing if it must be fetched again. \throws what the transfer failed with
    std::optional<std::string> wait_for(Transfer const& transfer, Lock& lock,
                                        Deadline const& deadline);
    std::string fetch(Key const& key, Lock& lock, Deadline const& deadline, Clock::time_point now);

    Fetch m_fetch;
    std::chrono::seconds m_max_age;
    mutable std::mutex m_mutex;
    std::condition_variable m_done;
    std::map<Key, std::shared_ptr<Transfer>> m_under_way;
    LruCache<File> m_files; ///< by address
};

} // namespace ms::server
