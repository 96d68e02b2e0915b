// SPDX-License-Identifier: MIT
#include "render/core/viewport.hpp"

#include "base/error.hpp"
#include "mapfile/load.hpp"

#include <doctest/doctest.h>

namespace {

ms::mapfile::Map world()
{
    ms::mapfile::Map map;
    map.extent = {-180, -90, 180, 90};
    map.size = {800, 600};
    map.units = ms::mapfile::Units::Degrees;
    return map;
}

} // namespace

// Numbers of MapServer 8.0.0: mapObj.prepareImage(), then scaledenom, cellsize and extent.
TEST_CASE("viewport: the shorter axis grows to square pixels, centre to centre")
{
    auto const view = ms::render::make_viewport(world(), {});

    CHECK(view.cell_size_x == doctest::Approx(0.45056320400500627).epsilon(1e-14));
    CHECK(view.cell_size_y == view.cell_size_x);
    CHECK(view.extent.min_x == doctest::Approx(-180));
    CHECK(view.extent.min_y == doctest::Approx(-134.9436795994994).epsilon(1e-14));
    CHECK(view.extent.max_y == doctest::Approx(134.9436795994994).epsilon(1e-14));
    CHECK(view.scale_denominator == doctest::Approx(141919428.88610765).epsilon(1e-14));
}

TEST_CASE("viewport: the request's values override the map's")
{
    auto map = world();
    map.units = ms::mapfile::Units::Meters;
    auto const view = ms::render::make_viewport(
        map, {.extent = ms::geometry::Box{0, 0, 1000, 500}, .size = ms::mapfile::Size{300, 900}});

    CHECK(view.width == 300);
    CHECK(view.height == 900);
    CHECK(view.scale_denominator == doctest::Approx(9480.4254180602).epsilon(1e-14));
    CHECK(view.extent.min_y == doctest::Approx(-1253.344481605351).epsilon(1e-14));
    CHECK(view.extent.max_y == doctest::Approx(1753.344481605351).epsilon(1e-14));
}

TEST_CASE("viewport: the scale denominator follows the resolution")
{
    auto map = world();
    map.units = ms::mapfile::Units::Meters;
    auto const view = ms::render::make_viewport(map, {.extent = ms::geometry::Box{0, 0, 1000, 500},
                                                      .size = ms::mapfile::Size{300, 900},
                                                      .resolution = 144.0});
    CHECK(view.scale_denominator == doctest::Approx(18960.8508361204).epsilon(1e-14));
}

// EPSG:2263 uses US survey feet (1200/3937 m), EPSG:2222 feet of 0.3048 m.
TEST_CASE("viewport: the requested CRS sets the units, either kind of feet")
{
    for (auto const* const name : {"EPSG:2263", "EPSG:2222"}) {
        CAPTURE(name);
        auto const view =
            ms::render::make_viewport(world(), {.extent = ms::geometry::Box{0, 0, 1000, 500},
                                                .size = ms::mapfile::Size{101, 51},
                                                .crs = ms::crs::parse(name)});
        CHECK(view.inches_per_unit == 12);
    }
}

TEST_CASE("viewport: pixels need not be square if the request allows it")
{
    auto const view =
        ms::render::make_viewport(world(), {.aspect = ms::render::PixelAspect::AsGiven});
    CHECK(view.extent == ms::geometry::Box{-180, -90, 180, 90});
    CHECK(view.cell_size_x == doctest::Approx(360.0 / 799));
    CHECK(view.cell_size_y == doctest::Approx(180.0 / 599));
}

// map2img of MapServer 8.0.0 draws the side x = 30 of EXTENT 0 0 99 60 in 100 x 100 pixels at 30.5
// with MS_NONSQUARE, and that of 0 0 99 99 at 30 / 0.99.
TEST_CASE("viewport: sizes in map units are those of the quadratic mean of oblong pixels")
{
    ms::render::Viewport view;
    view.cell_size_x = 0.15;
    view.cell_size_y = 0.2;
    // MapServer 8.0.0 draws SIZE 24 in degrees 136 pixels wide: GetMap of 60 x 60 degrees as 400 x
    // 300 pixels.
    CHECK(24 / ms::render::image_scale(view).cell_size == doctest::Approx(135.8).epsilon(1e-3));
}

TEST_CASE("viewport: oblong pixels are counted from their edges, all but square ones are smaller")
{
    auto const view_of = [](double height) {
        return ms::render::make_viewport(world(), {.extent = ms::geometry::Box{0, 0, 99, height},
                                                   .size = ms::mapfile::Size{100, 100},
                                                   .aspect = ms::render::PixelAspect::Oblong});
    };
    auto const oblong = view_of(60);
    CHECK(oblong.counts_from_edges);
    CHECK((30 - oblong.extent.min_x) / oblong.cell_size_x == doctest::Approx(30.5));
    CHECK((oblong.extent.max_y - 60) / oblong.cell_size_y == doctest::Approx(0.5));
    auto const square = view_of(99.0005);
    CHECK_FALSE(square.counts_from_edges);
    CHECK(square.cell_size_x == square.cell_size_y);
    CHECK((30 - square.extent.min_x) / square.cell_size_x == doctest::Approx(30 / 0.99));
    CHECK(square.extent.max_y == 99.0005);
    CHECK(square.extent.width() == doctest::Approx(99 * 0.99));
}

