// SPDX-License-Identifier: MIT
#include "geometry/geos_limit.hpp"

#include <geos_c.h>

#include <atomic>
#include <cstdint>
#include <mutex>

namespace ms::geometry {

namespace {

/// GEOS calls one function of the process and hands it nothing, so each thread remembers whose
/// request it works on.
thread_local Deadline const* deadline_of_thread = nullptr;
thread_local std::uint32_t calls = 0;
/// What was registered before us, by another library of a script's process.
std::atomic<GEOSInterruptCallback*> others{nullptr};

/// Reading the clock each time would cost more than what lies between.
constexpr std::uint32_t calls_between = 16;

/// What is thrown here GEOS catches, as it does its own interruption. GEOS_interruptRequest() would
/// set a flag that another thread may see first.
void look_at_deadline()
{
    if (auto* const of_others = others.load(std::memory_order_relaxed)) {
        of_others();
    }
    if (deadline_of_thread != nullptr && ++calls % calls_between == 0) {
        deadline_of_thread->check();
    }
}

} // namespace

GeosLimit::GeosLimit(Deadline const& deadline) : m_before(deadline_of_thread)
{
    static std::once_flag once;
    std::call_once(once, [] { others = GEOS_interruptRegisterCallback(&look_at_deadline); });
    deadline_of_thread = &deadline;
}

GeosLimit::~GeosLimit()
{
    deadline_of_thread = m_before;
}

} // namespace ms::geometry
