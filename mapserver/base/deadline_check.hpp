// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Tells libraries whether the answer to a request is still needed.

#include "base/deadline.hpp"

namespace ms {

/// For callbacks that libraries call very often: looks whether the client still waits, which is a
/// system call, every two milliseconds only. Belongs to one thread; the deadline must outlive it.
class DeadlineCheck {
public:
    explicit DeadlineCheck(Deadline const& deadline) noexcept : m_deadline(&deadline) {}

    /// Whether Deadline::check() would not throw. Once false, it stays so.
    [[nodiscard]] bool operator()();

private:
    Deadline const* m_deadline;
    Deadline::Clock::time_point m_looked; ///< for the client
    bool m_has_ended = false;
};

} // namespace ms
