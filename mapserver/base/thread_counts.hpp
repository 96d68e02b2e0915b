// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Counts how often a thread has done work that should be done once for all requests.

#include <cstdint>

namespace ms {

/// Counts of a thread since its start; the work of a request is the difference over it.
struct ThreadCounts {
    std::uint64_t expressions_parsed = 0;
    std::uint64_t layers_copied = 0;
    std::uint64_t layers_planned = 0;
};

/// Those of the calling thread. A plain increment: no other thread reads them.
[[nodiscard]] ThreadCounts& thread_counts() noexcept;

/// As a member, counts the copies of the object that it belongs to. It always compares equal.
template <std::uint64_t ThreadCounts::*count>
class CopyCounter {
public:
    CopyCounter() noexcept = default;
    ~CopyCounter() = default;
    CopyCounter(CopyCounter const&) noexcept { ++(thread_counts().*count); }
    CopyCounter(CopyCounter&&) noexcept = default;
    CopyCounter& operator=(CopyCounter const& other) noexcept
    {
        thread_counts().*count += this == &other ? 0U : 1U;
        return *this;
    }
    CopyCounter& operator=(CopyCounter&&) noexcept = default;

    friend bool operator==(CopyCounter const&, CopyCounter const&) noexcept { return true; }
};

} // namespace ms
