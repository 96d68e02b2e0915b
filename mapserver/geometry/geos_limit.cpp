// SPDX-License-Identifier: MIT
#include "geometry/geos_limit.hpp"

#include "base/allocations.hpp"
#include "base/error.hpp"

#include <geos_c.h>

#include <algorithm>
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
};
thread_local OfThread of_thread;

constexpr std::ptrdiff_t mebibyte = std::ptrdiff_t{1} << 20;
/// The total of lost bytes up to which operations are unlimited; beyond it only small ones run, and
/// then only those of few points.
constexpr std::ptrdiff_t max_lost = 96 * mebibyte;
constexpr std::ptrdiff_t small_operation = 8 * mebibyte;
constexpr std::ptrdiff_t max_lost_by_small = max_lost + 32 * mebibyte;
constexpr std::size_t max_points_then = 100;
std::atomic<std::ptrdiff_t> lost{0};

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
    try {
        auto const taken = allocated_by_thread() - of_thread.allocated_before;
        if (taken > 0 && static_cast<std::size_t>(taken) > geos_memory()) {
            refuse();
        }
        of_thread.budget->work();
    } catch (...) {
        of_thread.why_given_up = std::current_exception();
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

void begin_geos_operation(std::size_t points)
{
    if (of_thread.budget != nullptr && points > max_points_then &&
        lost_to_geos() > max_lost_by_small) {
        throw Error{ErrorKind::Limit, "too much memory was lost in geometry operations that were "
                                      "given up: large shapes wait for a restart"};
    }
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
    auto const of_request = max > kept ? (max - kept) / 2 : 0;
    auto const may_be_lost = std::max(max_lost - lost_to_geos(), small_operation);
    return std::min(of_request, static_cast<std::size_t>(may_be_lost));
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
        count_lost_to_geos(allocated_by_thread() - of_thread.allocated_before);
        std::rethrow_exception(why);
    }
}

std::ptrdiff_t lost_to_geos() noexcept
{
    return lost.load(std::memory_order_relaxed);
}

void count_lost_to_geos(std::ptrdiff_t bytes) noexcept
{
    lost.fetch_add(bytes, std::memory_order_relaxed);
}

} // namespace ms::geometry
