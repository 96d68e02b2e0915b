// SPDX-License-Identifier: MIT
#include "base/processor_wait.hpp"

#include "unit/processor_time.hpp"

#include <doctest/doctest.h>

using namespace ms;
using namespace std::chrono_literals;

TEST_CASE("processor wait: a thread that has worked has run")
{
    auto const before = processor_use();
    test::ProcessorTime const time;
    while (time.used() < 20ms) {
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
