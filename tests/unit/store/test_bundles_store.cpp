// SPDX-License-Identifier: MIT
#include "store/bundles_store.hpp"

#include "base/error.hpp"
#include "base/temporary_folder.hpp"
#include "store/bundle.hpp"
#include "unit/store/tiles.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <fstream>

using namespace ms;
using namespace ms::store;
using test::put_into;

namespace fs = std::filesystem;

namespace {

constexpr std::size_t room = std::size_t{1} << 30U;
constexpr std::size_t empty_bundle = 64 + 131'072;

struct Bundles {
    TemporaryFolder folder{fs::temp_directory_path()};
    fs::path path = folder.path() / "tiles.bundles";

    [[nodiscard]] std::vector<fs::path> files() const
    {
        std::vector<fs::path> files;
        for (auto const& entry : fs::recursive_directory_iterator{path}) {
            if (entry.is_regular_file()) {
                files.push_back(entry.path());
            }
        }
        return files;
    }
};

StoredTile tile(std::int64_t column, std::int64_t row, std::size_t size = 100,
                std::uint8_t value = 7)
{
    return test::stored({"roads", 12, column, row}, std::vector<std::uint8_t>(size, value), "");
}

std::uint64_t number_at(fs::path const& file, std::streamoff offset, std::size_t size)
{
    std::ifstream stream{file, std::ios::binary};
    stream.seekg(offset);
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < size; ++i) {
        number |= static_cast<std::uint64_t>(stream.get() & 0xFF) << (8 * i);
    }
    return number;
}

} // namespace

// The places are those of https://github.com/Esri/raster-tiles-compactcache.
TEST_CASE("bundles store: a tile's entry is at a computed place of a file with a computed name")
{
    Bundles const place;
    auto const store = open_bundles_store(place.path, room);
    CHECK(store->count() == 0);
    CHECK_FALSE(store->find({"roads", 12, 0, 0}));
    CHECK_FALSE(fs::exists(place.path));
    put_into(*store, tile(300, 1029));
    REQUIRE(place.files().size() == 1);
    auto const file = place.files().front();
    CHECK(file.filename() == "R0400C0100.bundle"); // rows from 1024, columns from 256
    CHECK(file.parent_path().filename() == "L12");
    CHECK(number_at(file, 0, 4) == 3);
    CHECK(number_at(file, 4, 4) == 16'384);
    CHECK(number_at(file, 24, 8) == fs::file_size(file));
    CHECK(number_at(file, 60, 4) == 131'072);
    auto const slot = 64 + 8 * (128 * 5 + 44);
    auto const offset = number_at(file, slot, 5);
    CHECK(offset == empty_bundle + 4);
    CHECK(number_at(file, slot + 5, 3) ==
          number_at(file, static_cast<std::streamoff>(offset) - 4, 4));
    CHECK(number_at(file, 8, 4) == number_at(file, slot + 5, 3));
    CHECK(number_at(file, static_cast<std::streamoff>(offset), 1) == 7);
}

TEST_CASE("bundles store: of replaced tiles at most half a file remains")
{
    Bundles const place;
    auto const store = open_bundles_store(place.path, room);
    put_into(*store, tile(1, 1, 1000, 1));
    for (int i = 0; i < 100; ++i) {
        put_into(*store, tile(2, 2, 100'000, static_cast<std::uint8_t>(i)));
    }
    REQUIRE(place.files().size() == 1);
    CHECK(fs::file_size(place.files().front()) < 1'500'000);
    CHECK(store->count() == 2);
    CHECK(store->find({"roads", 12, 1, 1})->tile.bytes == std::vector<std::uint8_t>(1000, 1));
    CHECK(store->find({"roads", 12, 2, 2})->tile.bytes.front() == 99);
    CHECK(store->bytes() < 1'500'000);
}

TEST_CASE("bundles store: what another process writes, replaces and removes is seen")
{
    Bundles const place;
    auto const ours = open_bundles_store(place.path, room);
    auto const theirs = open_bundles_store(place.path, room);
    put_into(*theirs, tile(1, 1, 100, 1));
    CHECK(ours->find({"roads", 12, 1, 1})->tile.bytes.front() == 1);
    put_into(*theirs, tile(1, 1, 101, 2));
    put_into(*theirs, tile(2, 1, 100, 3));
    CHECK(ours->find({"roads", 12, 1, 1})->tile.bytes.front() == 2);
    CHECK(ours->find({"roads", 12, 2, 1})->tile.bytes.front() == 3);
    fs::remove_all(place.path);
    CHECK_FALSE(ours->find({"roads", 12, 1, 1}));
    put_into(*ours, tile(1, 1, 100, 4));
    CHECK(theirs->find({"roads", 12, 1, 1})->tile.bytes.front() == 4);
}

TEST_CASE("bundles store: the bundle that has not been used for longest is removed first")
{
    Bundles const place;
    auto const store = open_bundles_store(place.path, 3'000'000);
    for (int i = 0; i < 3; ++i) {
        put_into(*store, tile(i * 128, 0, 800'000));
    }
    for (auto const& file : place.files()) {
        auto const is_second = file.filename() == "R0000C0080.bundle";
        fs::last_write_time(file, fs::file_time_type::clock::now() -
                                      std::chrono::hours{is_second ? 3 : 2});
    }
    CHECK(store->find({"roads", 12, 0, 0})->is_unused);
    std::array const used{TileKey{"roads", 12, 0, 0}};
    store->touch(used);
    CHECK_FALSE(store->find({"roads", 12, 0, 0})->is_unused);
    put_into(*store, tile(3 * 128, 0, 800'000));
    CHECK_FALSE(store->find({"roads", 12, 128, 0}));
    CHECK(store->find({"roads", 12, 0, 0}));
    CHECK(store->find({"roads", 12, 384, 0}));
    CHECK(store->bytes() <= 3'000'000);
}

TEST_CASE("bundles store: damaged files are errors, not tiles")
{
    Bundles const place;
    put_into(*open_bundles_store(place.path, room), tile(0, 0));
    auto const file = place.files().front();
    auto const damage = [&](std::streamoff offset, std::string const& bytes) {
        std::fstream stream{file, std::ios::binary | std::ios::in | std::ios::out};
        stream.seekp(offset);
        stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    };
    auto const find = [&] {
        return open_bundles_store(place.path, room)->find({"roads", 12, 0, 0});
    };
    CHECK(find());
    SUBCASE("another version")
    {
        damage(0, "\x02");
    }
    SUBCASE("an entry behind the end")
    {
        damage(64, std::string(5, '\xFF'));
    }
    SUBCASE("an entry in the index")
    {
        damage(64, std::string(5, '\x01'));
    }
    SUBCASE("another tile's end")
    {
        damage(static_cast<std::streamoff>(fs::file_size(file)) - 5, "other");
    }
    SUBCASE("cut off")
    {
        fs::resize_file(file, fs::file_size(file) - 1);
    }
    SUBCASE("no index")
    {
        fs::resize_file(file, 64);
    }
    CHECK_THROWS_AS((void)find(), Error);
    put_into(*open_bundles_store(place.path, room), tile(0, 0)); // and are mended by the next one
    CHECK(find());
}

TEST_CASE("bundles store: tiles outside of a grid and too large ones are refused")
{
    Bundles const place;
    auto const store = open_bundles_store(place.path, room);
    CHECK_THROWS_AS((void)store->find({"roads", 0, -1, 0}), Error);
    CHECK_THROWS_AS(put_into(*store, tile(0, 0, Bundle::largest)), Error);
    CHECK_FALSE(store->find({"roads", 12, 0, 0}));
}
