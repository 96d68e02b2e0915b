// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// When a request must be done, and whether anybody still waits for it.

#include "base/error.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <utility>

namespace ms {

/// A request ends before its answer is made, whatever it was doing at that moment: whoever says
/// more about errors of one kind of work (a style sheet, a database) says nothing of this one.
struct Interrupted : Error {
    explicit Interrupted(std::string const& message) : Error(ErrorKind::Limit, message) {}
};

/// The client has gone: nobody is waiting for the answer, and nothing is wrong.
struct Abandoned : Interrupted {
    Abandoned() : Interrupted("the client went away") {}
};

/// Shared by everything that works on one request. Asked in loops, once per batch and not per
/// feature.
class Deadline {
public:
    using Clock = std::chrono::steady_clock;

    /// Never expires unless cancelled.
    Deadline() = default;
    /// \param is_abandoned asked by every check(): whether nobody waits for the answer any more
    explicit Deadline(Clock::time_point end, std::function<bool()> is_abandoned = {})
        : m_end(end.time_since_epoch().count()), m_is_abandoned(std::move(is_abandoned))
    {}

    /// From any thread: the answer is not wanted any more.
    void cancel() noexcept { m_cancelled.store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool is_cancelled() const noexcept
    {
        return m_cancelled.load(std::memory_order_relaxed);
    }
    /// Asks: a system call, mostly.
    [[nodiscard]] bool is_abandoned() const { return m_is_abandoned && m_is_abandoned(); }
    [[nodiscard]] Clock::time_point end() const noexcept
    {
        auto const end = m_end.load(std::memory_order_relaxed);
        return end == never ? Clock::time_point::max() : Clock::time_point{Clock::duration{end}};
    }
    /// For time that was not ours: a client took it to read what it asked for. From any thread.
    void extend(Clock::duration by) noexcept
    {
        if (m_end.load(std::memory_order_relaxed) != never) {
            m_end.fetch_add(by.count(), std::memory_order_relaxed);
        }
    }
    /// From the start to the end.
    [[nodiscard]] Clock::duration allowed() const noexcept { return end() - m_begin; }

    /// \throws Interrupted when time is up or the request was cancelled; Abandoned
    void check() const;

private:
    Clock::time_point m_begin = Clock::now();
    static constexpr auto never = Clock::time_point::max().time_since_epoch().count();
    std::atomic<Clock::rep> m_end{never};
    std::function<bool()> m_is_abandoned;
    std::atomic<bool> m_cancelled{false};
};

} // namespace ms
