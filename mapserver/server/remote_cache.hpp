// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Files of other servers, kept for a while.

#include <chrono>
#include <cstddef>
#include <functional>
#include <list>
#include <map>
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

    /// \param max_age 0: nothing is kept
    RemoteCache(Fetch fetch, std::size_t max_bytes, std::chrono::seconds max_age);

    /// \throws what `fetch` throws
    [[nodiscard]] std::string get(std::string const& url, std::size_t max_bytes,
                                  Clock::time_point now = Clock::now());

    [[nodiscard]] std::size_t bytes() const;

private:
    struct File {
        std::string url;
        std::string content;
        Clock::time_point fetched;
    };
    using Files = std::list<File>; ///< the one used last first

    [[nodiscard]] static std::size_t size_of(File const& file) noexcept;
    void drop(Files::iterator file);

    Fetch m_fetch;
    std::size_t m_max_bytes;
    std::chrono::seconds m_max_age;
    mutable std::mutex m_mutex;
    Files m_files;
    std::map<std::string, Files::iterator, std::less<>> m_by_url;
    std::size_t m_bytes = 0;
};

} // namespace ms::server
