// SPDX-License-Identifier: MIT
#include "base/deadline_check.hpp"

#include <doctest/doctest.h>

using namespace ms;
using std::chrono::milliseconds;

TEST_CASE(
    "still requested: the client is looked for rarely, and one that has gone does not come back")
{
    int request = 0;
    bool has_gone = false;
    Deadline const deadline{Deadline::Clock::time_point::max(), [&] {
                                ++request;
                                return has_gone;
                            }};
    DeadlineCheck is_wanted{deadline};
    auto const begin = Deadline::Clock::now();
    bool is_always = true;
    for (int i = 0; i < 10'000; ++i) {
        is_always = is_always && is_wanted();
    }
    auto const passed = Deadline::Clock::now() - begin;
    CHECK(is_always);
    CHECK(request >= 1);
    CHECK(request <= 1 + passed / milliseconds{2});
    has_gone = true;
    while (is_wanted()) {
    }
    has_gone = false;
    CHECK(!is_wanted());
}

TEST_CASE("still requested: not after the deadline, nor when the request was cancelled")
{
    Deadline const passed{Deadline::Clock::now() - milliseconds{1}};
    CHECK(!DeadlineCheck{passed}());
    Deadline deadline;
    DeadlineCheck is_wanted{deadline};
    CHECK(is_wanted());
    deadline.cancel();
    CHECK(!is_wanted());
}
