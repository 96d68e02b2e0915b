// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Interrupts GEOS at the deadline or memory limit.

#include "base/budget.hpp"

#include <chrono>
#include <cstddef>

namespace ms::geometry {

/// While it lives, GEOS gives up in this thread when time is up or when one operation takes more
/// memory than the request has left; the operations of this folder then throw. A buffer around a
/// line with very many sharp turns takes hours otherwise, and the intersection of two combs as many
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

/// To be called before GEOS is given anything: what is allocated from here on counts.
/// \param points that it is given \throws Error{ErrorKind::Limit} when too much was lost before
void begin_geos_operation(std::size_t points);

/// Bytes that one operation may allocate; the maximum value if unlimited.
[[nodiscard]] std::size_t geos_memory() noexcept;

/// Refuses what takes more, before GEOS begins it. \throws Error{ErrorKind::Limit}
void expect_geos_memory(double bytes);

/// Refuses what would take longer than there is time for. \throws Error{ErrorKind::Limit}
void expect_geos_time(std::chrono::nanoseconds time);

/// To be called in loops of ours beside those of GEOS. \throws Error{ErrorKind::Limit}
void look_at_geos_time();

/// To be called when GEOS has no answer. \throws Error{ErrorKind::Limit} when it gave up
void check_geos_limit();

/// GEOS 3.11 forgets some of what it has made when it is interrupted: mostly the lines between
/// crossings, as much as the operation has taken. A process may lose 96 MiB this way: operations
/// may take what is left of that, and 8 MiB when nothing is. After 32 MiB more, shapes of more than
/// a hundred points are refused.
/// \return bytes, of all threads
[[nodiscard]] std::ptrdiff_t lost_to_geos() noexcept;
void count_lost_to_geos(std::ptrdiff_t bytes) noexcept;

} // namespace ms::geometry
