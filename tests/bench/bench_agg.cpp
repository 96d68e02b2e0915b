// SPDX-License-Identifier: MIT
// Drawing 1000 x 1000 pixels with AGG, ms per map. Range: size of a commune in pixels; 20 is a
// whole country (2500 polygons, 100,000 vertices), 250 a town (16 polygons).
#include "map_like.hpp"

#include "paint/canvas.hpp"
#include "paint/marker_shape.hpp"

#include <benchmark/benchmark.h>

#include <array>

using namespace ms;

namespace {

std::unique_ptr<paint::Canvas> make_canvas()
{
    return paint::find_canvas("AGG")->make(
        {.width = bench::map_size_px, .height = bench::map_size_px, .background = {255, 255, 255}});
}

void fill(benchmark::State& state)
{
    auto const map = bench::communes(static_cast<int>(state.range(0)));
    auto const canvas = make_canvas();
    for (auto _ : state) {
        for (std::size_t i = 0; i < map.size(); ++i) {
            auto const shade = static_cast<std::uint8_t>(150 + i % 100);
            canvas->fill(paint::path_of(map, i), {.color = {shade, 220, shade}});
        }
    }
}
BENCHMARK(fill)->Arg(20)->Arg(250)->Unit(benchmark::kMillisecond);

void stroke_with(benchmark::State& state, paint::Pen const& pen)
{
    auto const map = bench::communes(static_cast<int>(state.range(0)));
    auto const canvas = make_canvas();
    for (auto _ : state) {
        for (std::size_t i = 0; i < map.size(); ++i) {
            canvas->stroke(paint::path_of(map, i), pen);
        }
    }
}

/// Range: communes, width in tenths of a pixel.
void stroke(benchmark::State& state)
{
    stroke_with(state, {.width = static_cast<double>(state.range(1)) / 10});
}
BENCHMARK(stroke)->ArgsProduct({{20, 250}, {5, 10, 15, 30, 80}})->Unit(benchmark::kMillisecond);

/// Range: communes, width in tenths of a pixel.
void round_joins(benchmark::State& state)
{
    stroke_with(state,
                {.width = static_cast<double>(state.range(1)) / 10, .join = paint::Join::Round});
}
BENCHMARK(round_joins)->ArgsProduct({{20}, {10, 15, 30}})->Unit(benchmark::kMillisecond);

/// 100,000 roads of a whole country. Range: width in tenths of a pixel; vertices; the longest way
/// between two of them, pixels.
void roads(benchmark::State& state)
{
    geometry::GeometryColumn map;
    auto const longest = static_cast<double>(state.range(2));
    for (int i = 0; i < 100000; ++i) {
        geometry::Point at{bench::map_size_px * (bench::noise(i, 0) + 0.5),
                           bench::map_size_px * (bench::noise(i, 1) + 0.5)};
        for (int k = 2; k < 2 + state.range(1); ++k) {
            map.points.push_back(at);
            at = {at.x + longest * bench::noise(i, 2 * k),
                  at.y + longest * bench::noise(i, 2 * k + 1)};
        }
        map.end_ring();
        map.end_part();
        map.end_feature(geometry::Kind::Line);
    }
    auto const canvas = make_canvas();
    paint::Pen const pen{.color = {150, 60, 40}, .width = static_cast<double>(state.range(0)) / 10};
    for (auto _ : state) {
        for (std::size_t i = 0; i < map.size(); ++i) {
            canvas->stroke(paint::path_of(map, i), pen);
        }
    }
}
BENCHMARK(roads)
    ->Args({8, 2, 1})
    ->Args({8, 3, 2})
    ->Args({10, 6, 4})
    ->Args({20, 3, 2})
    ->Args({30, 3, 2})
    ->Args({30, 6, 4})
    ->Args({50, 3, 2})
    ->Unit(benchmark::kMillisecond);

/// Range: communes, width in pixels.
void dashes(benchmark::State& state)
{
    std::array const pattern{6.0, 3.0};
    stroke_with(state, {.width = static_cast<double>(state.range(1)), .dashes = pattern});
}
BENCHMARK(dashes)->Args({20, 1})->Args({20, 2})->Unit(benchmark::kMillisecond);

void markers(benchmark::State& state)
{
    std::vector<geometry::Point> places;
    for (int i = 0; i < 10000; ++i) {
        places.push_back({bench::map_size_px * (bench::noise(i, 0) + 0.5),
                          bench::map_size_px * (bench::noise(i, 1) + 0.5)});
    }
    paint::Marker const marker{
        .shape = paint::ellipse_shape({1, 1}, {.scale = 8}),
        .fill = paint::Brush{.color = {200, 0, 0}},
        .outline = paint::Pen{.cap = paint::Cap::Butt, .closing = paint::Closing::Joined}};
    auto const canvas = make_canvas();
    for (auto _ : state) {
        canvas->mark(places, marker);
    }
}
BENCHMARK(markers)->Unit(benchmark::kMillisecond);

void group(benchmark::State& state)
{
    auto const canvas = make_canvas();
    for (auto _ : state) {
        canvas->begin_group();
        canvas->end_group(0.5);
    }
}
BENCHMARK(group)->Unit(benchmark::kMillisecond);

} // namespace
