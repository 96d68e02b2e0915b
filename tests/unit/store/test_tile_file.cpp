// SPDX-License-Identifier: MIT
#include "store/tile_file.hpp"

#include "base/error.hpp"
#include "unit/store/tiles.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace ms;
using namespace ms::store;

TEST_CASE("tile files: they begin with the tile as clients get it, and are read back")
{
    auto tile = test::stored({"roads", 3, 5, 2}, {0x89, 'P', 'N', 'G', 0}, "drawn from this");
    tile.tile.plain_size = 700;
    tile.tile.is_compressed = true;
    auto const file = tile_file(tile);
    CHECK(std::ranges::equal(std::span{file}.first(5), tile.tile.bytes));
    auto const found = parse_tile_file(file);
    CHECK(found.tile.bytes == tile.tile.bytes);
    CHECK(found.tile.type == "image/png");
    CHECK(found.tile.plain_size == 700);
    CHECK(found.tile.is_compressed);
    CHECK(found.tileset == "roads");
    CHECK(found.state == "drawn from this");
    CHECK(file.size() < largest_tile_file());
}

TEST_CASE("tile files: no part of a file is a file")
{
    auto const file = tile_file(test::stored({"roads", 0, 0, 0}, {1, 2, 3}, "state"));
    for (std::size_t size = 0; size < file.size(); ++size) {
        CHECK_THROWS_AS((void)parse_tile_file(std::span{file}.first(size)), Error);
    }
    auto lying = file;
    lying[lying.size() - 5 - 5 * 8] = 0xFF; // the length of the tileset
    CHECK_THROWS_AS((void)parse_tile_file(lying), Error);
}

TEST_CASE("tile files: what is too large is not stored")
{
    CHECK_THROWS_AS((void)tile_file(test::stored({std::string(5000, 'x'), 0, 0, 0}, {1}, "")),
                    Error);
    auto huge = test::stored({"roads", 0, 0, 0}, {}, "");
    huge.tile.bytes.resize(largest_tile + 1);
    CHECK_THROWS_AS((void)tile_file(huge), Error);
}
