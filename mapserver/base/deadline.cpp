// SPDX-License-Identifier: MIT
#include "base/deadline.hpp"

namespace ms {

void Deadline::check() const
{
    if (is_cancelled()) {
        throw Interrupted{"the request was cancelled"};
    }
    if (m_gives_way.load(std::memory_order_relaxed)) {
        throw Interrupted{"others needed what the request held while its client did not read"};
    }
    if (is_abandoned()) {
        throw Abandoned{};
    }
    if (Clock::now() > end()) {
        throw Interrupted{"the request took longer than allowed"};
    }
}

} // namespace ms
