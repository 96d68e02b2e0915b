// SPDX-License-Identifier: MIT
#include "ows/images/stored_tile.hpp"

#include "base/temporary_folder.hpp"
#include "store/tile_stores.hpp"
#include "unit/ows/maps.hpp"

#include <array>

using namespace ms;
using namespace ms::ows;

namespace {

constexpr std::array<std::string_view, 4> place{"bbox", "width", "height", "request"};

struct Fixture {
    TemporaryFolder folder{std::filesystem::temp_directory_path()};
    std::shared_ptr<store::TileStores> stores =
        std::make_shared<store::TileStores>(folder.path(), std::size_t{1} << 30U, Log{});
    std::shared_ptr<mapfile::Map> map = std::make_shared<mapfile::Map>(*test::example_map());
    std::vector<render::LayerChoice> layers;
    std::vector<std::string> listed;
    mapfile::OutputFormat format{.name = "png"};

    Fixture() { map->origin.files = {"/maps/world.map"}; }

    std::optional<StorePlace> place_of(std::string_view query, std::string const& name = "world",
                                       std::string const& state = "now")
    {
        test::TestRequest const asked{map, query, {.stores = stores}};
        TileSettings settings;
        settings.store = name;
        return place_in_store(asked.call(), {3, {5, 6}, layers, format, "quad", place, listed},
                              settings, state);
    }

    std::string tileset_of(std::string_view query)
    {
        auto const found = place_of(query);
        return found ? found->key.tileset : "";
    }
};

} // namespace

TEST_CASE("stored tile: what names a tileset, under one name whatever the version")
{
    Fixture fixture;
    auto const tileset = fixture.tileset_of(
        "SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=a,b&STYLES=&SRS=EPSG:3857&BBOX=0,0,1,1&"
        "WIDTH=256&HEIGHT=256&FORMAT=image/png&TRANSPARENT=TRUE");
    CHECK(tileset == "map=/maps/world.map grid=quad output=png crs=9:EPSG:3857 format=9:image/png "
                     "layers=3:a,b styles=0: transparent=4:true");
    CHECK(fixture.tileset_of("map=x&transparent=true&crs=EPSG:3857&request=Map&EXCEPTIONS=XML&"
                             "styles=&version=1.3.0&layers=a,b&Format=image/png") == tileset);
    CHECK(fixture.tileset_of(
              "layers=b,a&styles=&crs=EPSG:3857&format=image/png&transparent=true") != tileset);
}

TEST_CASE("stored tile: values that the mapfile lists name a tileset")
{
    Fixture fixture;
    CHECK(fixture.tileset_of("layers=a&dim_product=peak").empty());
    fixture.listed = {"dim_product"};
    CHECK(fixture.tileset_of("layers=a&DIM_PRODUCT=peak") ==
          "map=/maps/world.map grid=quad output=png dim_product=4:peak layers=1:a");
    CHECK(fixture.tileset_of("layers=a&DIM_PRODUCT=peak&DIM_OTHER=1").empty());
}

TEST_CASE("stored tile: parameters of any value keep a tile out of the store")
{
    Fixture fixture;
    REQUIRE_FALSE(fixture.tileset_of("layers=a").empty());
    for (auto const* const more :
         {"bgcolor=0x000000", "time=2020", "dim_x=1", "elevation=5", "sld_body=<x/>",
          "sld=http://x", "filter=(x)", "anything=1", "angle=10"}) {
        CHECK_MESSAGE(fixture.tileset_of(std::string{"layers=a&"} + more).empty(), more);
    }
    CHECK(fixture.tileset_of("layers=" + std::string(2000, 'a')).empty());
}

TEST_CASE("stored tile: a map that substitutes what is not in the name has no stored tiles")
{
    Fixture fixture;
    fixture.map = std::make_shared<mapfile::Map>(
        *test::load("MAP EXTENT 0 0 1 1 WEB VALIDATION \"version\" \".\" END END END"));
    fixture.map->origin.files = {"/maps/world.map"};
    CHECK_FALSE(fixture.place_of("layers=a&version=1.3.0"));
}

TEST_CASE("stored tile: a tile is found only if it shows the state")
{
    Fixture fixture;
    auto const now = fixture.place_of("layers=a");
    REQUIRE(now);
    CHECK(now->key.zoom == 3);
    CHECK(now->key.row == 5);
    CHECK(now->key.column == 6);
    CHECK_FALSE(find_stored(*now));
    now->store->put({now->key, {.bytes = {1, 2}, .plain_size = 2}, now->state});
    now->store->flush();
    CHECK(find_stored(*now)->bytes == std::vector<std::uint8_t>{1, 2});
    CHECK_FALSE(find_stored(*fixture.place_of("layers=a", "world", "later")));
}

TEST_CASE("stored tile: bytes that cannot be a tile of ours are drawn again")
{
    Fixture fixture;
    auto const now = fixture.place_of("layers=a");
    now->store->put({now->key, {.bytes = {}, .plain_size = 0}, now->state});
    now->store->flush();
    CHECK_FALSE(find_stored(*now));
    now->store->put(
        {now->key,
         {.bytes = {0x1F, 0x8B}, .plain_size = std::size_t{1} << 40U, .is_compressed = true},
         now->state});
    now->store->flush();
    CHECK_FALSE(find_stored(*now));
}

TEST_CASE("stored tile: a map without a store, or with a name that is no name, has no place")
{
    Fixture fixture;
    CHECK_FALSE(fixture.place_of("layers=a", ""));
    CHECK_FALSE(fixture.place_of("layers=a", "../world"));
}
