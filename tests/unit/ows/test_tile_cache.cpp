// SPDX-License-Identifier: MIT
#include "ows/images/tile_cache.hpp"

#include "base/error.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

using namespace ms;
using ows::TileCache;
using render::TileIndex;

namespace {

TileCache::Tile tile_of(std::uint8_t red)
{
    image::Bitmap bitmap(16, 16, image::Color{red, 0, 0, 255});
    bitmap.pixels()[0] = static_cast<std::uint8_t>(~red); // not of one colour
    return std::make_shared<TileCache::Content const>(std::in_place_type<image::PackedBitmap>,
                                                      bitmap.view(), 0, 0, 16, 16);
}

/// Each tile is unique; counts the drawn ones.
class Painter {
public:
    std::vector<TileCache::Tile> operator()(TileCache::Indexes const& missing)
    {
        drawn += static_cast<int>(missing.size());
        ++calls;
        std::vector<TileCache::Tile> tiles;
        for (std::size_t i = 0; i < missing.size(); ++i) {
            tiles.push_back(tile_of(static_cast<std::uint8_t>(i)));
        }
        return tiles;
    }
    std::atomic<int> drawn = 0;
    std::atomic<int> calls = 0;
};

std::vector<TileIndex> row_of(std::int64_t first, std::int64_t last)
{
    return render::tiles_of({{0, first}, {0, last}});
}

constexpr std::size_t plenty = 1 << 20;

} // namespace

TEST_CASE("tile cache: a tile is drawn once, for its level, scale and tileset only")
{
    TileCache cache{plenty};
    Deadline const deadline;
    Painter painter;
    auto const draw = std::ref(painter);
    TileCache::Level const level{cache.tileset_id("a"), 3, 1000};
    auto const first = cache.get(level, row_of(-2, 2), deadline, draw);
    CHECK(first.kept == 0);
    CHECK(painter.drawn == 5);
    CHECK(painter.calls == 1);
    auto const again = cache.get(level, row_of(0, 4), deadline, draw);
    CHECK(again.kept == 3);
    CHECK(painter.drawn == 7);
    CHECK(again.tiles[0] == first.tiles[2]);
    for (auto const& other : {TileCache::Level{cache.tileset_id("b"), 3, 1000},
                              TileCache::Level{level.tileset, 4, 1000},
                              TileCache::Level{level.tileset, 3, 1000.0000001}}) {
        CHECK(cache.get(other, row_of(0, 0), deadline, draw).kept == 0);
    }
    CHECK(cache.tileset_id("a") == level.tileset);
}

TEST_CASE("tile cache: memory is bounded; the least recently used tiles are dropped first")
{
    TileCache cache{8000};
    Deadline const deadline;
    Painter painter;
    auto const draw = std::ref(painter);
    TileCache::Level const level{cache.tileset_id("a"), 0, 1};
    for (int i = 0; i < 100; ++i) {
        (void)cache.get(level, row_of(0, 0), deadline, draw);
        (void)cache.get(level, row_of(i, i), deadline, draw);
    }
    CHECK(cache.bytes() <= 8000 + 8000 / 16);
    CHECK(cache.size() > 1);
    CHECK(painter.drawn == 100); // the first one was always in use
    CHECK(cache.get(level, row_of(1, 1), deadline, draw).kept == 0);
    cache.forget();
    CHECK(cache.size() == 0);
}

