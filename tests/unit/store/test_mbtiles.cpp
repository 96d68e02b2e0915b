// SPDX-License-Identifier: MIT
#include "store/mbtiles.hpp"

#include "base/error.hpp"
#include "base/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <array>
#include <fstream>

using namespace ms;
using namespace ms::store;

TEST_CASE("MBTiles: rows count from below, equal tiles are stored once")
{
    TemporaryFolder const folder{std::filesystem::temp_directory_path()};
    auto const file = folder.path() / "world.mbtiles";
    {
        MbtilesWriter writer{file, {{"name", "world"}, {"format", "png"}}};
        constexpr std::array<std::uint8_t, 3> sea{1, 2, 3};
        constexpr std::array<std::uint8_t, 2> land{4, 5};
        writer.put(3, 5, 0, sea);
        writer.put(3, 6, 7, sea);
        writer.put(3, 6, 2, land);
        CHECK_FALSE(std::filesystem::exists(file));
        writer.finish();
    }
    SqliteDatabase database{file, SqliteDatabase::Access::Read, 1000};
    CHECK(database.number("SELECT count(*) FROM tiles") == 3);
    CHECK(database.number("SELECT count(*) FROM images") == 2);
    CHECK(database.number("SELECT tile_row FROM tiles WHERE tile_column = 5") == 7);
    CHECK(database.number("SELECT length(tile_data) FROM tiles WHERE zoom_level = 3 AND "
                          "tile_column = 6 AND tile_row = 5") == 2);
    CHECK(database.number(
              "SELECT count(*) FROM metadata WHERE name = 'format' AND value = 'png'") == 1);
    CHECK(database.number("PRAGMA application_id") == 0x4D504258);
    CHECK_FALSE(std::filesystem::exists(file.native() + ".part"));
}

TEST_CASE("MBTiles: a file that is not finished leaves nothing, one that is there is left alone")
{
    TemporaryFolder const folder{std::filesystem::temp_directory_path()};
    auto const file = folder.path() / "world.mbtiles";
    std::ofstream{file.native() + ".part"} << "what a killed process has left";
    {
        MbtilesWriter const writer{file, {}};
    }
    CHECK(std::filesystem::is_empty(folder.path()));
    std::ofstream{file} << "mine";
    CHECK_THROWS_AS((MbtilesWriter{file, {}}), Error);
    CHECK(std::filesystem::file_size(file) == 4);
}
