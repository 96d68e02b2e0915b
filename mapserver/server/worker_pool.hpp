// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A fixed number of threads that do what others ask for.

#include "base/error.hpp"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace ms::server {

/// A server is told so when it starts, rather than its clients one after another.
[[nodiscard]] Error too_few_threads(std::size_t started, std::size_t wanted);

/// Connections are many and cheap; drawing at once is worth no more threads than there are
/// processors, and each of them keeps its projections, buffers and pages in the caches.
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

private:
    void work();
    void finish();

    std::size_t m_max_waiting;
    std::mutex m_mutex;
    std::condition_variable m_has_work;
    std::deque<std::function<void()>> m_waiting;
    std::size_t m_idle = 0;
    bool m_stops = false;
    std::vector<std::jthread> m_workers; ///< last: it uses the others
};

} // namespace ms::server
