// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Waits for calls of libraries that block and know no deadline, but not for longer than allowed.

#include "base/error.hpp"
#include "base/held_signals.hpp"

#include <atomic>
#include <future>
#include <thread>
#include <type_traits>
#include <utility>

#include <pthread.h>

namespace ms {

/// The calls of the process that have not returned yet.
class BlockingCalls {
public:
    /// Their callers may all have left: what a dead network holds must have an end.
    static constexpr int max_calls = 256;

    /// One of them, while it lasts.
    class Place {
    public:
        /// \throws Error{Limit} if there are too many
        Place()
        {
            if (count.fetch_add(1) >= max_calls) {
                --count;
                throw Error{ErrorKind::Limit, "too many calls wait for a network that is silent"};
            }
        }
        ~Place()
        {
            if (m_is_held) {
                --count;
            }
        }
        Place(Place&& other) noexcept : m_is_held(std::exchange(other.m_is_held, false)) {}
        Place& operator=(Place&&) = delete;

    private:
        bool m_is_held = true;
    };

private:
    static inline std::atomic<int> count{0};
    // fork() leaves the calls, and the threads that count them down, to the parent.
    [[maybe_unused]] static inline int const registered =
        ::pthread_atfork(nullptr, nullptr, [] { count = 0; });
};

/// Starts a call on a thread of its own. Whoever drops the future leaves the call to itself, so it
/// must own all that it uses; what it returns is then destroyed in its thread. Cost: that of a
/// thread, some 30 us.
/// \throws Error{Limit} if too many calls are waiting; std::system_error
template <typename Call>
std::future<std::invoke_result_t<Call&>> start_blocking_call(Call call)
{
    std::packaged_task<std::invoke_result_t<Call&>()> task{
        [call = std::move(call), place = BlockingCalls::Place{}]() mutable { return call(); }};
    auto result = task.get_future();
    HeldSignals const held;
    std::thread{std::move(task)}.detach();
    return result;
}

} // namespace ms
