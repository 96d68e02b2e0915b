// SPDX-License-Identifier: MIT
#include "base/still_wanted.hpp"

#include <doctest/doctest.h>

using namespace ms;
using std::chrono::milliseconds;

TEST_CASE("still wanted: the client is looked for rarely, and one that has gone does not come back")
{
    int asked = 0;
    bool has_gone = false;
    Deadline const deadline{Deadline::Clock::time_point::max(), [&] {
                                ++asked;
                                return has_gone;
                            }};
    StillWanted is_wanted{deadline};
    auto const begin = Deadline::Clock::now();
    bool is_always = true;
    for (int i = 0; i < 10'000; ++i) {
        is_always = is_always && is_wanted();
    }
    auto const passed = Deadline::Clock::now() - begin;
    CHECK(is_always);
    CHECK(asked >= 1);
    CHECK(asked <= 1 + passed / milliseconds{2});
    has_gone = true;
    while (is_wanted()) {
    }
    has_gone = false;
    CHECK(!is_wanted());
}

TEST_CASE("still wanted: not after the deadline, nor when the request was cancelled")
{
    Deadline const passed{Deadline::Clock::now() - milliseconds{1}};
    CHECK(!StillWanted{passed}());
    Deadline deadline;
    StillWanted is_wanted{deadline};
    CHECK(is_wanted());
    deadline.cancel();
    CHECK(!is_wanted());
}
