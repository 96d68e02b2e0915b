// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Counts the memory that a thread has allocated.

#include "base/block_set.hpp"

#include <cstddef>

namespace ms {

/// Bytes that this thread has allocated with `new` and not freed; memory that another thread frees
/// still counts, so that only differences over a short time are meaningful. Includes allocations of
/// C++ libraries: there is no other way to see how much GEOS needs before it is too much. Costs
/// about two nanoseconds for each `new` and each `delete`.
[[nodiscard]] std::ptrdiff_t allocated_by_thread() noexcept;

/// Whether counting works: a sanitizer replaces `new` itself, and all numbers stay 0.
[[nodiscard]] bool counts_allocations() noexcept;

/// Remembers what this thread allocates with `new` and has not freed: for libraries that leak. One
/// at a time in a thread. Nothing is remembered where counting does not work.
class RecordedAllocations {
public:
    /// \param blocks must outlive the object; cleared
    explicit RecordedAllocations(BlockSet& blocks) noexcept;
    ~RecordedAllocations();
    RecordedAllocations(RecordedAllocations const&) = delete;
    RecordedAllocations& operator=(RecordedAllocations const&) = delete;

    /// From here on only what is freed counts.
    static void end() noexcept;
    /// Frees all that is still there: nobody may use it any more. The last call.
    void free_all() noexcept;

private:
    BlockSet& m_blocks;
};

/// During its lifetime nothing is recorded: for callbacks whose objects stay.
class UnrecordedAllocations {
public:
    UnrecordedAllocations() noexcept;
    ~UnrecordedAllocations();
    UnrecordedAllocations(UnrecordedAllocations const&) = delete;
    UnrecordedAllocations& operator=(UnrecordedAllocations const&) = delete;

private:
    BlockSet* m_before;
};

} // namespace ms
