// SPDX-License-Identifier: MIT
// The cost of a span of the trace: tests/load/trace_overhead multiplies it by the number of spans.
#include "base/trace.hpp"

#include <benchmark/benchmark.h>

using namespace ms;

namespace {

void spans(benchmark::State& state, Trace* trace)
{
    for (auto _ : state) {
        benchmark::DoNotOptimize(trace); // keeps the compiler from assuming null
        Timed const timed{trace, Stage::Raster};
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations());
}

void span_without_reader(benchmark::State& state)
{
    spans(state, nullptr);
}
BENCHMARK(span_without_reader);

/// The spans that a request stores, with their begin and end.
void span_with_reader(benchmark::State& state)
{
    for (auto _ : state) {
        state.PauseTiming();
        Trace trace;
        state.ResumeTiming();
        for (int i = 0; i < 1000; ++i) {
            Timed const timed{&trace, Stage::Raster};
        }
    }
    state.SetItemsProcessed(state.iterations() * 1000);
}
BENCHMARK(span_with_reader);

} // namespace
