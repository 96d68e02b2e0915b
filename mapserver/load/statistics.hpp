// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Summarizes a series of measurements.

#include <cstdint>
#include <span>
#include <vector>

namespace ms::load {

/// In the unit of the measurements. All 0 without measurements.
struct Summary {
    std::size_t count = 0;
    double mean = 0;
    double deviation = 0; ///< of the sample (n - 1)
    double min = 0, p50 = 0, p95 = 0, p99 = 0, max = 0;
};

[[nodiscard]] Summary summarize(std::span<double const> values);

/// Without the slowest and the fastest, as the 2015 thread's benchmark reports; fewer than three
/// values stay unchanged.
[[nodiscard]] std::vector<double> trimmed(std::span<double const> values);

/// The value below which `part` (0 to 1) of the values lie, interpolated between neighbours.
[[nodiscard]] double quantile(std::span<double const> sorted, double part);

struct Interval {
    double low = 0, high = 0;
};

/// The 95 % confidence interval of the mean: percentile bootstrap, the same for the same seed.
[[nodiscard]] Interval confidence_of_mean(std::span<double const> values, std::uint64_t seed);

} // namespace ms::load
