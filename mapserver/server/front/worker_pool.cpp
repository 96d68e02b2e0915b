// SPDX-License-Identifier: MIT
#include "server/front/worker_pool.hpp"

#include <algorithm>
#include <exception>
#include <thread>
#include <utility>

namespace ms::server {

namespace {

/// Maximum of replacements for workers that wait for their clients. Beyond it, work continues with
/// fewer threads.
constexpr std::size_t max_replacements = 64;

thread_local WorkerPool* own_pool = nullptr; ///< that this thread works for

} // namespace

Error too_few_threads(std::size_t started, std::size_t requested)
{
    return Error{ErrorKind::Limit, "the system allows " + std::to_string(started) +
                                       " threads, MS_THREADS wants " + std::to_string(requested)};
}

WorkerPool::WorkerPool(std::size_t workers, std::size_t max_waiting)
    : m_requested(std::max<std::size_t>(workers, 1)), m_max_waiting(max_waiting)
{
    std::unique_lock lock{m_mutex};
    while (m_alive < m_requested) {
        try {
            start_worker();
        } catch (std::exception const&) {
            auto const started = m_alive;
            lock.unlock();
            finish(); // else threads that use this object would outlive it
            throw too_few_threads(started, m_requested);
        }
    }
}

WorkerPool::~WorkerPool()
{
    finish();
}

/// Call it with the lock held.
void WorkerPool::start_worker()
{
    for (auto const& id : std::exchange(m_ended, {})) {
        std::erase_if(m_threads, [&](std::jthread const& each) { return each.get_id() == id; });
    }
    m_threads.emplace_back([this] { work(); });
    ++m_alive;
}

void WorkerPool::finish()
{
    {
        std::scoped_lock const lock{m_mutex};
        m_stops = true;
        m_has_work.notify_all();
    }
    // Without the lock, which they need to end. No new thread starts any more.
    m_threads.clear();
}

bool WorkerPool::submit(std::function<void()> task)
{
    {
        std::scoped_lock const lock{m_mutex};
        if (m_waiting.size() >= m_max_waiting + m_idle) { // an idle worker's task does not wait
            return false;
        }
        m_waiting.push_back(std::move(task));
    }
    m_has_work.notify_one();
    return true;
}

WorkerPool::Pause::Pause() : m_pool(own_pool)
{
    if (m_pool == nullptr) {
        return;
    }
    std::scoped_lock const lock{m_pool->m_mutex};
    ++m_pool->m_paused;
    if (!m_pool->m_stops && m_pool->working() < m_pool->m_requested &&
        m_pool->m_alive < m_pool->m_requested + max_replacements) {
        try {
            m_pool->start_worker();
        } catch (std::exception const&) {
            return; // one thread fewer for a while
        }
    }
}

WorkerPool::Pause::~Pause()
{
    if (m_pool != nullptr) {
        std::scoped_lock const lock{m_pool->m_mutex};
        --m_pool->m_paused;
        m_pool->m_has_work.notify_all(); // one thread may be surplus
    }
}

void WorkerPool::work()
{
    own_pool = this;
    std::unique_lock lock{m_mutex};
    for (;;) {
        ++m_idle;
        m_has_work.wait(
            lock, [this] { return m_stops || !m_waiting.empty() || working() > m_requested; });
        --m_idle;
        if (working() > m_requested || m_waiting.empty()) {
            --m_alive;
            m_ended.push_back(std::this_thread::get_id());
            m_has_work.notify_one(); // this may have been about a task
            return;
        }
        {
            auto const task = std::move(m_waiting.front());
            m_waiting.pop_front();
            lock.unlock();
            task();
        } // destroys the task without the lock
        lock.lock();
    }
}

} // namespace ms::server
