// SPDX-License-Identifier: MIT
#include "render/core/tile_grid.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using namespace ms::render;
using ms::geometry::Box;

namespace {

constexpr double web = 156543.03392804097;

/// As GetMap makes one of a BBOX: the extent runs between the centres of the outer pixels.
Viewport view_of(Box const& box, int width, int height)
{
    ms::mapfile::Map map;
    ViewportRequest request;
    double const x = box.width() / width / 2;
    double const y = box.height() / height / 2;
    request.extent = Box{box.min_x + x, box.min_y + y, box.max_x - x, box.max_y - y};
    request.size = ms::mapfile::Size{width, height};
    request.aspect = ms::render::PixelAspect::AsGiven;
    return make_viewport(map, request);
}

} // namespace

TEST_CASE("tile levels: no pixel is further from its level than allowed")
{
    for (double const most : {1.01, 1.1, 1.25, 1.4, 1.5, 4.0}) {
        ResolutionLevels const levels(web, most);
        for (double cell = 0.001; cell < 1e6; cell *= 1.0137) {
            double const ratio = cell / levels.cell_of(levels.nearest(cell));
            CHECK(std::max(ratio, 1 / ratio) <= most * (1 + 1e-9));
        }
    }
}

TEST_CASE("tile levels: the sizes of web maps are levels, exactly")
{
    ResolutionLevels const levels(web, 1.25);
    for (int zoom = 0; zoom < 30; ++zoom) {
        CHECK(levels.cell_of(levels.nearest(std::ldexp(web, -zoom))) == std::ldexp(web, -zoom));
    }
    CHECK(levels.cell_of(-2) == 2 * web);
    CHECK(levels.cell_of(1) == doctest::Approx(web / std::sqrt(2)));
    CHECK(levels.cell_of(-1) == doctest::Approx(web * std::sqrt(2)));
}

// Zoom 3 of web maps: 19567.88 m; tile x=5, y=2 begins one tile of 256 right of and two above 0, 0.
TEST_CASE("tile grid: a tile of a web map is copied of whole pixels")
{
    double const cell = std::ldexp(web, -3);
    Box const box{256 * cell, 256 * cell, 512 * cell, 512 * cell};
    auto const window = window_of(view_of(box, 256, 256), cell, 1.25);
    REQUIRE(window);
    CHECK(window->left == 256);
    CHECK(window->top == -512);
    CHECK(window->step_x == 1);
    CHECK(window->step_y == 1);
    auto const range = tiles_under(*window, 256, 256, 0, 256);
    CHECK(range == TileRange{{-2, 1}, {-2, 1}});
    CHECK(tiles_under(*window, 256, 256, 3, 256) == TileRange{{-3, 0}, {-1, 2}});
}

TEST_CASE("tile grid: an image between the pixels of its level moves onto them")
{
    auto const window = window_of(view_of({10.4, 20.5, 110.4, 70.5}, 100, 50), 1, 1.25);
    REQUIRE(window);
    CHECK(window->left == 10);
    CHECK(window->top == -70); // half a pixel is rounded up
    CHECK(window->step_x == 1);
}

TEST_CASE("tile grid: other sizes are scaled about the right corner")
{
    // Pixels of 1.2: canvas coordinates 0 and 1.2 * 100 of the level, half a pixel before the
    // centres.
    auto const window = window_of(view_of({0, 0, 120, 60}, 100, 50), 1, 1.25);
    REQUIRE(window);
    CHECK(window->left == doctest::Approx(0.6 - 0.5));
    CHECK(window->top == doctest::Approx(-(60 - 0.6) - 0.5));
    CHECK(window->step_x == doctest::Approx(1.2));
    CHECK(window->step_y == doctest::Approx(1.2));
}

TEST_CASE("tile grid: an excessive scaling, on either axis, or an invalid place uses no tiles")
{
    CHECK(!window_of(view_of({0, 0, 130, 60}, 100, 50), 1, 1.25));
    CHECK(!window_of(view_of({0, 0, 100, 65}, 100, 50), 1, 1.25));
    CHECK(!window_of(view_of({0, 0, 79, 50}, 100, 50), 1, 1.25));
    CHECK(window_of(view_of({0, 0, 125, 40}, 100, 50), 1, 1.25));
    CHECK(!window_of(view_of({1e15, 0, 1e15 + 100, 50}, 100, 50), 1, 1.25));
    CHECK(!window_of(view_of({-1e300, -1e300, 1e300, 1e300}, 100, 50), 1, 1.25));
    CHECK(!window_of(view_of({0, 0, 100, 50}, 100, 50), 0, 1.25));
}

TEST_CASE("tile grid: the view of tiles covers them and their gutter")
{
    auto const view = view_of_tiles({{-2, -1}, {-1, 1}}, 10, 256, 16);
    CHECK(view.size->width == 3 * 256 + 32);
    CHECK(view.size->height == 2 * 256 + 32);
    CHECK(*view.extent == Box{-2560 - 155, 0 - 155, 5120 + 155, 5120 + 155});
    ms::mapfile::Map const map;
    auto const made = make_viewport(map, view);
    CHECK(made.cell_size_x == doctest::Approx(10));
    CHECK(made.cell_size_y == doctest::Approx(10));
    // Its own pixels are those of the level.
    auto const window = window_of(made, 10, 1.25);
    REQUIRE(window);
    CHECK(window->left == -256 - 16);
    CHECK(window->top == -512 - 16);
}

TEST_CASE("tile grid: rectangles consist of exactly the tiles")
{
    // ##.
    // ###
    // .##
    std::vector<TileIndex> const tiles{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {1, 2}, {2, 1}, {2, 2}};
    auto const ranges = rectangles_of(tiles, 8);
    std::vector<TileIndex> all;
    for (auto const& range : ranges) {
        auto const some = tiles_of(range);
        all.insert(all.end(), some.begin(), some.end());
    }
    std::ranges::sort(all);
    CHECK(all == tiles);
    CHECK(ranges.size() == 3);
    CHECK(ranges.front() == TileRange{{0, 0}, {1, 1}});
}

TEST_CASE("tile grid: no rectangle is longer than allowed")
{
    auto const tiles = tiles_of({{-3, -3}, {6, 6}});
    auto const ranges = rectangles_of(tiles, 4);
    CHECK(ranges.size() == 9);
    for (auto const& range : ranges) {
        CHECK(range.columns() <= 4);
        CHECK(range.rows() <= 4);
    }
    CHECK(rectangles_of(tiles, 10).size() == 1);
}
