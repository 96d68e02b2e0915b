// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Measures what a thread computes, however many others use the machine.

#include <chrono>
#include <ctime>

namespace test {

/// Processor time of the calling thread since the object was made. A bound on it holds on a busy
/// machine, too; where nothing waits, it is the time that passes on an idle one.
class ProcessorTime {
public:
    [[nodiscard]] std::chrono::nanoseconds used() const { return now() - m_begin; }

private:
    static std::chrono::nanoseconds now()
    {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return std::chrono::seconds{time.tv_sec} + std::chrono::nanoseconds{time.tv_nsec};
    }

    std::chrono::nanoseconds m_begin = now();
};

} // namespace test
