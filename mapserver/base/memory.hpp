// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Configures how the process reuses freed memory.

#include "base/descriptor.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>

namespace ms {

/// For servers: memory that a request frees stays for the next, up to 128 MiB at the end of each of
/// malloc's arenas. A map's bitmaps and buffers are megabytes; returning them to the system and
/// getting them again, page by page, costs 1.7 ms for a map of 1000 x 1000 pixels. Call it before
/// any thread starts. Does nothing if malloc is not glibc's.
void keep_freed_memory() noexcept;

/// Lets every thread return the end of the calling thread's arena of malloc, which glibc leaves to
/// threads of that arena: a block of 128 kB, whose pages are not touched, is put there for others
/// to free. Call it when a thread begins to work for a request. Cost: some nanoseconds if the block
/// of an earlier call is still there.
void mark_arena() noexcept;

/// Returns free memory of all threads to the system; what is at the ends of arenas only for the
/// calling thread and those that have called mark_arena(), the last 64.
void give_back_freed_memory() noexcept;

/// Notices when requests have left much memory behind that they freed: it would stay with their
/// threads forever. Shared by threads.
class FreedMemory {
public:
    FreedMemory();

    /// Physical memory of the process, in a microsecond; 0 where the system does not tell it.
    [[nodiscard]] std::size_t resident_bytes() const noexcept;

    /// Call it in the thread of a request at its end. Gives freed memory back if the process has
    /// grown by more than 48 MiB: during the request, or since that was done last, then for at most
    /// a hundredth of the time.
    /// \param before resident_bytes() at the begin of the request
    void give_back_if_much(std::size_t before) noexcept;

private:
    using Clock = std::chrono::steady_clock;

    [[nodiscard]] bool may_give_back() noexcept;

    Descriptor m_facts;
    std::atomic<std::size_t> m_least; ///< since it was given back last
    std::atomic<Clock::time_point> m_next{Clock::time_point::min()};
};

} // namespace ms
