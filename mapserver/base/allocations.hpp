// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Counts the memory that a thread has allocated.

#include <cstddef>

namespace ms {

/// Bytes that this thread has allocated with `new` and not freed; memory that another thread frees
/// still counts, so that only differences over a short time are meaningful. Includes allocations of
/// C++ libraries: there is no other way to see how much GEOS needs before it is too much. Costs
/// about two nanoseconds for each `new` and each `delete`.
[[nodiscard]] std::ptrdiff_t allocated_by_thread() noexcept;

/// Whether counting works: a sanitizer replaces `new` itself, and all numbers stay 0.
[[nodiscard]] bool counts_allocations() noexcept;

/// The maximum of allocated_by_thread() since forget_peak().
[[nodiscard]] std::ptrdiff_t peak_of_thread() noexcept;
void forget_peak() noexcept;

} // namespace ms
