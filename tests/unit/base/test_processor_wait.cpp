// SPDX-License-Identifier: MIT
#include "base/processor_wait.hpp"

#include <doctest/doctest.h>

using namespace ms;
using namespace std::chrono_literals;

TEST_CASE("processor wait: a thread that has worked has run")
{
    auto const before = processor_use();
    auto const end = std::chrono::steady_clock::now() + 20ms;
    while (std::chrono::steady_clock::now() < end) {
    }
    auto const after = processor_use();
    CHECK(after.waited >= before.waited);
    // Without counters of the system both are 0, which does not count as waiting.
    CHECK((after.ran > before.ran || !was_kept_waiting(before, after)));
}

TEST_CASE("processor wait: more than a fifth of the time it ran is waiting")
{
    CHECK_FALSE(was_kept_waiting({}, {}));
    CHECK_FALSE(was_kept_waiting({.ran = 5ms, .waited = 1ms}, {.ran = 15ms, .waited = 3ms}));
    CHECK(was_kept_waiting({.ran = 5ms, .waited = 1ms}, {.ran = 15ms, .waited = 4ms}));
}
