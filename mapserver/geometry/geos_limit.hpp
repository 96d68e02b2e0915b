// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Interrupts GEOS at the deadline or memory limit, without leaks.

#include "base/allocations.hpp"
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

/// GEOS 3.11 leaks memory if it is interrupted: mostly the lines between crossings, as much as the
/// operation has allocated. This object frees what an interrupted operation has left. Declare it
/// before the geometries of the operation, and call end() before anything else is made that stays.
class GeosLeaks {
public:
    /// \param blocks kept from one operation to the next
    explicit GeosLeaks(BlockSet& blocks) noexcept;
    ~GeosLeaks();
    GeosLeaks(GeosLeaks const&) = delete;
    GeosLeaks& operator=(GeosLeaks const&) = delete;

    /// GEOS has returned its result.
    static void end() noexcept { RecordedAllocations::end(); }

private:
    RecordedAllocations m_allocations;
};

/// Call it before each GEOS operation: allocations from here on count.
void begin_geos_operation() noexcept;

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

} // namespace ms::geometry
