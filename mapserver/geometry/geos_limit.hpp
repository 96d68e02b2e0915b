// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Interrupts GEOS at the deadline or memory limit.

#include "base/budget.hpp"

#include <chrono>
#include <cstddef>

namespace ms::geometry {

/// During its lifetime, GEOS stops in this thread after the deadline or if one operation exceeds
/// the remaining memory budget; the operations of this folder then throw. Otherwise a buffer around
/// a line with very many sharp turns takes hours, and the intersection of two combs has as many
/// points as the product of their teeth.
class GeosLimit {
public:
    /// \param budget is worked on; must outlive the object
    explicit GeosLimit(Budget& budget);
    ~GeosLimit();
    GeosLimit(GeosLimit const&) = delete;
    GeosLimit& operator=(GeosLimit const&) = delete;

private:
    Budget* m_before; ///< of an outer one
};

/// Call it before each GEOS operation: allocations from here on count.
/// \param points number of input points \throws Error{ErrorKind::Limit} if too much was lost before
void begin_geos_operation(std::size_t points);

/// Bytes that one operation may allocate; the maximum value if unlimited.
[[nodiscard]] std::size_t geos_memory() noexcept;

/// Rejects an operation that needs more, before GEOS begins. \throws Error{ErrorKind::Limit}
void expect_geos_memory(double bytes);

/// Rejects an operation that would exceed the deadline. \throws Error{ErrorKind::Limit}
void expect_geos_time(std::chrono::nanoseconds time);

/// Call it in our own loops besides those of GEOS. \throws Error{ErrorKind::Limit}
void look_at_geos_time();

/// Call it if GEOS has no result. \throws Error{ErrorKind::Limit} if it was interrupted
void check_geos_limit();

/// GEOS 3.11 leaks memory if it is interrupted: mostly the lines between crossings, as much as the
/// operation has allocated. A process may lose 96 MiB this way: operations may use the rest of
/// that, and 8 MiB if nothing is left. After 32 MiB more, shapes of more than a hundred points are
/// rejected.
/// \return bytes, of all threads
[[nodiscard]] std::ptrdiff_t lost_to_geos() noexcept;
void count_lost_to_geos(std::ptrdiff_t bytes) noexcept;

} // namespace ms::geometry
