// SPDX-License-Identifier: MIT
#include "load/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace ms::load {

namespace {

double mean_of(std::span<double const> values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double deviation_of(std::span<double const> values, double mean)
{
    if (values.size() < 2) {
        return 0;
    }
    double const squares =
        std::transform_reduce(values.begin(), values.end(), 0.0, std::plus{},
                              [mean](double value) { return (value - mean) * (value - mean); });
    return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

} // namespace

double quantile(std::span<double const> sorted, double part)
{
    if (sorted.empty()) {
        return 0;
    }
    double const place = std::clamp(part, 0.0, 1.0) * static_cast<double>(sorted.size() - 1);
    auto const below = static_cast<std::size_t>(place);
    auto const above = std::min(below + 1, sorted.size() - 1);
    return std::lerp(sorted[below], sorted[above], place - static_cast<double>(below));
}

Summary summarize(std::span<double const> values)
{
    if (values.empty()) {
        return {};
    }
    std::vector<double> sorted(values.begin(), values.end());
    std::ranges::sort(sorted);
    double const mean = mean_of(sorted);
    return {.count = sorted.size(),
            .mean = mean,
            .deviation = deviation_of(sorted, mean),
            .min = sorted.front(),
            .p50 = quantile(sorted, 0.5),
            .p95 = quantile(sorted, 0.95),
            .p99 = quantile(sorted, 0.99),
            .max = sorted.back()};
}

std::vector<double> trimmed(std::span<double const> values)
{
    std::vector<double> sorted(values.begin(), values.end());
    std::ranges::sort(sorted);
    if (sorted.size() >= 3) {
        sorted.pop_back();
        sorted.erase(sorted.begin());
    }
    return sorted;
}

Interval confidence_of_mean(std::span<double const> values, std::uint64_t seed)
{
    constexpr int resamples = 2000;
    if (values.empty()) {
        return {};
    }
    std::mt19937_64 random{seed};
    std::vector<double> means;
    means.reserve(resamples);
    for (int i = 0; i < resamples; ++i) {
        double sum = 0;
        for (std::size_t k = 0; k < values.size(); ++k) {
            sum += values[random() % values.size()]; // not std::uniform_...: equal everywhere
        }
        means.push_back(sum / static_cast<double>(values.size()));
    }
    std::ranges::sort(means);
    return {quantile(means, 0.025), quantile(means, 0.975)};
}

} // namespace ms::load
