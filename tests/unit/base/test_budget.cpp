// SPDX-License-Identifier: MIT
#include "base/budget.hpp"

#include "base/error.hpp"
#include "unit/processor_time.hpp"

#include <doctest/doctest.h>

#include <chrono>

using namespace ms;

TEST_CASE("budget: one that has no limits is never used up")
{
    Budget budget;
    budget.keep(std::size_t{1} << 40U);
    CHECK_NOTHROW(budget.work());
}

TEST_CASE("budget: one byte more than the maximum is refused")
{
    Deadline const deadline;
    Budget budget{deadline, 100};
    budget.keep(60);
    budget.release(60);
    CHECK_NOTHROW(budget.keep(100));
    CHECK_THROWS_AS(budget.keep(1), Error);
}

TEST_CASE("budget: work ends when time is up, within milliseconds")
{
    using std::chrono::milliseconds;
    constexpr milliseconds allowed{30};
    test::ProcessorTime const time;
    Deadline const deadline{Deadline::Clock::now() + allowed};
    Budget budget{deadline, 100};
    auto const run = [&] {
        while (true) {
            budget.work();
        }
    };
    CHECK_THROWS_AS(run(), Error);
    CHECK(time.used() < allowed + milliseconds{500}); // mostly some 5
}

TEST_CASE("budget: is_abandoned is called rarely")
{
    int checks = 0;
    Deadline const deadline{Deadline::Clock::time_point::max(), [&] { return ++checks < 0; }};
    Budget budget{deadline, 100};
    for (int i = 0; i < 10'000; ++i) {
        budget.work();
    }
    CHECK(checks >= 1);
    CHECK(checks < 1000);
}

TEST_CASE("budget: work beyond the deadline is refused before it begins")
{
    using std::chrono::seconds;
    Deadline const deadline{Deadline::Clock::now() + seconds{10}};
    Budget const budget{deadline, 100};
    CHECK_NOTHROW(budget.expect(seconds{5}));
    CHECK_THROWS_AS(budget.expect(seconds{20}), Error);
    CHECK_NOTHROW(Budget{}.expect(seconds{20}));
}
