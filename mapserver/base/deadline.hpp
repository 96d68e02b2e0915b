// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The deadline of a request, and whether its client still waits.

#include "base/error.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <utility>

namespace ms {

/// A request ends before its answer is complete, during any kind of work: code that adds context to
/// errors of its own work (a style sheet, a database) must not add it to this one.
struct Interrupted : Error {
    explicit Interrupted(std::string const& message) : Error(ErrorKind::Limit, message) {}
};

/// The client has gone: no one waits for the answer, and nothing is wrong.
struct Abandoned : Interrupted {
    Abandoned() : Interrupted("the client went away") {}
};

/// Shared by all code that works on one request. Checked in loops, once per batch and not per
/// feature.
class Deadline {
public:
    using Clock = std::chrono::steady_clock;

    /// Never expires unless cancelled.
    Deadline() = default;
    /// \param is_abandoned called by every check(): whether the client is gone
    explicit Deadline(Clock::time_point end, std::function<bool()> is_abandoned = {})
        : m_end(end.time_since_epoch().count()), m_is_abandoned(std::move(is_abandoned))
    {}

    /// From any thread: the answer is not needed any more.
    void cancel() noexcept { m_cancelled.store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool is_cancelled() const noexcept
    {
        return m_cancelled.load(std::memory_order_relaxed);
    }
    /// Calls the function: usually a system call.
    [[nodiscard]] bool is_abandoned() const { return m_is_abandoned && m_is_abandoned(); }
    [[nodiscard]] Clock::time_point end() const noexcept
    {
        auto const end = m_end.load(std::memory_order_relaxed);
        return end == never ? Clock::time_point::max() : Clock::time_point{Clock::duration{end}};
    }
    /// For time in which the client was reading its answer. From any thread.
    void extend(Clock::duration by) noexcept
    {
        if (m_end.load(std::memory_order_relaxed) != never) {
            m_end.fetch_add(by.count(), std::memory_order_relaxed);
        }
    }
    /// The request waits for its client, and needs neither a thread nor anything else that it
    /// holds.
    void begin_pause() noexcept { m_paused_since.store(Clock::now().time_since_epoch().count()); }
    void end_pause() noexcept { m_paused_since.store(not_paused); }
    /// For how long now, without a break.
    [[nodiscard]] Clock::duration paused() const noexcept
    {
        auto const since = m_paused_since.load();
        return since == not_paused ? Clock::duration{}
                                   : Clock::now().time_since_epoch() - Clock::duration{since};
    }
    /// From any thread that waits for what the request holds: it ends at its next check.
    void give_way() const noexcept { m_gives_way.store(true); }
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
    static constexpr Clock::rep not_paused = 0;
    std::atomic<Clock::rep> m_paused_since{not_paused};
    mutable std::atomic<bool> m_gives_way{false}; ///< by those who see no more than its end
};

} // namespace ms
