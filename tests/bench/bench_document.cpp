// SPDX-License-Identifier: MIT
// The memory of documents: the counted bytes should be about those of the process, before a
// document is written and after. The constants of paint/cairo_canvas.cpp come from here.
#include "paint/cairo_canvas.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <fstream>
#include <string>

namespace {

using namespace ms;

/// The peak memory of the process so far (proc(5)), in bytes.
double peak_bytes()
{
    std::ifstream status{"/proc/self/status"};
    for (std::string word; status >> word;) {
        if (word == "VmHWM:") {
            double kibibytes = 0;
            status >> kibibytes;
            return kibibytes * 1024;
        }
    }
    return 0;
}

geometry::GeometryColumn line_of(int points)
{
    geometry::GeometryColumn line;
    for (int i = 0; i < points; ++i) {
        line.points.push_back({std::fmod(i * 7.123, 1000), std::fmod(i * 3.777, 1000)});
    }
    line.end_ring();
    line.end_part();
    line.end_feature(geometry::Kind::Line);
    return line;
}

/// \param state lines, and points of each
void write_lines(benchmark::State& state, std::string_view document)
{
    auto const line = line_of(static_cast<int>(state.range(1)));
    for (auto _ : state) {
        std::ofstream{"/proc/self/clear_refs"} << 5; // the peak begins anew
        auto const before = peak_bytes();
        Budget budget;
        auto const canvas = paint::make_cairo_canvas(
            {.width = 1000, .height = 1000, .document = document, .budget = &budget});
        for (long i = 0; i < state.range(0); ++i) {
            canvas->stroke(paint::path_of(line, 0), {.color = {1, 2, 3, 255}, .width = 1.5});
        }
        benchmark::DoNotOptimize(canvas->finish_document());
        state.counters["counted"] = static_cast<double>(budget.peak_bytes());
        state.counters["taken"] = peak_bytes() - before;
    }
}

} // namespace

BENCHMARK_CAPTURE(write_lines, svg, "SVG")
    ->Args({200'000, 2})
    ->Args({400, 1000})
    ->Args({40, 30'000})
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);
BENCHMARK_CAPTURE(write_lines, pdf, "PDF")
    ->Args({200'000, 2})
    ->Args({400, 1000})
    ->Args({40, 30'000})
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);
