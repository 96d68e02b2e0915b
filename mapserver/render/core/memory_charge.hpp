// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Memory of a request that is given back by itself.

#include "base/budget.hpp"

#include <cstddef>

namespace ms::render {

/// Bytes of the request's budget that are in use as long as this object lives.
class MemoryCharge {
public:
    explicit MemoryCharge(Budget& budget) : m_budget(budget) {}
    ~MemoryCharge() { m_budget.release(m_bytes); }
    MemoryCharge(MemoryCharge const&) = delete;
    MemoryCharge& operator=(MemoryCharge const&) = delete;

    /// Replaces the previous number. \throws Error{Limit} beyond the budget
    void set(std::size_t bytes)
    {
        m_budget.release(m_bytes);
        m_bytes = bytes;
        m_budget.keep(bytes);
    }

private:
    Budget& m_budget;
    std::size_t m_bytes = 0;
};

} // namespace ms::render
