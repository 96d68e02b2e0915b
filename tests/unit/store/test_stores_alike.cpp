// SPDX-License-Identifier: MIT
// What holds for tile stores of every kind.
#include "base/temporary_folder.hpp"
#include "store/bundles_store.hpp"
#include "store/files_store.hpp"
#include "store/sqlite_store.hpp"
#include "unit/store/tiles.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <random>
#include <thread>

using namespace ms;
using namespace ms::store;

namespace {

constexpr std::size_t plenty_of_room = std::size_t{1} << 30U;

struct Stores {
    TemporaryFolder folder{std::filesystem::temp_directory_path()};

    [[nodiscard]] std::vector<std::unique_ptr<TileStore>> open() const
    {
        std::vector<std::unique_ptr<TileStore>> stores;
        stores.push_back(open_sqlite_store(folder.path() / "a.sqlite", plenty_of_room));
        stores.push_back(open_geopackage_store(folder.path() / "a.gpkg", plenty_of_room));
        stores.push_back(open_files_store(folder.path() / "a.files", plenty_of_room));
        stores.push_back(open_bundles_store(folder.path() / "a.bundles", plenty_of_room));
        return stores;
    }
};

bool is_same(std::optional<FoundTile> const& found, StoredTile const* expected)
{
    if (!found || expected == nullptr) {
        return found.has_value() == (expected != nullptr);
    }
    return found->tile.type == expected->tile.type && found->tile.bytes == expected->tile.bytes &&
           found->tile.plain_size == expected->tile.plain_size &&
           found->tile.is_compressed == expected->tile.is_compressed &&
           found->state == expected->state && !found->is_unused;
}

} // namespace

TEST_CASE("tile stores: a thousand random operations give what a map in memory gives, in all kinds")
{
    Stores const places;
    auto stores = places.open();
    std::map<std::string, StoredTile> expected;
    std::mt19937 random{7};
    auto const number = [&](unsigned end) { return static_cast<int>(random() % end); };
    for (int i = 0; i < 1000; ++i) {
        TileKey const key{number(2) == 0 ? "roads" : "rivers; \xC3\xA9", number(3), number(3),
                          number(3)};
        auto const place = key.tileset + std::to_string(key.zoom * 100 + key.column * 10 + key.row);
        switch (number(3)) {
        case 0: {
            auto tile = test::stored(
                key, std::vector<std::uint8_t>(random() % 6, static_cast<std::uint8_t>(number(3))),
                number(2) == 0 ? "" : "drawn from this");
            tile.tile.type = number(2) == 0 ? "image/png" : "application/vnd.mapbox-vector-tile";
            tile.tile.is_compressed = number(2) == 0;
            for (auto const& store : stores) {
                store->put(std::span{&tile, 1});
            }
            expected[place] = tile;
            break;
        }
        case 1:
            for (auto const& store : stores) {
                store->remove(key);
            }
            expected.erase(place);
            break;
        default:
            auto const known = expected.find(place);
            for (auto const& store : stores) {
                CHECK(
                    is_same(store->find(key), known == expected.end() ? nullptr : &known->second));
            }
        }
        if (i % 250 == 249) { // as another process would
            stores = places.open();
        }
    }
    for (auto const& store : stores) {
        CHECK(store->count() == expected.size());
        CHECK(store->bytes() > 0);
    }
}

TEST_CASE(
    "tile stores: threads read while one writes and removes, and see whole tiles, in all kinds")
{
    Stores const places;
    for (auto const& store : places.open()) {
        TileKey const key{"roads", 12, 0, 0};
        std::atomic<bool> is_over = false;
        std::atomic<int> torn = 0;
        auto const is_whole = [](std::vector<std::uint8_t> const& bytes) {
            return bytes.size() == 5000 && std::ranges::count(bytes, bytes.front()) == 5000;
        };
        auto const read = [&] {
            while (!is_over) {
                try {
                    auto const found = store->find(key);
                    torn += found && !is_whole(found->tile.bytes) ? 1 : 0;
                } catch (Error const&) {
                    ++torn;
                }
            }
        };
        std::vector<std::jthread> readers;
        for (int i = 0; i < 3; ++i) {
            readers.emplace_back(read);
        }
        for (int i = 0; i < 200; ++i) {
            std::vector<std::uint8_t> const bytes(5000, static_cast<std::uint8_t>(i));
            auto const tile = test::stored(key, bytes, "");
            store->put(std::span{&tile, 1});
            if (i % 10 == 9) {
                store->remove(key);
            }
        }
        is_over = true;
        readers.clear();
        CHECK(torn == 0);
    }
}
