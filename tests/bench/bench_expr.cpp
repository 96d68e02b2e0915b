// SPDX-License-Identifier: MIT
// Classifying a million roads as a road map does: eight classes, first match wins.
#include "expr/bind.hpp"

#include <benchmark/benchmark.h>

#include <array>
#include <numeric>
#include <random>

namespace {

using ms::expr::Bound;
using ms::expr::Expression;

constexpr std::size_t rows_per_batch = 4096;
constexpr std::size_t batches = 245; // a million rows

std::vector<std::string> const columns{"type", "lanes", "name", "maxspeed"};

/// Types and names about as often as in OpenStreetMap.
std::vector<ms::feature::FeatureBatch> roads()
{
    constexpr std::array types{"residential",  "residential", "residential",  "service",
                               "service",      "footway",     "track",        "path",
                               "unclassified", "tertiary",    "secondary",    "primary",
                               "trunk",        "motorway",    "primary_link", "cycleway"};
    constexpr std::array names{"Main Street", "", "", "High Street", "", "Bundesstrasse 7"};
    std::mt19937 random{7};
    std::vector<ms::feature::FeatureBatch> all(batches);
    for (auto& batch : all) {
        batch.reset(columns.size());
        for (std::size_t i = 0; i < rows_per_batch; ++i) {
            batch.attributes[0].append(types[random() % types.size()]);
            batch.attributes[1].append(std::to_string(random() % 6));
            batch.attributes[2].append(names[random() % names.size()]);
            batch.attributes[3].append(std::to_string(random() % 13 * 10));
            batch.geometry.end_feature(ms::geometry::Kind::None);
        }
    }
    return all;
}

std::vector<Bound> bind(std::vector<Expression> const& expressions)
{
    std::vector<Bound> bound;
    for (auto const& expression : expressions) {
        bound.emplace_back(expression, columns);
    }
    return bound;
}

/// Rows that are true for no class before it are offered to the next one.
void classify(benchmark::State& state, std::vector<Expression> const& expressions)
{
    static auto const data = roads();
    auto classes = bind(expressions);
    std::vector<std::uint32_t> open;
    std::vector<std::uint32_t> taken;
    std::vector<std::int8_t> numbers(rows_per_batch);
    for (auto _ : state) {
        for (auto const& batch : data) {
            open.resize(rows_per_batch);
            std::iota(open.begin(), open.end(), 0U);
            std::ranges::fill(numbers, std::int8_t{-1});
            for (std::size_t i = 0; i < classes.size() && !open.empty(); ++i) {
                taken = open;
                classes[i].select(batch, taken);
                for (auto const row : taken) {
                    numbers[row] = static_cast<std::int8_t>(i);
                }
                std::erase_if(open, [&](std::uint32_t row) { return numbers[row] >= 0; });
            }
            benchmark::DoNotOptimize(numbers.data());
        }
    }
    state.counters["row"] = benchmark::Counter(static_cast<double>(rows_per_batch * batches),
                                               benchmark::Counter::kIsIterationInvariantRate |
                                                   benchmark::Counter::kInvert); // seconds per row
}

void road_map(benchmark::State& state)
{
    using ms::expr::parse;
    classify(state, {parse("(\"[type]\" = \"motorway\" and [lanes] >= 3)"),
                     parse("(\"[type]\" = \"motorway\" or \"[type]\" = \"trunk\")"),
                     parse("(\"[type]\" in \"primary,primary_link\")"),
                     parse("(\"[type]\" = \"secondary\" and [maxspeed] > 30 and [maxspeed] <= 70)"),
                     parse("(\"[type]\" ~ \"^(secondary|tertiary)(_link)?$\")"),
                     parse("([lanes] > 1 and \"[type]\" = \"residential\")"),
                     parse("(\"[name]\" ~* \"street\")"), parse("([maxspeed] < 50)")});
}
BENCHMARK(road_map)->Unit(benchmark::kMillisecond);

void one(benchmark::State& state, Expression const& expression)
{
    classify(state, {expression});
}
BENCHMARK_CAPTURE(one, class_item, ms::expr::equals("type", "primary", false))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(one, range, ms::expr::parse("([maxspeed] >= 30 and [maxspeed] < 60)"))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(one, any_case, ms::expr::equals("type", "PRIMARY", true))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(one, regex, ms::expr::matches("type", "^(primary|secondary)", false))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(one, list, ms::expr::is_in_list("type", "path,track,cycleway,footway"))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(one, arithmetic, ms::expr::parse("([maxspeed] / 10 - [lanes] * 2 > 3)"))
    ->Unit(benchmark::kMillisecond);

void parse_condition(benchmark::State& state)
{
    for (auto _ : state) {
        benchmark::DoNotOptimize(
            ms::expr::parse("(\"[type]\" = \"secondary\" and [maxspeed] > 30)"));
    }
}
BENCHMARK(parse_condition);

} // namespace
