// SPDX-License-Identifier: MIT
#include "load/verdict.hpp"

#include <doctest/doctest.h>

using namespace ms::load;

TEST_CASE("verdict: the exhausted resource is the limit")
{
    // The thread of 2015: about 40 maps of 2 MB a second over a link of a gigabit.
    Usage const on_a_link{.processors = 0.3,
                          .database_bytes_per_s = 110e6,
                          .queries_under_way = 19,
                          .clients = 20,
                          .link_bytes_per_s = 125e6};
    CHECK(bound_of(on_a_link) == Bound::Link);
    auto usage = on_a_link;
    usage.database_bytes_per_s = 20e6;
    CHECK(bound_of(usage) == Bound::Database); // the clients wait for something else there
    usage.queries_under_way = 4;
    CHECK(bound_of(usage) == Bound::Nothing);
    usage.processors = 0.95;
    CHECK(bound_of(usage) == Bound::Processors);
    usage.database_bytes_per_s = 1e12;
    usage.link_bytes_per_s = 0; // unknown
    CHECK(bound_of(usage) == Bound::Processors);
}

TEST_CASE("processor times: the busy part of the elapsed time")
{
    CHECK(ProcessorTimes{.busy = 30, .all = 100}.busy_since({.busy = 10, .all = 60}) ==
          doctest::Approx(0.5));
    CHECK(ProcessorTimes{}.busy_since({}) == 0);
    auto const before = processor_times();
    CHECK(before.all > 0);
    CHECK(before.busy <= before.all);
}
