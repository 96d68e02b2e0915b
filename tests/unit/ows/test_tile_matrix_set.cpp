// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "ows/images/tile_matrix_set.hpp"
#include "unit/ows/maps.hpp"

#include <doctest/doctest.h>

namespace {

using namespace ms;
using namespace ms::ows;

TileMatrixSet only_set(std::string const& metadata)
{
    auto const map = test::load("MAP NAME \"m\" SIZE 10 10 EXTENT 0 0 1 1 WEB METADATA " +
                                metadata + " END END END");
    auto const sets = tile_matrix_sets(*map);
    REQUIRE(sets.size() == 1);
    return sets.front();
}

std::string fault_of(std::string const& metadata)
{
    try {
        (void)only_set(metadata);
    } catch (Error const& error) {
        CHECK(error.kind() == ErrorKind::BadMapfile);
        return error.what();
    }
    return "";
}

TEST_CASE("the grid of web maps has the numbers of the standard")
{
    auto const set = only_set("");
    CHECK(set.identifier == "GoogleMapsCompatible");
    CHECK(set.system == "EPSG:3857");
    REQUIRE(set.matrices.size() > 18);
    // OGC 07-057r7, annex E.4.
    CHECK(set.matrices[0].scale_denominator == doctest::Approx(559082264.0287178).epsilon(1e-12));
    CHECK(set.matrices[0].cell == doctest::Approx(156543.0339280410).epsilon(1e-12));
    CHECK(set.matrices[18].scale_denominator == doctest::Approx(2132.729583849784).epsilon(1e-12));
    CHECK(set.matrices[18].identifier == "18");
    CHECK(set.matrices[18].columns == 1 << 18);
    auto const box = set.matrices[1].extent_of(1, 0); // the north-east
    CHECK(box.min_x == 0);
    CHECK(box.max_y == doctest::Approx(20037508.342789244));
}

TEST_CASE("degrees begin with two tiles")
{
    auto const set = only_set(R"("tiles_grids" "WorldCRS84Quad")");
    CHECK(set.matrices[0].columns == 2);
    CHECK(set.matrices[0].rows == 1);
    CHECK(set.matrices[0].cell == 0.703125);
    CHECK(set.matrices[0].scale_denominator == doctest::Approx(279541132.0143588).epsilon(1e-12));
}

TEST_CASE("a grid of the mapfile counts from the upper left corner of its extent")
{
    auto const set = only_set(R"("tiles_grids" "swiss" "tiles_grid_swiss"
        "crs=EPSG:2056 extent=2420000,1030000,2900000,1350000 resolutions=4000,2000,250 tile_size=256")");
    CHECK(set.identifier == "swiss");
    REQUIRE(set.matrices.size() == 3);
    auto const& finest = set.matrices[2];
    CHECK(finest.identifier == "2");
    CHECK(finest.columns == 8); // 480 km of 64 km each, rounded up
    CHECK(finest.rows == 5);    // exactly 320 km
    CHECK(finest.scale_denominator == doctest::Approx(250 / 0.00028));
    CHECK(finest.extent_of(0, 0) == geometry::Box{2420000, 1286000, 2484000, 1350000});
}

TEST_CASE("an invalid grid says what is wrong with which key")
{
    auto const grid = [](std::string const& words) {
        return fault_of("\"tiles_grids\" \"g\" \"tiles_grid_g\" \"" + words + '"');
    };
    CHECK(fault_of(R"("tiles_grids" "g")").find("there is no tiles_grid_g") != std::string::npos);
    CHECK(grid("crs=EPSG:2056").find("tiles_grid_g: crs=, extent=") != std::string::npos);
    CHECK(grid("crs=EPSG:2056 extent=0,0,1,1 resolutions=1,2").find("largest") !=
          std::string::npos);
    CHECK(grid("crs=EPSG:2056 extent=0,0,1,1 resolutions=-1").find("above 0") != std::string::npos);
    CHECK(grid("crs=EPSG:2056 extent=0,0,1,1 resolutions=nan").find("above 0") !=
          std::string::npos);
    CHECK(grid("crs=EPSG:2056 extent=0,0,1 resolutions=1").find("extent=") != std::string::npos);
    CHECK(grid("crs=EPSG:2056 extent=0,0,1e12,1 resolutions=1e-9").find("2^30") !=
          std::string::npos);
    CHECK(grid("crs=EPSG:2056 extent=0,0,1,1 resolutions=1 tile_size=0").find("tile_size") !=
          std::string::npos);
    CHECK(grid("crs=EPSG:2056 origin=x").find("\"origin\"") != std::string::npos);
}

TEST_CASE("tiles that a box only touches do not show it")
{
    auto const set = only_set("");
    auto const& four = set.matrices[2]; // 4 x 4
    double const side = four.cell * four.tile_px;
    auto const range = tiles_in(four, {0, -side, side, 2 * side});
    REQUIRE(range);
    CHECK(range->first_column == 2);
    CHECK(range->last_column == 2);
    CHECK(range->first_row == 0);
    CHECK(range->last_row == 2);
    CHECK(range->contains(2, 1));
    CHECK_FALSE(range->contains(3, 1));
    CHECK_FALSE(tiles_in(four, {3 * side, 0, 4 * side, side}));
    CHECK(tiles_in(four, {-1e300, -1e300, 1e300, 1e300})->last_column == 3);
}

} // namespace