TEST_CASE("tile cache: equal tiles of one colour, and equal small files, are one")
{
    image::Bitmap const empty(256, 256, image::Color{});
    auto const pixels = [&](TileCache::Indexes const& missing) {
        std::vector<TileCache::Tile> tiles;
        for (std::size_t i = 0; i < missing.size(); ++i) {
            tiles.push_back(std::make_shared<TileCache::Content const>(
                std::in_place_type<image::PackedBitmap>, empty.view(), 0, 0, 256, 256));
        }
        return tiles;
    };
    auto const file_of = [](std::size_t bytes) {
        return [bytes](TileCache::Indexes const& missing) {
            store::EncodedTile const file{.type = "image/png",
                                          .bytes = std::vector<std::uint8_t>(bytes, 7),
                                          .plain_size = bytes};
            return std::vector<TileCache::Tile>(missing.size(),
                                                std::make_shared<TileCache::Content const>(file));
        };
    };
    TileCache cache{plenty};
    Deadline const deadline;
    auto const one_of = [&](std::string const& tileset, std::int64_t row,
                            TileCache::Draw const& draw) {
        return cache.get({cache.tileset_id(tileset), 0, 1}, row_of(row, row), deadline, draw)
            .tiles[0];
    };
    auto const* const first = one_of("a", 0, pixels).get();
    CHECK(one_of("a", 1, pixels).get() == first);
    CHECK(one_of("b", 0, pixels).get() == first);
    CHECK(one_of("files", 0, file_of(124)).get() == one_of("files", 1, file_of(124)).get());
    CHECK(one_of("files", 2, file_of(125)).get() != one_of("files", 1, file_of(124)).get());
    CHECK(one_of("files", 3, file_of(5000)).get() != one_of("files", 4, file_of(5000)).get());
    auto const before = cache.bytes();
    for (int row = 2; row < 102; ++row) {
        CHECK(one_of("a", row, pixels).get() == first);
    }
    CHECK(cache.bytes() - before < 100 * std::size_t{300}); // 1,200 bytes of pixels each otherwise
}

TEST_CASE("tile cache: one without capacity still returns tiles, and never another tileset's")
{
    TileCache cache{10};
    Deadline const deadline;
    Painter painter;
    auto const draw = std::ref(painter);
    CHECK(cache.get({cache.tileset_id("a"), 0, 1}, row_of(0, 3), deadline, draw).tiles.size() == 4);
    CHECK(cache.bytes() == 0);
    CHECK(cache.tileset_id("a") != cache.tileset_id("b"));
}

TEST_CASE("tile cache: texts of tilesets are bounded, too")
{
    TileCache cache{plenty};
    for (int i = 0; i < 1000; ++i) {
        (void)cache.tileset_id(std::string(10'000, 'a') + std::to_string(i));
    }
    CHECK(cache.bytes() <= plenty / 16);
}

TEST_CASE("tile cache: tiles of concurrent requests are drawn once")
{
    TileCache cache{plenty};
    Deadline const deadline;
    TileCache::Level const level{cache.tileset_id("a"), 0, 1};
    Painter painter;
    auto const draw = [&](TileCache::Indexes const& missing) {
        std::this_thread::sleep_for(std::chrono::milliseconds{20});
        return painter(missing);
    };
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&, i] {
            // Overlapping, so that each draws some and waits for others.
            auto const found = cache.get(level, row_of(i, i + 8), deadline, draw);
            CHECK(std::ranges::count(found.tiles, nullptr) == 0);
        });
    }
    threads.clear();
    CHECK(painter.drawn == 16);
}

TEST_CASE("tile cache: tiles of a thread that fails are drawn by those who wait for them")
{
    TileCache cache{plenty};
    Deadline const deadline;
    TileCache::Level const level{cache.tileset_id("a"), 0, 1};
    Painter painter;
    std::atomic<bool> has_begun = false;
    std::jthread failing{[&] {
        CHECK_THROWS_AS((void)cache.get(level, row_of(0, 3), deadline,
                                        [&](auto const&) -> std::vector<TileCache::Tile> {
                                            has_begun = true;
                                            std::this_thread::sleep_for(
                                                std::chrono::milliseconds{20});
                                            throw std::runtime_error{"no database"};
                                        }),
                        std::runtime_error);
    }};
    while (!has_begun) {
        std::this_thread::yield();
    }
    CHECK(cache.get(level, row_of(0, 3), deadline, std::ref(painter)).tiles.size() == 4);
    CHECK(painter.drawn == 4);
}

TEST_CASE("tile cache: no request waits beyond its deadline")
{
    TileCache cache{plenty};
    TileCache::Level const level{cache.tileset_id("a"), 0, 1};
    Painter painter;
    std::atomic<bool> has_begun = false;
    std::atomic<bool> may_end = false;
    std::jthread const slow{[&] {
        (void)cache.get(level, row_of(0, 0), Deadline{}, [&](auto const& missing) {
            has_begun = true;
            may_end.wait(false);
            return painter(missing);
        });
    }};
    while (!has_begun) {
        std::this_thread::yield();
    }
    Deadline const passed{Deadline::Clock::now()};
    CHECK_THROWS_AS((void)cache.get(level, row_of(0, 0), passed, std::ref(painter)), Error);
    may_end = true;
    may_end.notify_all();
}
