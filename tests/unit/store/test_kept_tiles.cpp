// SPDX-License-Identifier: MIT
#include "store/kept_tiles.hpp"

#include "base/error.hpp"
#include "base/temporary_folder.hpp"
#include "store/tile_stores.hpp"
#include "unit/store/tiles.hpp"

#include <doctest/doctest.h>

#include <map>
#include <semaphore>

using namespace ms;
using namespace ms::store;
using test::stored;

namespace {

/// Fails, or waits, as a test says.
class FakeStore final : public TileStore {
public:
    std::optional<FoundTile> find(TileKey const& key) override
    {
        fail_if_broken();
        auto const found = tiles.find(key.column);
        return found == tiles.end()
                   ? std::nullopt
                   : std::optional{FoundTile{found->second.tile, found->second.state, is_unused}};
    }
    void put(std::span<StoredTile const> added) override
    {
        if (gate != nullptr) {
            is_writing.release();
            gate->acquire();
        }
        fail_if_broken();
        ++batches;
        for (auto const& tile : added) {
            tiles.insert_or_assign(tile.key.column, tile);
        }
    }
    void remove(TileKey const&) override {}
    void touch(std::span<TileKey const> keys) override { touched += keys.size(); }
    std::size_t count() override { return tiles.size(); }
    std::size_t bytes() override { return 0; }

    void fail_if_broken() const
    {
        if (is_broken) {
            throw Error{ErrorKind::Source, "the disk is gone"};
        }
    }

    std::map<std::int64_t, StoredTile> tiles;
    std::counting_semaphore<>* gate = nullptr;
    std::counting_semaphore<> is_writing{0}; ///< a batch waits at the gate
    int batches = 0;
    std::size_t touched = 0;
    bool is_broken = false;
    bool is_unused = false;
};

struct Fixture {
    FakeStore* store = nullptr; ///< once it is open
    int opened = 0;
    std::vector<std::string> lines;
    Log log{LogLevel::Error, [this](LogLine const& line) { lines.emplace_back(line.message); }};

    KeptTiles::Open open(std::function<void(FakeStore&)> const& prepare = {})
    {
        return [this, prepare] {
            ++opened;
            auto made = std::make_unique<FakeStore>();
            store = made.get();
            if (prepare) {
                prepare(*made);
            }
            return made;
        };
    }
};

StoredTile tile_at(std::int64_t column, std::size_t size = 1)
{
    return stored({"roads", 0, column, 0}, std::vector<std::uint8_t>(size, 1), "now");
}

} // namespace

TEST_CASE("kept tiles: what is put can be found after a while, and before the process ends")
{
    Fixture fixture;
    KeptTiles tiles{"fake", fixture.open(), fixture.log};
    CHECK(fixture.opened == 0);
    CHECK_FALSE(tiles.find({"roads", 0, 1, 0}));
    tiles.put(tile_at(1));
    tiles.flush();
    CHECK(tiles.find({"roads", 0, 1, 0}));
    CHECK(fixture.opened == 1);
    auto const counts = tiles.counts();
    CHECK(counts.found == 1);
    CHECK(counts.missing == 1);
    CHECK(counts.written == 1);
}

TEST_CASE("kept tiles: nobody waits for the disk; what is too much is dropped and counted")
{
    std::counting_semaphore<> gate{0};
    Fixture fixture;
    auto const open = fixture.open([&](FakeStore& store) { store.gate = &gate; });
    KeptTiles tiles{"fake", open, fixture.log};
    CHECK_FALSE(tiles.find({"roads", 0, 0, 0})); // opens it
    tiles.put(tile_at(0));
    fixture.store->is_writing.acquire();
    constexpr std::size_t mebibyte = 1U << 20U;
    for (int column = 1; column < 40; ++column) {
        tiles.put(tile_at(column, mebibyte));
    }
    CHECK(tiles.counts().dropped == 39 - 16);
    gate.release(2);
    tiles.flush();
    CHECK(tiles.counts().written == 1 + 16);
    CHECK(fixture.store->batches == 2);
}

TEST_CASE("kept tiles: a store that fails is a miss, and one line in the log")
{
    Fixture fixture;
    auto const open = fixture.open([](FakeStore& store) { store.is_broken = true; });
    KeptTiles tiles{"fake", open, fixture.log};
    for (int i = 0; i < 5; ++i) {
        CHECK_FALSE(tiles.find({"roads", 0, 1, 0}));
        tiles.put(tile_at(i));
    }
    tiles.flush();
    CHECK(tiles.counts().dropped == 5);
    CHECK(tiles.counts().errors >= 6);
    CHECK(fixture.lines == std::vector<std::string>{"tile store \"fake\": the disk is gone"});
}

TEST_CASE("kept tiles: a store that cannot be opened is not tried again at once")
{
    Fixture fixture;
    int tries = 0;
    auto const open = [&]() -> std::unique_ptr<TileStore> {
        ++tries;
        throw Error{ErrorKind::Source, "no such folder"};
    };
    KeptTiles tiles{"fake", open, fixture.log};
    CHECK_FALSE(tiles.find({"roads", 0, 1, 0}));
    CHECK_FALSE(tiles.find({"roads", 0, 1, 0}));
    CHECK(tiles.bytes() == 0);
    CHECK(tries == 1);
    CHECK(fixture.lines.size() == 1);
}

TEST_CASE("kept tiles: a tile that was not used for long is noted as used")
{
    Fixture fixture;
    KeptTiles tiles{"fake", fixture.open([](FakeStore& store) { store.is_unused = true; }),
                    fixture.log};
    tiles.put(tile_at(1));
    tiles.flush();
    CHECK(tiles.find({"roads", 0, 1, 0}));
    tiles.flush();
    CHECK(fixture.store->touched == 1);
}

TEST_CASE("tile stores: names lead to files of one folder only")
{
    for (auto const* const name :
         {"world", "World-2", "a_b", "0", "world.gpkg", "world.files", "world.bundles"}) {
        CHECK(is_store_name(name));
    }
    for (auto const* const name : {"", "..", "a/b", "a.b", ".gpkg", "..files", "a.gpkg.files",
                                   "/etc/passwd", "a b", "caf\xC3\xA9"}) {
        CHECK_FALSE(is_store_name(name));
    }
    CHECK_FALSE(is_store_name(std::string(65, 'a')));
}

TEST_CASE("tile stores: one store for each name, a file in the folder")
{
    TemporaryFolder const folder{std::filesystem::temp_directory_path()};
    {
        TileStores stores{folder.path(), 1U << 30U, Log{}};
        auto const world = stores.find("world");
        REQUIRE(world);
        CHECK(stores.find("world") == world);
        CHECK(stores.find("../world") == nullptr);
        world->put(tile_at(1));
        world->flush();
        CHECK(world->bytes() > 0);
        CHECK(stores.all().size() == 1);
    }
    CHECK(std::filesystem::exists(folder.path() / "world.sqlite"));
}

TEST_CASE("tile stores: a folder that is not there makes no tile fail")
{
    TileStores stores{"/no/such/folder", 1U << 30U, Log{}};
    auto const world = stores.find("world");
    world->put(tile_at(1));
    world->flush();
    CHECK_FALSE(world->find({"roads", 0, 1, 0}));
    CHECK(world->counts().dropped == 1);
}
