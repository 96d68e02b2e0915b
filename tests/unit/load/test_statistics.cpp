// SPDX-License-Identifier: MIT
#include "load/statistics.hpp"

#include <doctest/doctest.h>

using namespace ms::load;

TEST_CASE("summary: mean, deviation of the sample and quantiles of 1 to 5")
{
    std::vector<double> const values{5, 1, 4, 2, 3};
    auto const summary = summarize(values);
    CHECK(summary.count == 5);
    CHECK(summary.mean == 3);
    CHECK(summary.deviation == doctest::Approx(1.5811388)); // sqrt(10 / 4)
    CHECK(summary.min == 1);
    CHECK(summary.p50 == 3);
    CHECK(summary.p95 == doctest::Approx(4.8));
    CHECK(summary.max == 5);
}

TEST_CASE("summary: accepts no value and one value")
{
    CHECK(summarize({}).count == 0);
    CHECK(summarize(std::vector{7.0}).deviation == 0);
    CHECK(summarize(std::vector{7.0}).p99 == 7);
}

TEST_CASE("trimmed: without the slowest and the fastest")
{
    CHECK(trimmed(std::vector<double>{9, 1, 5, 100, 4}) == std::vector<double>{4, 5, 9});
    CHECK(trimmed(std::vector<double>{2, 1}) == std::vector<double>{1, 2});
}

TEST_CASE("confidence of a mean: around it, narrow for equal values, the same for the same seed")
{
    std::vector<double> values;
    for (int i = 0; i < 100; ++i) {
        values.push_back(i % 10);
    }
    auto const interval = confidence_of_mean(values, 1);
    // The standard error is 2.887 / 10; 95 % of a normal distribution lie within 1.96 of it.
    CHECK(interval.low == doctest::Approx(4.5 - 0.566).epsilon(0.03));
    CHECK(interval.high == doctest::Approx(4.5 + 0.566).epsilon(0.03));
    CHECK(confidence_of_mean(values, 1).low == interval.low);
    auto const sure = confidence_of_mean(std::vector{2.0, 2.0, 2.0}, 1);
    CHECK(sure.low == 2);
    CHECK(sure.high == 2);
}
