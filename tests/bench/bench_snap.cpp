// SPDX-License-Identifier: MIT
// Vertices moved onto the grid of a map, as rows of a near database are. Range: vertices of a road.
#include "geometry/snap.hpp"

#include <benchmark/benchmark.h>

#include <random>
#include <vector>

using namespace ms::geometry;

namespace {

constexpr std::size_t roads = 1000;
constexpr Grid grid{510.0 / 16, {664000, 5752000}};

std::vector<Point> vertices(std::size_t per_road)
{
    std::mt19937 random{5};
    std::uniform_real_distribution<double> place{0, 510000}, step{0, 102};
    std::vector<Point> points;
    for (std::size_t road = 0; road < roads; ++road) {
        Point at{grid.origin.x + place(random), grid.origin.y + place(random)};
        for (std::size_t i = 0; i < per_road; ++i) {
            points.push_back(at);
            at = {at.x + step(random), at.y + step(random)};
        }
    }
    return points;
}

void snap(benchmark::State& state)
{
    auto const per_road = static_cast<std::size_t>(state.range(0));
    auto const points = vertices(per_road);
    GeometryColumn column;
    for (auto _ : state) {
        column.clear();
        for (std::size_t road = 0; road < roads; ++road) {
            auto const* const first = points.data() + road * per_road;
            column.points.insert(column.points.end(), first, first + per_road);
            column.end_ring();
            column.end_part();
            column.end_feature(Kind::Line);
            snap_last_feature(column, grid, 2);
        }
        benchmark::DoNotOptimize(column.points.data());
    }
    state.SetItemsProcessed(state.iterations() * std::int64_t{roads});
}
BENCHMARK(snap)->Arg(2)->Arg(7)->Arg(50);

} // namespace
