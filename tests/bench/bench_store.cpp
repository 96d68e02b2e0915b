// SPDX-License-Identifier: MIT
// A store of bundles with ten million tiles: how long the first tile takes after opening it, and
// any other one. Random places in as many bundles as are kept open, and in all of them.
#include "base/temporary_folder.hpp"
#include "store/bundle.hpp"
#include "store/bundles_store.hpp"

#include <benchmark/benchmark.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <string>

using namespace ms;
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t side = store::Bundle::side;
constexpr std::int64_t bundles = 25; ///< on each side of the level: 10,240,000 tiles

store::TileKey key_of(std::int64_t column, std::int64_t row)
{
    return {"roads", 12, column, row};
}

/// All bundles are the same file.
class World {
public:
    World()
    {
        auto const first = store::open_bundles_store(path(), std::size_t{1} << 34U);
        std::vector<store::StoredTile> tiles;
        for (std::int64_t i = 0; i < side * side; ++i) {
            store::EncodedTile const tile{"image/png", std::vector<std::uint8_t>(2000, 7), 2000,
                                          false};
            tiles.push_back({key_of(i % side, i / side), tile, "drawn from this", {}});
        }
        first->put(tiles);
        auto const level = first_bundle().parent_path();
        for (std::int64_t i = 1; i < bundles * bundles; ++i) {
            char name[64];
            std::snprintf(name, sizeof name, "R%04llxC%04llx.bundle",
                          static_cast<unsigned long long>(i / bundles * side),
                          static_cast<unsigned long long>(i % bundles * side));
            fs::create_hard_link(level / "R0000C0000.bundle", level / name);
        }
    }

    [[nodiscard]] fs::path path() const { return m_folder.path() / "world.bundles"; }

private:
    [[nodiscard]] fs::path first_bundle() const
    {
        for (auto const& entry : fs::recursive_directory_iterator{path()}) {
            if (entry.is_regular_file()) {
                return entry.path();
            }
        }
        return {};
    }

    TemporaryFolder m_folder{fs::temp_directory_path()};
};

World const& world()
{
    static World const one;
    return one;
}

/// Calls of read() and the like by this process so far: proc(5).
double reads()
{
    std::ifstream io{"/proc/self/io"};
    for (std::string name; io >> name;) {
        if (name == "syscr:") {
            io >> name;
            return std::stod(name);
        }
    }
    return 0;
}

void open_and_find(benchmark::State& state)
{
    auto const path = world().path();
    for (auto _ : state) {
        auto const store = store::open_bundles_store(path, std::size_t{1} << 34U);
        if (!store->find(key_of(1000, 1000))) {
            state.SkipWithError("a tile is missing");
        }
    }
}
BENCHMARK(open_and_find)->Unit(benchmark::kMicrosecond);

/// \param range(0) bundles on each side in which the places are
void find(benchmark::State& state)
{
    auto const store = store::open_bundles_store(world().path(), std::size_t{1} << 34U);
    auto const end = state.range(0) * side;
    for (std::int64_t i = 0; i < end; i += side) {
        for (std::int64_t j = 0; j < end; j += side) {
            benchmark::DoNotOptimize(store->find(key_of(i, j)));
        }
    }
    std::mt19937 random{7};
    std::uniform_int_distribution<std::int64_t> place{0, end - 1};
    auto const before = reads();
    double count = 0;
    for (auto _ : state) {
        auto const column = place(random);
        if (!store->find(key_of(column, place(random)))) {
            state.SkipWithError("a tile is missing");
        }
        ++count;
    }
    state.counters["reads"] = (reads() - before) / count;
}
BENCHMARK(find)->Arg(1)->Arg(11)->Arg(25)->Unit(benchmark::kMicrosecond);

} // namespace
