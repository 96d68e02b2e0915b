// SPDX-License-Identifier: MIT
#include "server/growing_pool.hpp"

#include <system_error>
#include <utility>

namespace ms::server {

void GrowingPool::enqueue(std::function<void()> work)
{
    std::scoped_lock const lock{m_mutex};
    m_waiting.push_back(std::move(work));
    if (m_waiting.size() > m_idle && m_threads.size() < m_max_threads) {
        start_thread();
    }
    m_has_work.notify_one();
}

void GrowingPool::start_thread()
{
    try {
        m_threads.emplace_back([this] { work(); });
    } catch (std::system_error const&) {
        if (m_threads.empty()) {
            throw; // nobody would ever do the work
        }
    }
}

void GrowingPool::finish()
{
    {
        std::scoped_lock const lock{m_mutex};
        m_stops = true;
    }
    m_has_work.notify_all();
    m_threads.clear(); // joins
}

std::size_t GrowingPool::threads()
{
    std::scoped_lock const lock{m_mutex};
    return m_threads.size();
}

void GrowingPool::work()
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
            auto const next = std::move(m_waiting.front());
            m_waiting.pop_front();
            lock.unlock();
            next();
        }
        lock.lock();
    }
}

} // namespace ms::server
