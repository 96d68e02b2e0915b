// SPDX-License-Identifier: MIT
#include "ows/images/grid_tile.hpp"

#include "ows/images/tile_matrix_set.hpp"
#include "unit/ows/maps.hpp"

using namespace ms;
using namespace ms::ows;

namespace {

constexpr double half_world = 20037508.342789244;

std::shared_ptr<mapfile::Map const> map_with_grids(std::string const& metadata)
{
    return test::load("MAP EXTENT 0 0 1 1 WEB METADATA " + metadata + " END END END");
}

/// An image from edge to edge of a box.
render::Viewport view_of(geometry::Box const& box, int side)
{
    render::Viewport view;
    view.width = view.height = side;
    view.cell_size_x = box.width() / side;
    view.cell_size_y = box.height() / side;
    view.extent = box.grown(-view.cell_size_x / 2);
    return view;
}

geometry::Box tile_box(int zoom, int column, int row)
{
    double const side = 2 * half_world / (1 << zoom);
    return {-half_world + column * side, half_world - (row + 1) * side,
            -half_world + (column + 1) * side, half_world - row * side};
}

std::string found_in(std::shared_ptr<mapfile::Map const> const& map, std::string_view system,
                     render::Viewport const& view)
{
    test::TestRequest const asked{map, ""};
    auto const tile = find_grid_tile(asked.call(), system, view);
    return tile ? tile->grid + ' ' + std::to_string(tile->zoom) + ' ' +
                      std::to_string(tile->index.row) + ' ' + std::to_string(tile->index.column)
                : "";
}

} // namespace

TEST_CASE("grid tile: an image with the box and size of a tile is that tile")
{
    auto const map = map_with_grids("");
    CHECK(found_in(map, "EPSG:3857", view_of(tile_box(0, 0, 0), 256)) ==
          "GoogleMapsCompatible 0 0 0");
    CHECK(found_in(map, "epsg:3857", view_of(tile_box(5, 17, 11), 256)) ==
          "GoogleMapsCompatible 5 11 17");
    CHECK(found_in(map, "EPSG:3857", view_of(tile_box(22, 2'200'000, 1'500'000), 256)) ==
          "GoogleMapsCompatible 22 1500000 2200000");
}

TEST_CASE("grid tile: an image of another size, place or CRS, or of a turned map, is no tile")
{
    auto const map = map_with_grids("");
    auto const box = tile_box(5, 17, 11);
    CHECK(found_in(map, "EPSG:3857", view_of(box, 512)).empty());
    CHECK(found_in(map, "EPSG:3395", view_of(box, 256)).empty());
    double const pixel = box.width() / 256;
    geometry::Box const moved{box.min_x + pixel / 50, box.min_y, box.max_x + pixel / 50, box.max_y};
    CHECK(found_in(map, "EPSG:3857", view_of(moved, 256)).empty());
    geometry::Box const nearly{box.min_x + pixel / 1000, box.min_y, box.max_x, box.max_y};
    CHECK_FALSE(found_in(map, "EPSG:3857", view_of(nearly, 256)).empty());
    CHECK(found_in(map, "EPSG:3857", view_of(tile_box(5, 32, 0), 256)).empty()); // beside the world
    CHECK(found_in(map, "EPSG:3857", view_of(tile_box(5, -1, 0), 256)).empty());
    auto turned = view_of(box, 256);
    turned.angle_rad = 0.1;
    CHECK(found_in(map, "EPSG:3857", turned).empty());
}

TEST_CASE("grid tile: grids of the map, first come first served; wrong ones are no error here")
{
    auto const map = map_with_grids(R"("tiles_grids" "swiss GoogleMapsCompatible" "tiles_grid_swiss"
                          "crs=EPSG:2056 extent=2420000,1030000,2900000,1350000 resolutions=500,100 tile_size=200")");
    CHECK(found_in(map, "EPSG:2056", view_of({2'520'000, 1'250'000, 2'620'000, 1'350'000}, 200)) ==
          "swiss 0 0 1");
    auto const wrong = map_with_grids(R"("tiles_grids" "mars")");
    CHECK(found_in(wrong, "EPSG:3857", view_of(tile_box(0, 0, 0), 256)).empty());
}
