// SPDX-License-Identifier: MIT
#include "base/deadline.hpp"

namespace ms {

void Deadline::check() const
{
    if (is_cancelled()) {
        throw Interrupted{"the request was cancelled"};
    }
    if (is_abandoned()) {
        throw Abandoned{};
    }
    if (m_end != Clock::time_point::max() && Clock::now() > m_end) {
        throw Interrupted{"the request took longer than allowed"};
    }
}

} // namespace ms
