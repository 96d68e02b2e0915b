// SPDX-License-Identifier: MIT
#include "load/histogram.hpp"

#include <doctest/doctest.h>

using ms::load::Histogram;

TEST_CASE("histogram: percentiles of 1 to 100 us are exact")
{
    Histogram histogram;
    for (int us = 100; us >= 1; --us) {
        histogram.record(us * 1e-3);
    }
    CHECK(histogram.count() == 100);
    CHECK(histogram.at(0.5) == doctest::Approx(0.050));
    CHECK(histogram.at(0.99) == doctest::Approx(0.099));
    CHECK(histogram.at(1) == doctest::Approx(0.100));
    CHECK(histogram.max() == doctest::Approx(0.100));
}

TEST_CASE("histogram: larger values are known to 1 part in 128, and never reported as less")
{
    for (double ms = 0.2; ms < 1e6; ms *= 1.37) {
        Histogram histogram;
        histogram.record(ms);
        histogram.record(1e8);
        CHECK(histogram.at(0.5) >= ms - 0.0005); // rounded to a microsecond
        CHECK(histogram.at(0.5) <= ms * (1 + 1.0 / 128) + 0.0005);
    }
}

TEST_CASE("histogram: accepts no values and senseless times")
{
    Histogram histogram;
    CHECK(histogram.at(0.99) == 0);
    CHECK(histogram.max() == 0);
    histogram.record(-1);
    histogram.record(1e300);
    CHECK(histogram.count() == 2);
    CHECK(histogram.at(0.5) == 0);
}

// The columns of http://hdrhistogram.org's percentile distribution.
TEST_CASE("histogram: .hgrm has a line a step, the last with all values")
{
    Histogram histogram;
    for (int i = 0; i < 3; ++i) {
        histogram.record(0.010);
    }
    histogram.record(0.020);
    CHECK(histogram.to_hgrm() == "       Value     Percentile TotalCount 1/(1-Percentile)\n\n"
                                 "       0.010 0.750000000000          3           4.00\n"
                                 "       0.020 1.000000000000          4            inf\n"
                                 "#[Max     =        0.020, Total count    =            4]\n");
}
