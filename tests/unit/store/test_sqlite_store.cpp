// SPDX-License-Identifier: MIT
#include "store/sqlite_store.hpp"

#include "base/error.hpp"
#include "base/temporary_folder.hpp"
#include "store/sqlite_database.hpp"
#include "unit/store/tiles.hpp"

#include <doctest/doctest.h>

#include <array>
#include <fstream>
#include <random>

using namespace ms;
using namespace ms::store;
using test::stored;

namespace {

constexpr std::size_t plenty = std::size_t{1} << 30U;

struct Folder {
    TemporaryFolder folder{std::filesystem::temp_directory_path()};
    std::filesystem::path file = folder.path() / "tiles.sqlite";
};

std::vector<std::uint8_t> bytes_at(TileStore& store, TileKey const& key)
{
    auto const found = store.find(key);
    return found ? found->tile.bytes : std::vector<std::uint8_t>{};
}

void put(TileStore& store, StoredTile const& tile)
{
    store.put(std::span{&tile, 1});
}

SqliteDatabase opened(std::filesystem::path const& file)
{
    return {file, SqliteDatabase::Access::Create, 1000};
}

} // namespace

TEST_CASE("SQLite store: a tile is found as it was put, by another process, too")
{
    Folder const folder;
    auto tile = stored({"roads", 3, 5, 2}, {1, 2, 0, 4}, "drawn from this");
    tile.tile.is_compressed = true;
    tile.tile.plain_size = 77;
    put(*open_sqlite_store(folder.file, plenty), tile);

    auto const store = open_sqlite_store(folder.file, plenty);
    auto const found = store->find(tile.key);
    REQUIRE(found);
    CHECK(found->tile.type == "image/png");
    CHECK(found->tile.bytes == tile.tile.bytes);
    CHECK(found->tile.is_compressed);
    CHECK(found->tile.plain_size == 77);
    CHECK(found->state == "drawn from this");
    CHECK_FALSE(found->is_unused);
    CHECK_FALSE(store->find({"roads", 3, 2, 5}));
    CHECK_FALSE(store->find({"rivers", 3, 5, 2}));
}

TEST_CASE("SQLite store: a tile of the same key replaces the one before, and there is one row")
{
    Folder const folder;
    auto const store = open_sqlite_store(folder.file, plenty);
    put(*store, stored({"roads", 0, 0, 0}, {1}, "old"));
    put(*store, stored({"roads", 0, 0, 0}, {2}, "new"));
    auto const found = store->find({"roads", 0, 0, 0});
    REQUIRE(found);
    CHECK(found->tile.bytes == std::vector<std::uint8_t>{2});
    CHECK(found->state == "new");
    CHECK(store->count() == 1);
    auto database = opened(folder.file);
    CHECK(database.number("SELECT count(*) FROM image") == 1); // the old one's bytes are gone
}

TEST_CASE("SQLite store: equal tiles share their bytes until the last one is removed")
{
    Folder const folder;
    auto const store = open_sqlite_store(folder.file, plenty);
    for (int column = 0; column < 10; ++column) {
        put(*store, stored({"sea", 8, column, 0}, {7, 7, 7}, ""));
    }
    auto database = opened(folder.file);
    CHECK(database.number("SELECT count(*) FROM tiles") == 10);
    CHECK(database.number("SELECT uses FROM image") == 10);
    auto other = stored({"sea", 8, 0, 1}, {7, 7, 7}, "");
    other.tile.type = "image/webp";
    put(*store, other);
    CHECK(store->find(other.key)->tile.type == "image/webp");
    store->remove(other.key);
    for (int column = 0; column < 9; ++column) {
        store->remove({"sea", 8, column, 0});
    }
    CHECK(bytes_at(*store, {"sea", 8, 9, 0}) == std::vector<std::uint8_t>{7, 7, 7});
    store->remove({"sea", 8, 9, 0});
    store->remove({"sea", 8, 9, 0}); // nothing
    CHECK(database.number("SELECT count(*) FROM image") == 0);
}

