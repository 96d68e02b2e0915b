// SPDX-License-Identifier: MIT
#include "base/deadline_check.hpp"

namespace ms {

bool DeadlineCheck::operator()()
{
    constexpr std::chrono::milliseconds interval{2};
    auto const now = Deadline::Clock::now();
    m_has_ended = m_has_ended || m_deadline->is_cancelled() || now > m_deadline->end();
    if (!m_has_ended && now - m_looked >= interval) {
        m_looked = now;
        m_has_ended = m_deadline->is_abandoned();
    }
    return !m_has_ended;
}

} // namespace ms
