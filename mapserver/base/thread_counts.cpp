// SPDX-License-Identifier: MIT
#include "base/thread_counts.hpp"

namespace ms {

ThreadCounts& thread_counts() noexcept
{
    thread_local ThreadCounts counts;
    return counts;
}

} // namespace ms
