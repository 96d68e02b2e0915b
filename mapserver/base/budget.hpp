// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Limits the time and the memory of one request.

#include "base/deadline.hpp"

#include <chrono>
#include <cstddef>
#include <limits>

namespace ms {

/// Used in every loop whose length a client or a table determines, if it computes something or
/// stores something for longer than a batch. For one thread.
class Budget {
public:
    /// Without limits.
    Budget() = default;
    /// \param deadline must outlive the object \param max_bytes maximum of bytes stored at once
    Budget(Deadline const& deadline, std::size_t max_bytes)
        : m_deadline(&deadline), m_max_bytes(max_bytes)
    {}

    /// Call once per feature, label or any other unit that takes a microsecond or more: it costs
    /// some nanoseconds, and checks the deadline every few milliseconds.
    /// \throws Error{ErrorKind::Limit}
    void work()
    {
        if (m_deadline != nullptr) {
            look_at_clock();
        }
    }

    /// Rejects work that cannot be interrupted and would exceed the deadline.
    /// \throws Error{ErrorKind::Limit}
    void expect(std::chrono::nanoseconds time) const;

    /// Adds to the stored bytes. \throws Error{ErrorKind::Limit} beyond the maximum
    void keep(std::size_t bytes)
    {
        m_kept_bytes += bytes;
        m_peak_bytes = m_kept_bytes > m_peak_bytes ? m_kept_bytes : m_peak_bytes;
        if (m_kept_bytes > m_max_bytes) {
            refuse();
        }
    }
    /// Subtracts bytes that are freed.
    void release(std::size_t bytes) noexcept { m_kept_bytes -= bytes; }

    [[nodiscard]] std::size_t kept_bytes() const noexcept { return m_kept_bytes; }
    /// The maximum of bytes stored at once.
    [[nodiscard]] std::size_t peak_bytes() const noexcept { return m_peak_bytes; }
    [[nodiscard]] std::size_t max_bytes() const noexcept { return m_max_bytes; }

private:
    void look_at_clock();
    [[noreturn]] static void refuse();

    Deadline const* m_deadline = nullptr;
    std::size_t m_max_bytes = std::numeric_limits<std::size_t>::max();
    std::size_t m_kept_bytes = 0;
    std::size_t m_peak_bytes = 0;
    long long m_next_ns = 0; ///< time of the next check of the deadline
};

/// The same for a budget that may be null, which is unlimited. \throws Error{Limit}
inline void work(Budget* budget)
{
    if (budget != nullptr) {
        budget->work();
    }
}

} // namespace ms
