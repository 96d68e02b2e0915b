// SPDX-License-Identifier: MIT
#include "store/files_store.hpp"

#include "base/error.hpp"
#include "base/temporary_folder.hpp"
#include "unit/store/tiles.hpp"

#include <doctest/doctest.h>

#include <array>
#include <chrono>

using namespace ms;
using namespace ms::store;
using test::put_into;

namespace {

constexpr std::size_t enough = std::size_t{1} << 30U;

struct TileFolder {
    TemporaryFolder folder{std::filesystem::temp_directory_path()};
    std::filesystem::path path = folder.path() / "tiles.files";

    /// The first that is found.
    [[nodiscard]] std::filesystem::path file() const
    {
        for (auto const& entry : std::filesystem::recursive_directory_iterator{path}) {
            if (entry.path().extension() == ".tile") {
                return entry.path();
            }
        }
        return {};
    }
};

StoredTile road_tile(std::int64_t column, std::size_t size = 10'000)
{
    return test::stored({"roads", 12, column, 0}, std::vector<std::uint8_t>(size, 7), "");
}

void make_older(std::filesystem::path const& file, std::chrono::hours age)
{
    std::filesystem::last_write_time(file, std::filesystem::file_time_type::clock::now() - age);
}

} // namespace

TEST_CASE("files store: a folder without tiles takes nothing, and its tiles leave nothing")
{
    TileFolder const place;
    auto const store = open_files_store(place.path, enough);
    CHECK_FALSE(store->find({"roads", 0, 0, 0}));
    CHECK(store->count() == 0);
    CHECK(store->bytes() == 0);
    CHECK_FALSE(std::filesystem::exists(place.path));
    put_into(*store, road_tile(1));
    CHECK(place.file().parent_path().filename() == "1");
    CHECK(store->bytes() == 12'288);
    store->remove({"roads", 12, 1, 0});
    store->remove({"roads", 12, 1, 0}); // nothing
    CHECK(std::filesystem::is_empty(place.path));
}

TEST_CASE("files store: a tile of another tileset in the same place is not found")
{
    TileFolder const place;
    auto const store = open_files_store(place.path, enough);
    put_into(*store, road_tile(1));
    auto const file = place.file();
    put_into(*store, test::stored({"rivers", 12, 1, 0}, {1}, ""));
    for (auto const& entry : std::filesystem::recursive_directory_iterator{place.path}) {
        if (entry.path().extension() == ".tile" && entry.path() != file) {
            std::filesystem::copy_file(file, entry.path(),
                                       std::filesystem::copy_options::overwrite_existing);
        }
    }
    CHECK(store->find({"roads", 12, 1, 0}));
    CHECK_FALSE(store->find({"rivers", 12, 1, 0})); // as if both names had one digest
    store->remove({"rivers", 12, 1, 0});
    CHECK(store->count() == 2);
}

TEST_CASE("files store: a damaged file is an error, which names no path")
{
    TileFolder const place;
    auto const store = open_files_store(place.path, enough);
    put_into(*store, road_tile(1));
    std::filesystem::resize_file(place.file(), 5000);
    CHECK_THROWS_WITH_AS((void)store->find({"roads", 12, 1, 0}),
                         "a tile's file is not whole, or not one of this program", Error);
    put_into(*store, road_tile(1));
    CHECK(store->find({"roads", 12, 1, 0}));
}

TEST_CASE("files store: the least recently used tiles go when it is full")
{
    constexpr std::size_t bound = 120'000; // nine files and a half
    TileFolder const place;
    auto const store = open_files_store(place.path, bound);
    put_into(*store, road_tile(0));
    make_older(place.file(), std::chrono::hours{3});
    CHECK(store->find({"roads", 12, 0, 0})->is_unused);
    store->touch(std::array{TileKey{"roads", 12, 0, 0}});
    CHECK_FALSE(store->find({"roads", 12, 0, 0})->is_unused);
    for (std::int64_t column = 1; column < 9; ++column) {
        put_into(*store, road_tile(column));
    }
    auto const zoom = place.file().parent_path().parent_path();
    for (auto const* const column : {"3", "5"}) {
        make_older(zoom / column / "0.tile", std::chrono::hours{2});
    }
    CHECK(store->count() == 9);
    put_into(*store, road_tile(9)); // 122,880 bytes
    CHECK(store->bytes() <= bound / 10 * 9);
    CHECK_FALSE(store->find({"roads", 12, 3, 0}));
    CHECK_FALSE(store->find({"roads", 12, 5, 0}));
    CHECK(store->count() == 8);
    for (std::int64_t column = 10; column < 100; ++column) {
        put_into(*store, road_tile(column));
        REQUIRE(store->bytes() <= bound);
    }
    CHECK(store->count() >= 7);
}

TEST_CASE("files store: what other processes write counts, too")
{
    constexpr std::size_t bound = 400'000;
    TileFolder const place;
    auto const one = open_files_store(place.path, bound);
    auto const other = open_files_store(place.path, bound);
    for (std::int64_t column = 0; column < 200; ++column) {
        put_into(column % 2 == 0 ? *one : *other, road_tile(column));
    }
    CHECK(open_files_store(place.path, bound)->bytes() <= bound + bound / 16 * 2);
}