TEST_CASE("SQLite store: tiles are found by the unique index xyz")
{
    Folder const folder;
    auto const store = open_sqlite_store(folder.file, plenty);
    auto database = opened(folder.file);
    CHECK(database.number("SELECT \"unique\" FROM pragma_index_list('tiles') WHERE name = 'xyz'") ==
          1);
    auto plan = database.prepare("EXPLAIN QUERY PLAN SELECT image FROM tiles WHERE tileset = 1 AND "
                                 "z = 2 AND x = 3 AND y = 4");
    REQUIRE(plan.step());
    CHECK(std::string{plan.text(3)} ==
          "SEARCH tiles USING INDEX xyz (tileset=? AND z=? AND x=? AND y=?)");
}

TEST_CASE("SQLite store: the least recently used tiles go when it is full")
{
    constexpr std::size_t bound = 4U << 20U;
    Folder const folder;
    auto const store = open_sqlite_store(folder.file, bound);
    std::mt19937 random{1};
    auto const tile = [&](int column) {
        std::vector<std::uint8_t> bytes(10'000);
        std::ranges::generate(bytes, [&] { return static_cast<std::uint8_t>(random()); });
        return stored({"roads", 12, column, 0}, bytes, "");
    };
    put(*store, tile(0));
    auto database = opened(folder.file);
    database.run("UPDATE tiles SET used = used - 7200");
    put(*store, tile(1));
    database.run("UPDATE tiles SET used = used - 7200");
    CHECK(store->find({"roads", 12, 0, 0})->is_unused);
    for (int column = 2; column < 300; ++column) {
        put(*store, tile(column));
    }
    CHECK(store->count() == 300);
    database.run("UPDATE tiles SET used = used - 3600 WHERE x > 1");
    store->touch(std::array{TileKey{"roads", 12, 0, 0}});
    CHECK_FALSE(store->find({"roads", 12, 0, 0})->is_unused);
    for (int column = 300; column < 420; ++column) {
        put(*store, tile(column));
        REQUIRE(store->bytes() <= bound + 100'000);
    }
    CHECK(store->count() < 300);
    CHECK(store->find({"roads", 12, 0, 0}));
    CHECK_FALSE(store->find({"roads", 12, 1, 0}));
    CHECK(store->find({"roads", 12, 419, 0}));
}

TEST_CASE("SQLite store: names of tilesets go with their last tile")
{
    constexpr std::size_t bound = 1U << 20U;
    Folder const folder;
    auto const store = open_sqlite_store(folder.file, bound);
    for (int i = 0; i < 3000; ++i) {
        auto const name = std::string(900, 'x') + std::to_string(i);
        put(*store, stored({name, 0, 0, 0}, {1}, ""));
    }
    auto database = opened(folder.file);
    CHECK(store->bytes() <= bound);
    CHECK(store->count() > 0);
    CHECK(database.number("SELECT count(*) FROM tileset") <=
          database.number("SELECT count(*) FROM tiles") + 256);
}

TEST_CASE("SQLite store: a batch is stored whole or not at all")
{
    Folder const folder;
    auto const store = open_sqlite_store(folder.file, plenty);
    auto database = opened(folder.file);
    database.run("CREATE TRIGGER disk_full BEFORE INSERT ON tiles WHEN new.x = 3 BEGIN SELECT "
                 "RAISE(ABORT, 'full'); END");
    std::vector<StoredTile> tiles;
    for (int column = 0; column < 5; ++column) {
        tiles.push_back(stored({"roads", 3, column, 0}, {9}, ""));
    }
    CHECK_THROWS_AS(store->put(tiles), Error);
    CHECK(store->count() == 0);
    database.run("DROP TRIGGER disk_full");
    store->put(tiles);
    CHECK(store->count() == 5);
}

TEST_CASE("SQLite store: a file that is not ours is refused, and stays as it is")
{
    Folder const folder;
    {
        auto database = opened(folder.file);
        database.run("CREATE TABLE accounts (name TEXT)");
    }
    CHECK_THROWS_WITH_AS((void)open_sqlite_store(folder.file, plenty),
                         "the file is not a tile store of this program's version", Error);
    auto database = opened(folder.file);
    CHECK(database.number("SELECT count(*) FROM sqlite_schema") == 1);

    auto const text = folder.folder.path() / "notes.txt";
    std::ofstream{text} << std::string(4096, 'x');
    CHECK_THROWS_AS((void)open_sqlite_store(text, plenty), Error);
    CHECK_THROWS_AS((void)open_sqlite_store(folder.folder.path() / "no" / "folder", plenty), Error);
}
