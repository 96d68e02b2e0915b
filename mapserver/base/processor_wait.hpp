// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Measures how long the calling thread has waited for a processor.

#include <chrono>

namespace ms {

/// The scheduler's counts of a thread since its start.
struct ProcessorUse {
    std::chrono::nanoseconds ran{};    ///< on a processor
    std::chrono::nanoseconds waited{}; ///< ready to run, while others had the processors
};

/// Of the calling thread: Linux' /proc/thread-self/schedstat. Both are 0 if the system has no such
/// file. About 5 microseconds.
[[nodiscard]] ProcessorUse processor_use() noexcept;

/// Whether a thread waited more than a fifth as long as it ran, between two readings.
[[nodiscard]] bool was_kept_waiting(ProcessorUse const& before, ProcessorUse const& after) noexcept;

} // namespace ms
