// SPDX-License-Identifier: MIT
#include "server/worker_pool.hpp"

#include <algorithm>
#include <exception>
#include <utility>

namespace ms::server {

Error too_few_threads(std::size_t started, std::size_t wanted)
{
    return Error{ErrorKind::Limit, "the system allows " + std::to_string(started) +
                                       " threads, MS_THREADS wants " + std::to_string(wanted)};
}

WorkerPool::WorkerPool(std::size_t workers, std::size_t max_waiting) : m_max_waiting(max_waiting)
{
    m_workers.reserve(std::max<std::size_t>(workers, 1));
    while (m_workers.size() < m_workers.capacity()) {
        try {
            m_workers.emplace_back([this] { work(); });
        } catch (std::exception const&) {
            finish(); // else whoever leaves here waits for ever for those that are there
            throw too_few_threads(m_workers.size(), m_workers.capacity());
        }
    }
}

WorkerPool::~WorkerPool()
{
    finish();
    m_workers.clear(); // joins
}

void WorkerPool::finish()
{
    {
        std::scoped_lock const lock{m_mutex};
        m_stops = true;
    }
    m_has_work.notify_all();
}

bool WorkerPool::submit(std::function<void()> task)
{
    {
        std::scoped_lock const lock{m_mutex};
        if (m_waiting.size() >= m_max_waiting + m_idle) { // what an idle worker takes does not wait
            return false;
        }
        m_waiting.push_back(std::move(task));
    }
    m_has_work.notify_one();
    return true;
}

void WorkerPool::work()
{
    std::unique_lock lock{m_mutex};
    for (;;) {
        ++m_idle;
        m_has_work.wait(lock, [this] { return m_stops || !m_waiting.empty(); });
        --m_idle;
        if (m_waiting.empty()) {
            return;
        }
        {
            auto const task = std::move(m_waiting.front());
            m_waiting.pop_front();
            lock.unlock();
            task();
        } // what the task holds is given back without the lock
        lock.lock();
    }
}

} // namespace ms::server
