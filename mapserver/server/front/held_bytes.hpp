// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Limits the memory for slow clients: parts of requests, and answers not sent yet.

#include <atomic>
#include <cstddef>
#include <functional>
#include <list>
#include <mutex>

namespace ms::server {

/// A budget of bytes for all connections together. If it is exhausted, the connection that has held
/// bytes for longest is dropped: a client that reads its answer finishes soon. Thread safe.
class HeldBytes {
    struct Entry {
        std::function<void()> drop;
        std::size_t bytes = 0;
        bool is_dropped = false;
    };

public:
    /// \param limit one connection may exceed it when it is alone
    explicit HeldBytes(std::size_t limit) : m_limit(limit) {}

    /// The bytes of one connection. Used by one thread.
    class Share {
    public:
        /// \param drop called from any thread, once, under a lock: must only post
        Share(HeldBytes& all, std::function<void()> drop) : m_all(all), m_drop(std::move(drop)) {}
        ~Share() { set(0); }
        Share(Share const&) = delete;
        Share& operator=(Share const&) = delete;

        /// Sets the current number. Few bytes are not counted: the system buffers as many itself.
        void set(std::size_t bytes);

    private:
        HeldBytes& m_all;
        std::function<void()> m_drop;
        std::list<Entry>::iterator m_entry{};
        bool m_is_listed = false;
    };

    [[nodiscard]] std::size_t total();
    /// The number of dropped connections so far.
    [[nodiscard]] std::size_t drops() const noexcept { return m_drops; }

private:
    void drop_oldest(Entry const& but);

    std::size_t m_limit;
    std::mutex m_mutex;
    std::size_t m_total = 0;
    std::atomic<std::size_t> m_drops{0};
    std::list<Entry> m_entries; ///< the oldest first
};

} // namespace ms::server
