// SPDX-License-Identifier: MIT
// Decoding and bringing into pixels, per vertex: 1000 polygons of 100 vertices in a batch.
#include "geometry/pixel_projector.hpp"
#include "geometry/twkb.hpp"
#include "geometry/wkb.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <numbers>

using namespace ms::geometry;

namespace {

constexpr int features = 1000;
constexpr int vertices = 100;

/// Wobbly circles of 50 to 150 m on a square kilometre, in Web Mercator near Zurich.
GeometryColumn circles()
{
    GeometryColumn column;
    for (int i = 0; i < features; ++i) {
        double const x = 950000 + (i * 37) % 1000;
        double const y = 6000000 + (i * 61) % 1000;
        auto const first = column.points.size();
        for (int j = 0; j + 1 < vertices; ++j) {
            double const angle = 2 * std::numbers::pi * j / (vertices - 1);
            double const radius = 100 + 50 * std::sin(7 * angle + i);
            column.points.push_back({x + radius * std::cos(angle), y + radius * std::sin(angle)});
        }
        column.points.push_back(Point{column.points[first]});
        column.end_ring();
        column.end_part();
        column.end_feature(Kind::Polygon);
    }
    return column;
}

template <typename Encode>
std::vector<std::vector<std::byte>> encoded(Encode encode)
{
    auto const column = circles();
    std::vector<std::vector<std::byte>> all(column.size());
    for (std::size_t i = 0; i < column.size(); ++i) {
        encode(column, i, all[i]);
    }
    return all;
}

template <typename Append>
void decode(benchmark::State& state, std::vector<std::vector<std::byte>> const& all, Append append)
{
    GeometryColumn column;
    for (auto _ : state) {
        column.clear();
        for (auto const& bytes : all) {
            benchmark::DoNotOptimize(append(bytes, Kind::Polygon, column));
        }
    }
    state.counters["ns_per_vertex"] = benchmark::Counter(
        static_cast<double>(features) * vertices * 1e-9,
        benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void wkb(benchmark::State& state)
{
    decode(state, encoded(encode_wkb), append_wkb);
}
BENCHMARK(wkb);

void twkb(benchmark::State& state)
{
    auto const precision = static_cast<int>(state.range(0));
    auto const encode = [precision](auto const& column, auto i, auto& out) {
        encode_twkb(column, i, {precision}, out);
    };
    decode(state, encoded(encode), append_twkb);
}
BENCHMARK(twkb)->Arg(-1)->Arg(0)->Arg(3);

/// Range: metres per pixel, then how far to the left the image begins (clips half of it).
void project(benchmark::State& state)
{
    auto const column = circles();
    auto const cell = static_cast<double>(state.range(0));
    Box const world{949800, 5999800, 951200, 6001200};
    auto const size = 1400 / cell;
    PixelProjector projector{world_to_pixel(world, cell, cell),
                             {state.range(1) != 0 ? size / 2 : 0, 0, size, size},
                             Thinning::Pixel};
    GeometryColumn pixels;
    for (auto _ : state) {
        projector.run(column, pixels);
        benchmark::DoNotOptimize(pixels.points.data());
    }
    state.counters["ns_per_vertex"] = benchmark::Counter(
        static_cast<double>(features) * vertices * 1e-9,
        benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(project)->Args({1, 0})->Args({10, 0})->Args({1, 1});

} // namespace
