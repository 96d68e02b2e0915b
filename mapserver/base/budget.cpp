// SPDX-License-Identifier: MIT
#include "base/budget.hpp"

#include "base/error.hpp"

#include <ctime>

namespace ms {

namespace {

/// Checking whether the client is still there costs a system call.
constexpr long long between_ns = 4'000'000;

/// A clock with a resolution of a few milliseconds, read in 5 ns instead of 25 (clock_gettime(2)).
long long coarse_now_ns() noexcept
{
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return static_cast<long long>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

} // namespace

void Budget::look_at_clock()
{
    auto const now = coarse_now_ns();
    if (now >= m_next_ns) {
        m_next_ns = now + between_ns;
        m_deadline->check();
    }
}

void Budget::expect(std::chrono::nanoseconds time) const
{
    if (m_deadline == nullptr || m_deadline->end() == Deadline::Clock::time_point::max()) {
        return;
    }
    if (m_deadline->end() - Deadline::Clock::now() < time) {
        throw Interrupted{"the request would take longer than allowed"};
    }
}

void Budget::refuse()
{
    throw Error{ErrorKind::Limit, "the request needs more memory than allowed"};
}

} // namespace ms
