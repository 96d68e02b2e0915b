// SPDX-License-Identifier: MIT
// Encoding a map of 1000 x 1000 pixels, ms and KB. Range: size of a commune in pixels, COMPRESSION.
#include "map_like.hpp"

#include "image/encoder.hpp"
#include "paint/canvas.hpp"

#include <benchmark/benchmark.h>

using namespace ms;

namespace {

image::Bitmap map_like(int size_px, image::Color background)
{
    auto const map = bench::communes(size_px);
    auto const canvas = paint::find_canvas("AGG")->make(
        {.width = bench::map_size_px, .height = bench::map_size_px, .background = background});
    for (std::size_t i = 0; i < map.size(); ++i) {
        auto const shade = static_cast<std::uint8_t>(150 + i * 37 % 100);
        canvas->fill(paint::path_of(map, i), {.color = {shade, 220, shade}});
        canvas->stroke(paint::path_of(map, i), {.color = {90, 90, 90}, .width = 1});
    }
    return canvas->finish();
}

void encode(benchmark::State& state, std::string_view format, image::EncodeOptions options)
{
    image::Color const background =
        options.has_alpha ? image::Color{0, 0, 0, 0} : image::Color{255, 255, 255};
    auto const bitmap = map_like(static_cast<int>(state.range(0)), background);
    auto const* const encoder = image::find_encoder(format);
    std::size_t bytes = 0;
    for (auto _ : state) {
        auto const file = encoder->encode(bitmap.view(), options);
        bytes = file.size();
        benchmark::DoNotOptimize(file.data());
    }
    state.counters["KB"] = static_cast<double>(bytes) / 1000;
}

void png(benchmark::State& state)
{
    encode(state, "PNG", {.compression = static_cast<int>(state.range(1))});
}
BENCHMARK(png)
    ->ArgsProduct({{20, 60, 250}, benchmark::CreateDenseRange(0, 9, 1)})
    ->Unit(benchmark::kMillisecond);

void png_rgba(benchmark::State& state)
{
    encode(state, "PNG", {.has_alpha = true});
}
BENCHMARK(png_rgba)->Arg(20)->Arg(60)->Arg(250)->Unit(benchmark::kMillisecond);

void jpeg(benchmark::State& state)
{
    encode(state, "JPEG", {.is_optimized = state.range(1) != 0});
}
BENCHMARK(jpeg)->ArgsProduct({{20, 60, 250}, {0, 1}})->Unit(benchmark::kMillisecond);

} // namespace
