// SPDX-License-Identifier: MIT
#include "server/growing_pool.hpp"

#include <atomic>
#include <doctest/doctest.h>
#include <latch>

using ms::server::GrowingPool;

TEST_CASE("growing pool: work that waits for each other is done at the same time")
{
    GrowingPool pool{4};
    std::latch all_here{4}; // nobody passes before all four are there
    for (int i = 0; i < 4; ++i) {
        pool.enqueue([&] { all_here.arrive_and_wait(); });
    }
    all_here.wait();
    CHECK(pool.threads() == 4);
}

TEST_CASE("growing pool: there are no more threads than the maximum, and everything is done")
{
    GrowingPool pool{2};
    std::atomic<int> done = 0;
    for (int i = 0; i < 100; ++i) {
        pool.enqueue([&] { ++done; });
    }
    CHECK(pool.threads() <= 2);
    pool.finish();
    CHECK(done == 100);
}
