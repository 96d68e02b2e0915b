// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Runs tasks on a fixed number of threads.

#include "base/error.hpp"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <list>
#include <mutex>
#include <thread>
#include <vector>

namespace ms::server {

/// Reported to the server at its start, rather than to its clients one after another.
[[nodiscard]] Error too_few_threads(std::size_t started, std::size_t requested);

/// As many threads as may work at once, and a few more for those that wait for a client.
/// Connections are many and cheap; more drawing threads than processors gain nothing, and each of
/// them has its projections, buffers and pages in the caches.
class WorkerPool {
public:
    /// \param workers     at least 1
    /// \param max_waiting tasks that have not begun
    /// \throws too_few_threads()
    WorkerPool(std::size_t workers, std::size_t max_waiting);
    /// Finishes every task that was taken.
    ~WorkerPool();
    WorkerPool(WorkerPool const&) = delete;
    WorkerPool& operator=(WorkerPool const&) = delete;

    /// Runs the task on a worker, soon. Does not wait. The task must not throw.
    /// \return false when too many are waiting: the task is not run then
    [[nodiscard]] bool submit(std::function<void()> task);

    /// The worker that makes this waits for something that takes no processor: as long as the
    /// object lives, another one may work in its place. Does nothing on other threads.
    class Pause {
    public:
        Pause();
        ~Pause();
        Pause(Pause const&) = delete;
        Pause& operator=(Pause const&) = delete;

    private:
        WorkerPool* m_pool;
    };

private:
    void start_worker();
    void work();
    void finish();
    [[nodiscard]] std::size_t working() const noexcept { return m_alive - m_paused; }

    std::size_t m_requested;
    std::size_t m_max_waiting;
    std::mutex m_mutex;
    std::condition_variable m_has_work;
    std::deque<std::function<void()>> m_waiting;
    std::size_t m_alive = 0;
    std::size_t m_idle = 0;
    std::size_t m_paused = 0;
    bool m_stops = false;
    std::vector<std::thread::id> m_ended; ///< to be joined
    std::list<std::jthread> m_threads;    ///< last: they use the others
};

} // namespace ms::server
