// SPDX-License-Identifier: MIT
#include "base/deadline.hpp"

#include "base/error.hpp"

namespace ms {

void Deadline::check() const
{
    if (is_cancelled()) {
        throw Error{ErrorKind::Limit, "the request was cancelled"};
    }
    if (m_is_abandoned && m_is_abandoned()) {
        throw Error{ErrorKind::Limit, "the client went away"};
    }
    if (m_end != Clock::time_point::max() && Clock::now() > m_end) {
        throw Error{ErrorKind::Limit, "the request took longer than allowed"};
    }
}

} // namespace ms
