// SPDX-License-Identifier: MIT
#include "base/deadline.hpp"

#include "base/error.hpp"

namespace ms {

void Deadline::check() const
{
    if (is_cancelled()) {
        throw Error{ErrorKind::Limit, "the request was cancelled"};
    }
    if (is_abandoned()) {
        throw Abandoned{};
    }
    if (m_end != Clock::time_point::max() && Clock::now() > m_end) {
        throw Error{ErrorKind::Limit, "the request took longer than allowed"};
    }
}

} // namespace ms
