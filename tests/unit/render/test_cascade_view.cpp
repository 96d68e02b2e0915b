// SPDX-License-Identifier: MIT
#include "render/draw/cascade_view.hpp"

#include <doctest/doctest.h>

using namespace ms;
using namespace ms::render;

namespace {

source::wms::Server server_with(char const* system)
{
    source::wms::Server server;
    server.systems.push_back({system, crs::parse(system)});
    return server;
}

/// 10 degrees in 100 x 100 pixels, from edge to edge.
Viewport degrees()
{
    Viewport view;
    view.width = 100;
    view.height = 100;
    view.cell_size_x = view.cell_size_y = 0.1;
    view.extent = {0.05, 0.05, 9.95, 9.95};
    view.crs = crs::parse("EPSG:4326");
    return view;
}

} // namespace

// OGC 06-042 (WMS 1.3.0), 7.3.3.6: a BBOX goes around the outside of the pixels.
TEST_CASE("cascade view: in the server's CRS, pixels are the view's own, edge to edge")
{
    auto const server = server_with("EPSG:4326");
    auto const view = cascade_view(server, {}, degrees());
    REQUIRE(view);
    CHECK_FALSE(view->is_resampled());
    CHECK(view->requested.width == 100);
    CHECK(view->requested.height == 100);
    CHECK(view->requested.box.min_x == doctest::Approx(0));
    CHECK(view->requested.box.max_y == doctest::Approx(10));
}

TEST_CASE("cascade view: only the pixels that the server's extent touches")
{
    auto server = server_with("EPSG:4326");
    server.box = geometry::Box{2, 3.05, 4, 20};
    server.box_crs = crs::parse("EPSG:4326");
    auto const view = cascade_view(server, {}, degrees());
    REQUIRE(view);
    CHECK(view->at->x == 20);
    CHECK(view->at->y == 0);
    CHECK(view->requested.width == 20);
    CHECK(view->requested.height == 70);
    CHECK(view->requested.box.min_y == doctest::Approx(3));
    server.box = geometry::Box{100, 0, 120, 10};
    CHECK_FALSE(cascade_view(server, {}, degrees()));
}

TEST_CASE("cascade view: in another CRS, square pixels as large as the view's")
{
    auto const server = server_with("EPSG:3857");
    auto const view = cascade_view(server, {}, degrees());
    REQUIRE(view);
    CHECK(view->is_resampled());
    auto const& requested = view->requested;
    CHECK(requested.box.min_x <= 0);
    CHECK(requested.box.max_x >= 1113194.9); // 10 degrees of the equator
    CHECK((requested.box.max_x - requested.box.min_x) / requested.width ==
          doctest::Approx((requested.box.max_y - requested.box.min_y) / requested.height));
    CHECK(requested.width == doctest::Approx(102).epsilon(0.03));
}

TEST_CASE("cascade view: a CRS of the list that is the layer's goes before the first")
{
    auto server = server_with("EPSG:25832");
    server.systems.push_back({"EPSG:3857", crs::parse("EPSG:3857")});
    CHECK(cascade_view(server, crs::parse("EPSG:3857"), degrees())->requested.system.name ==
          "EPSG:3857");
    CHECK(cascade_view(server, {}, degrees())->requested.system.name == "EPSG:25832");
}

TEST_CASE("cascade point: the pixel itself, or the middle of an image around its place")
{
    auto const same = cascade_point(server_with("EPSG:4326"), {}, degrees(), {10, 50});
    REQUIRE(same);
    CHECK(same->x == 10);
    CHECK(same->y == 50);
    CHECK(same->requested.width == 100);
    auto const other = cascade_point(server_with("EPSG:3857"), {}, degrees(), {10, 50});
    REQUIRE(other);
    CHECK(other->x == 50);
    CHECK(other->requested.width == 101);
    auto const& box = other->requested.box;
    CHECK((box.min_x + box.max_x) / 2 == doctest::Approx(1.05 * 111319.49).epsilon(1e-4));
}
