// SPDX-License-Identifier: MIT
#include "base/fork_depth.hpp"

#include <atomic>

#include <pthread.h>

namespace ms {

namespace {

std::atomic<unsigned> depth{0};

[[maybe_unused]] int const registered =
    ::pthread_atfork(nullptr, nullptr, [] { depth.fetch_add(1, std::memory_order_relaxed); });

} // namespace

unsigned fork_depth() noexcept
{
    return depth.load(std::memory_order_relaxed);
}

} // namespace ms
