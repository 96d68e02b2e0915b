// SPDX-License-Identifier: MIT
// Placing very many labels: most collide with placed ones.
#include "label/place.hpp"

#include <benchmark/benchmark.h>

#include <random>

namespace {

using namespace ms;

std::vector<label::Candidate> candidates(std::size_t count, label::Position position)
{
    auto const fonts = std::make_shared<text::FontList const>(text::FontList{
        std::make_shared<text::Font const>("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")});
    std::mt19937 random{7};
    std::uniform_real_distribution<double> place{0, 1024};
    std::vector<label::Candidate> made(count);
    for (std::size_t i = 0; i < count; ++i) {
        made[i].anchor = {place(random), place(random)};
        made[i].priority = static_cast<int>(i % 10) + 1;
        made[i].texts.push_back({.text = "Place " + std::to_string(i), .fonts = fonts});
        made[i].texts[0].size_px = 11;
        made[i].texts[0].position = position;
    }
    return made;
}

void place_labels(benchmark::State& state, label::Position position)
{
    auto const made = candidates(static_cast<std::size_t>(state.range(0)), position);
    std::size_t placed = 0;
    for (auto _ : state) {
        placed = label::place(made, {.frame = {0, 0, 1024, 1024}}).size();
        benchmark::DoNotOptimize(placed);
    }
    state.counters["placed"] = static_cast<double>(placed);
}

} // namespace

BENCHMARK_CAPTURE(place_labels, centred, label::Position::CC)
    ->Arg(50'000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(place_labels, automatic, label::Position::Auto)
    ->Arg(50'000)
    ->Unit(benchmark::kMillisecond);
