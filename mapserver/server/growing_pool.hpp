// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Threads that are started when they are needed.

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace ms::server {

/// As many threads as there has been work at the same time, up to a maximum; they stay. A thread
/// for each connection that might come would be as many stacks and memory caches, of which a busy
/// server touches one after the other.
class GrowingPool {
public:
    explicit GrowingPool(std::size_t max_threads) : m_max_threads(max_threads) {}
    ~GrowingPool() { finish(); }
    GrowingPool(GrowingPool const&) = delete;
    GrowingPool& operator=(GrowingPool const&) = delete;

    /// The work is done at once, or when a thread is free. It must not throw.
    void enqueue(std::function<void()> work);
    /// Does what was taken, then ends the threads.
    void finish();
    [[nodiscard]] std::size_t threads();

private:
    void start_thread();
    void work();

    std::size_t m_max_threads;
    std::mutex m_mutex;
    std::condition_variable m_has_work;
    std::deque<std::function<void()>> m_waiting;
    std::size_t m_idle = 0;
    bool m_stops = false;
    std::vector<std::jthread> m_threads; ///< last: they use the others
};

} // namespace ms::server
