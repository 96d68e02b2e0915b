// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "base/temporary_folder.hpp"
#include "store/sqlite_database.hpp"
#include "store/sqlite_store.hpp"
#include "unit/store/tiles.hpp"

#include <doctest/doctest.h>

#include <array>

using namespace ms;
using namespace ms::store;

namespace {

struct Package {
    TemporaryFolder folder{std::filesystem::temp_directory_path()};
    std::filesystem::path file = folder.path() / "tiles.gpkg";

    [[nodiscard]] SqliteDatabase database() const
    {
        return {file, SqliteDatabase::Access::Create, 1000};
    }
};

TileMatrixSet world()
{
    return {.title = "World",
            .authority = "EPSG",
            .code = 3857,
            .wkt = "PROJCS[...]",
            .left = -100,
            .top = 50,
            .matrices = {{1, 100, 2, 1}, {0.5, 100, 4, 2}}};
}

StoredTile in_world(TileKey key)
{
    auto tile = test::stored(std::move(key), {1, 2, 3}, "state");
    tile.matrix_set = world;
    return tile;
}

std::string text_in(SqliteDatabase& database, char const* sql)
{
    auto statement = database.prepare(sql);
    return statement.step() ? std::string{statement.text(0)} : "";
}

} // namespace

TEST_CASE("GeoPackage store: a tileset is described with its first tile")
{
    Package const package;
    auto const store = open_geopackage_store(package.file, 1U << 30U);
    store->put(std::array{in_world({"roads", 1, 3, 0}), in_world({"roads", 1, 3, 1}),
                          in_world({"rivers", 0, 0, 0})});
    auto database = package.database();
    CHECK(database.number("PRAGMA application_id") == 0x47504B47);
    CHECK(database.number("PRAGMA user_version") == 10300);
    CHECK(database.number("SELECT count(*) FROM gpkg_contents WHERE data_type = 'tiles'") == 2);
    CHECK(text_in(database, "SELECT identifier FROM gpkg_contents ORDER BY table_name") ==
          "World (1)");
    CHECK(text_in(database, "SELECT description FROM gpkg_contents ORDER BY table_name") ==
          "roads");
    CHECK(text_in(database, "SELECT min_x || ' ' || min_y || ' ' || max_x || ' ' || max_y FROM "
                            "gpkg_tile_matrix_set") == "-100.0 -50.0 100.0 50.0");
    CHECK(text_in(database,
                  "SELECT matrix_width || ' ' || matrix_height || ' ' || tile_width || ' "
                  "' || pixel_x_size FROM gpkg_tile_matrix WHERE zoom_level = 1") == "4 2 100 0.5");
    CHECK(text_in(database, "SELECT tile_column || ' ' || tile_row || ' ' || hex(tile_data) FROM "
                            "tileset_1 ORDER BY tile_row") == "3 0 010203");
    CHECK(database.number("SELECT count(*) FROM tileset_1") == 2);
    CHECK(database.number("SELECT srs_id FROM gpkg_contents") == 3857);
    CHECK(text_in(database, "SELECT definition FROM gpkg_spatial_ref_sys WHERE srs_id = 3857") ==
          "PROJCS[...]");
}

TEST_CASE("GeoPackage store: what describes a tileset goes with its last tile")
{
    Package const package;
    constexpr std::size_t bound = 1U << 20U;
    auto const store = open_geopackage_store(package.file, bound);
    for (int i = 0; i < 1000; ++i) {
        auto tile = in_world({std::to_string(i), 0, 0, 0});
        tile.tile.bytes.assign(3000, static_cast<std::uint8_t>(i));
        tile.tile.bytes[0] = static_cast<std::uint8_t>(i >> 8);
        store->put(std::span{&tile, 1});
    }
    auto database = package.database();
    CHECK(store->bytes() <= bound);
    auto const tilesets = database.number("SELECT count(*) FROM tileset");
    CHECK(tilesets < 600);
    CHECK(database.number("SELECT count(*) FROM gpkg_contents") == tilesets);
    CHECK(database.number("SELECT count(*) FROM gpkg_tile_matrix") == 2 * tilesets);
    CHECK(database.number("SELECT count(*) FROM sqlite_schema WHERE type = 'view'") == tilesets);
}

TEST_CASE("GeoPackage store: a GeoPackage of another program is refused, and stays as it is")
{
    Package const package;
    package.database().run("PRAGMA application_id = 0x47504B47; PRAGMA user_version = 10300; "
                           "CREATE TABLE gpkg_contents (table_name TEXT)");
    CHECK_THROWS_AS((void)open_geopackage_store(package.file, 1U << 30U), Error);
    CHECK(package.database().number("SELECT count(*) FROM sqlite_schema") == 1);
    CHECK_THROWS_AS((void)open_sqlite_store(package.file, 1U << 30U), Error);
}
