// SPDX-License-Identifier: MIT
#include "server/worker_pool.hpp"

#include <algorithm>

namespace ms::server {

WorkerPool::WorkerPool(std::size_t workers, std::size_t max_waiting) : m_max_waiting(max_waiting)
{
    for (std::size_t i = 0; i < std::max<std::size_t>(workers, 1); ++i) {
        m_workers.emplace_back([this] { work(); });
    }
}

WorkerPool::~WorkerPool()
{
    {
        std::scoped_lock const lock{m_mutex};
        m_stops = true;
    }
    m_has_work.notify_all();
    m_workers.clear(); // joins
}

bool WorkerPool::run(std::function<void()> const& work)
{
    Task task{work};
    std::unique_lock lock{m_mutex};
    if (m_waiting.size() >= m_max_waiting) {
        return false;
    }
    m_waiting.push_back(&task);
    m_has_work.notify_one();
    m_is_done.wait(lock, [&] { return task.is_done; });
    return true;
}

void WorkerPool::work()
{
    std::unique_lock lock{m_mutex};
    for (;;) {
        m_has_work.wait(lock, [this] { return m_stops || !m_waiting.empty(); });
        if (m_waiting.empty()) {
            return;
        }
        Task& task = *m_waiting.front();
        m_waiting.pop_front();
        lock.unlock();
        task.work();
        lock.lock();
        task.is_done = true; // from here on the task may be gone
        m_is_done.notify_all();
    }
}

} // namespace ms::server