TEST_CASE("viewport: MS_NONSQUARE is on with YES, ON and TRUE")
{
    auto const aspect_of = [](std::string const& value) {
        auto const text = "MAP CONFIG 'MS_NONSQUARE' '" + value + "' END";
        return ms::render::view_of_mapfile(*ms::mapfile::load_text(text, "/", {}).map).aspect;
    };
    for (auto const* const value : {"YES", "on", "True"}) {
        CHECK(aspect_of(value) == ms::render::PixelAspect::Oblong);
    }
    CHECK(aspect_of("NO") == ms::render::PixelAspect::Square);
}

TEST_CASE("viewport: sizes and extents that make no image are refused")
{
    using ms::Error;
    auto map = world();
    auto const refused = [&](ms::render::ViewportRequest const& request) {
        CHECK_THROWS_AS((void)ms::render::make_viewport(map, request), Error);
    };
    refused({.size = ms::mapfile::Size{0, 10}});
    refused({.size = ms::mapfile::Size{10, -1}});
    refused({.size = ms::mapfile::Size{4097, 10}}); // MAXSIZE
    refused({.extent = ms::geometry::Box{1, 0, 1, 5}});
    refused({.extent = ms::geometry::Box{0, 0, std::numeric_limits<double>::quiet_NaN(), 5}});
    refused({.extent = ms::geometry::Box{0, 0, std::numeric_limits<double>::infinity(), 5}});
    refused({.resolution = 0.0});
    refused({.resolution = std::numeric_limits<double>::quiet_NaN()});
}

TEST_CASE("viewport: a PROJECTION that PROJ does not know is named with its place")
{
    auto map = world();
    map.origin.files = {"world.map"};
    map.projection = {.arguments = {"EPSG:99999"}, .at = {0, 3, 14}};
    CHECK_THROWS_WITH_AS((void)ms::render::make_viewport(map, {}),
                         "world.map:3:14: projection \"EPSG:99999\": PROJ does not know it",
                         ms::Error);
}

TEST_CASE("viewport: a rotated map shows the area of the rotated image")
{
    auto map = world();
    map.angle = 90;
    ms::render::ViewportRequest const request{.extent = ms::geometry::Box{0, 0, 199, 99},
                                              .size = ms::mapfile::Size{200, 100}};
    CHECK(ms::render::make_viewport(map, request).angle_rad == 0); // MapServer: without PROJECTION

    map.projection.arguments = {"init=epsg:3857"};
    auto const view = ms::render::make_viewport(map, request);
    auto const seen = ms::render::seen_of(view, 0);
    // By hand: a quarter turn around (99.5, 49.5) exchanges half the width and half the height.
    CHECK(seen.min_x == doctest::Approx(50));
    CHECK(seen.max_x == doctest::Approx(149));
    CHECK(seen.min_y == doctest::Approx(-50));
    CHECK(seen.max_y == doctest::Approx(149));

    // North, above the middle, comes to lie to the right of it; half a pixel to the right and down
    // as MapServer 8.0.0 draws it.
    std::vector<ms::geometry::Point> points{{99.5, 59.5}};
    ms::render::turn(view, points);
    CHECK(points[0].x == doctest::Approx(109.5 + 0.5));
    CHECK(points[0].y == doctest::Approx(49.5 - 0.5));
}

// MapServer 8.0.0 draws (10, 10) of this GetMap at (112, 49.5), and the middle at (149.5, 149.5).
TEST_CASE("viewport: a map is turned before its coordinates become pixels that are not square")
{
    auto map = world();
    map.projection.arguments = {"init=epsg:4326"};
    map.angle = 90;
    auto const view = ms::render::make_viewport(
        map, {.extent = ms::geometry::Box{1.0 / 15, 0.05, 40 - 1.0 / 15, 30 - 0.05},
              .size = ms::mapfile::Size{300, 300},
              .aspect = ms::render::PixelAspect::Oblong});
    std::vector<ms::geometry::Point> points{{10, 10}, {20, 15}};
    ms::render::turn(view, points);
    CHECK((points[0].x - view.extent.min_x) / view.cell_size_x == doctest::Approx(112.5));
    CHECK((view.extent.max_y - points[0].y) / view.cell_size_y == doctest::Approx(50));
    CHECK((points[1].x - view.extent.min_x) / view.cell_size_x == doctest::Approx(150));
    CHECK((view.extent.max_y - points[1].y) / view.cell_size_y == doctest::Approx(150));
}
