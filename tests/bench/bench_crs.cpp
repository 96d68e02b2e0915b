// SPDX-License-Identifier: MIT
// Transformations per vertex and per box.
#include "crs/approximate.hpp"

#include <benchmark/benchmark.h>

#include <vector>

using namespace ms;

namespace {

std::vector<geometry::Point> grid(geometry::Box const& box, int steps)
{
    std::vector<geometry::Point> points;
    for (int i = 0; i < steps; ++i) {
        for (int j = 0; j < steps; ++j) {
            points.push_back(
                {box.min_x + box.width() * i / steps, box.min_y + box.height() * j / steps});
        }
    }
    return points;
}

constexpr geometry::Box alps{6, 45.8, 10.4, 47.8};

void count_vertices(benchmark::State& state, std::size_t vertices)
{
    state.counters["ns_per_vertex"] = benchmark::Counter(
        static_cast<double>(vertices) * 1e-9,
        benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void forward(benchmark::State& state, char const* to)
{
    crs::Transformation const transformation{crs::parse("EPSG:4326"), crs::parse(to)};
    auto const source = grid(alps, 100);
    std::vector<geometry::Point> points;
    for (auto _ : state) {
        points = source;
        benchmark::DoNotOptimize(transformation.forward(points));
    }
    count_vertices(state, source.size());
}
BENCHMARK_CAPTURE(forward, web_mercator, "EPSG:3857");
BENCHMARK_CAPTURE(forward, web_mercator_by_proj, "+proj=webmerc +datum=WGS84");
BENCHMARK_CAPTURE(forward, utm, "EPSG:32632");
BENCHMARK_CAPTURE(forward, swiss, "EPSG:2056");
BENCHMARK_CAPTURE(forward, europe, "EPSG:3035");

/// A tenth of a pixel of a map 1000 pixels wide.
void approximate(benchmark::State& state, char const* to)
{
    crs::Transformation const exact{crs::parse("EPSG:4326"), crs::parse(to)};
    crs::ApproximateTransformation transformation{exact, alps, exact.forward(alps).width() / 1e4};
    auto const source = grid(alps, 100);
    std::vector<geometry::Point> points;
    for (auto _ : state) {
        points = source;
        benchmark::DoNotOptimize(transformation.forward(points));
    }
    count_vertices(state, source.size());
}
BENCHMARK_CAPTURE(approximate, web_mercator, "EPSG:3857");
BENCHMARK_CAPTURE(approximate, utm, "EPSG:32632");
BENCHMARK_CAPTURE(approximate, swiss, "EPSG:2056");

/// The cost for an image of 20 000 vertices, the grid included.
void approximate_once(benchmark::State& state, char const* to)
{
    crs::Transformation const exact{crs::parse("EPSG:4326"), crs::parse(to)};
    auto const tolerance = exact.forward(alps).width() / 1e4;
    auto const source = grid(alps, 100);
    std::vector<geometry::Point> points;
    for (auto _ : state) {
        crs::ApproximateTransformation transformation{exact, alps, tolerance};
        for (int i = 0; i < 2; ++i) {
            points = source;
            benchmark::DoNotOptimize(transformation.forward(points));
        }
    }
    count_vertices(state, 2 * source.size());
}
BENCHMARK_CAPTURE(approximate_once, utm, "EPSG:32632");
BENCHMARK_CAPTURE(approximate_once, swiss, "EPSG:2056");

void box(benchmark::State& state, char const* to)
{
    crs::Transformation const transformation{crs::parse("EPSG:4326"), crs::parse(to)};
    for (auto _ : state) {
        benchmark::DoNotOptimize(transformation.forward(alps));
    }
}
BENCHMARK_CAPTURE(box, web_mercator, "EPSG:3857");
BENCHMARK_CAPTURE(box, swiss, "EPSG:2056");

void create(benchmark::State& state)
{
    for (auto _ : state) {
        crs::Transformation const transformation{crs::parse("EPSG:4326"), crs::parse("EPSG:2056")};
        benchmark::DoNotOptimize(transformation.is_identity());
    }
}
BENCHMARK(create);

} // namespace
