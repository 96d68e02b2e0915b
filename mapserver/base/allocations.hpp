// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// How much memory a thread has taken.

#include <cstddef>

namespace ms {

/// Bytes that this thread has taken with `new` and not given back; that which another thread gives
/// back still counts, so that only differences over a short time say something. What libraries
/// written in C++ take is counted like our own: there is no other way to see how much GEOS needs
/// before it is too much. Costs about two nanoseconds for each `new` and each `delete`.
[[nodiscard]] std::ptrdiff_t allocated_by_thread() noexcept;

/// Whether the numbers here are any: a sanitizer has a `new` of its own, and they stay 0.
[[nodiscard]] bool counts_allocations() noexcept;

/// The most that allocated_by_thread() has been since forget_peak().
[[nodiscard]] std::ptrdiff_t peak_of_thread() noexcept;
void forget_peak() noexcept;

} // namespace ms
