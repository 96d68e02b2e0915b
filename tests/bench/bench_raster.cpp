// SPDX-License-Identifier: MIT
// Pixels out of separate bands, ns a pixel: side by side, by index, and along lines. Range of
// lines: columns that are as wide as so many thousandths of a pixel of the file, and their slope in
// thousandths.
#include "raster/color_rows.hpp"

#include <benchmark/benchmark.h>

#include <vector>

using namespace ms;

namespace {

constexpr raster::Window window{0, 0, 320, 320}; // of a cell of 256 pixels
constexpr std::size_t side = 256;

struct Cell {
    std::vector<std::uint8_t> samples = std::vector<std::uint8_t>(window.pixels() * 3, 1);
    std::vector<std::uint8_t> image = std::vector<std::uint8_t>(side * side * 4);
    raster::ColorBands bands{samples, 3, window.pixels()};
};

void count_pixels(benchmark::State& state)
{
    state.counters["ns"] =
        benchmark::Counter(static_cast<double>(state.iterations()) * side * side / 1e9,
                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void consecutive(benchmark::State& state)
{
    Cell cell;
    for (auto _ : state) {
        for (std::size_t row = 0; row < side; ++row) {
            raster::draw_row(cell.bands.from(row * static_cast<std::size_t>(window.width)), side,
                             cell.image.data() + row * side * 4);
        }
        benchmark::DoNotOptimize(cell.image.data());
    }
    count_pixels(state);
}
BENCHMARK(consecutive);

raster::RowLine line_of(std::size_t row, benchmark::State& state)
{
    auto const thousandths = [](std::int64_t count) {
        return static_cast<std::int64_t>(static_cast<double>(count) / 1000 * raster::RowLine::unit);
    };
    return {.begin = 0,
            .end = side,
            .x = thousandths(3000 + static_cast<std::int64_t>(row) * 10),
            .y = thousandths(static_cast<std::int64_t>(row) * 1000),
            .dx = thousandths(state.range(0)),
            .dy = thousandths(state.range(1))};
}

void by_index(benchmark::State& state)
{
    Cell cell;
    std::vector<std::int32_t> indices(side);
    for (auto _ : state) {
        for (std::size_t row = 0; row < side; ++row) {
            raster::indices_of(line_of(row, state), window, indices);
            raster::draw_row(cell.bands, indices, cell.image.data() + row * side * 4);
        }
        benchmark::DoNotOptimize(cell.image.data());
    }
    count_pixels(state);
}
BENCHMARK(by_index)->Args({1010, 12});

void along_lines(benchmark::State& state)
{
    Cell cell;
    for (auto _ : state) {
        for (std::size_t row = 0; row < side; ++row) {
            raster::draw_row(cell.bands, line_of(row, state), window,
                             cell.image.data() + row * side * 4);
        }
        benchmark::DoNotOptimize(cell.image.data());
    }
    count_pixels(state);
}
BENCHMARK(along_lines)->ArgsProduct({{990, 1000, 1010, 1030, 1100, 600}, {0, 12, 30}});

} // namespace
