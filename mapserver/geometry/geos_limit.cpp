// SPDX-License-Identifier: MIT
#include "geometry/geos_limit.hpp"

#include "base/error.hpp"

#include <geos_c.h>

#include <atomic>
#include <exception>
#include <limits>
#include <mutex>
#include <utility>

namespace ms::geometry {

namespace {

/// GEOS calls one function of the process and hands it nothing, so each thread remembers whose
/// request it works on.
struct OfThread {
    Budget* budget = nullptr;
    std::ptrdiff_t allocated_before = 0; ///< the operation
    std::exception_ptr why_given_up;     ///< GEOS only reports that there is no result
    bool has_leaked = false;             ///< the operation was given up
};
thread_local OfThread of_thread;

/// The callback that another library of a script's process registered before us.
std::atomic<GEOSInterruptCallback*> others{nullptr};

[[noreturn]] void refuse()
{
    throw Error{ErrorKind::Limit, "a geometry operation needs more memory than allowed"};
}

/// GEOS catches the exception, like its own interruption. GEOS_interruptRequest() would set a flag
/// that another thread might see first.
void look_at_limits()
{
    if (auto* const of_others = others.load(std::memory_order_relaxed)) {
        of_others();
    }
    if (of_thread.budget == nullptr) {
        return;
    }
    UnrecordedAllocations const of_exceptions;
    try {
        auto const taken = allocated_by_thread() - of_thread.allocated_before;
        if (taken > 0 && static_cast<std::size_t>(taken) > geos_memory()) {
            refuse();
        }
        of_thread.budget->work();
    } catch (...) {
        of_thread.why_given_up = std::current_exception();
        of_thread.has_leaked = true;
        throw;
    }
}

} // namespace

GeosLimit::GeosLimit(Budget& budget) : m_before(of_thread.budget)
{
    static std::once_flag once;
    std::call_once(once, [] { others = GEOS_interruptRegisterCallback(&look_at_limits); });
    of_thread.budget = &budget;
}

GeosLimit::~GeosLimit()
{
    of_thread.budget = m_before;
}

GeosLeaks::GeosLeaks(BlockSet& blocks) noexcept : m_allocations(blocks)
{
    of_thread.has_leaked = false;
}

GeosLeaks::~GeosLeaks()
{
    if (of_thread.has_leaked) {
        m_allocations.free_all();
    }
}

void begin_geos_operation() noexcept
{
    of_thread.allocated_before = allocated_by_thread();
    of_thread.why_given_up = nullptr;
}

std::size_t geos_memory() noexcept
{
    if (of_thread.budget == nullptr) {
        return std::numeric_limits<std::size_t>::max();
    }
    auto const max = of_thread.budget->max_bytes();
    auto const kept = of_thread.budget->kept_bytes();
    // GEOS checks before a step, not within it, and its lists grow by doubling.
    return max > kept ? (max - kept) / 2 : 0;
}

void expect_geos_memory(double bytes)
{
    if (bytes > static_cast<double>(geos_memory())) {
        refuse();
    }
}

void expect_geos_time(std::chrono::nanoseconds time)
{
    if (of_thread.budget != nullptr) {
        of_thread.budget->expect(time);
    }
}

void look_at_geos_time()
{
    if (of_thread.budget != nullptr) {
        of_thread.budget->work();
    }
}

void check_geos_limit()
{
    if (auto const why = std::exchange(of_thread.why_given_up, nullptr)) {
        std::rethrow_exception(why);
    }
}

} // namespace ms::geometry
