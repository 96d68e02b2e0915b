// SPDX-License-Identifier: MIT
#include "ows/cgi/web_scale.hpp"

#include <doctest/doctest.h>

namespace cgi = ms::ows::cgi;

namespace {

ms::mapfile::Map limited_map()
{
    ms::mapfile::Map map;
    map.size = {100, 80};
    map.extent = {0, 0, 1000, 1000};
    map.units = ms::mapfile::Units::Meters;
    map.web.min_scale_denominator = 10000;
    map.web.max_scale_denominator = 20000;
    return map;
}

} // namespace

// [scaledenom] and [mapext] of mode=browse of MapServer 8.0.0 for the same map.
TEST_CASE("web scale: beyond MAXSCALEDENOM and MINSCALEDENOM the middle stays in the middle")
{
    auto const map = limited_map();
    auto const wide = cgi::view_within_scales(map, {}).view;
    CHECK(wide.scale_denominator == doctest::Approx(20000));
    CHECK(wide.extent.min_x == doctest::Approx(150.750189));
    CHECK(wide.extent.max_y == doctest::Approx(778.694294));
    auto const near =
        cgi::view_within_scales(map, {.extent = ms::geometry::Box{500, 500, 510, 510}}).view;
    CHECK(near.scale_denominator == doctest::Approx(10000));
    CHECK(near.extent.min_x == doctest::Approx(330.375094));
    CHECK(near.extent.max_y == doctest::Approx(644.347147));
    auto const within =
        cgi::view_within_scales(map, {.extent = ms::geometry::Box{400, 400, 800, 800}}).view;
    CHECK(within.extent.min_x == doctest::Approx(349.367089));
}

TEST_CASE("web scale: a limit with a template of its own leaves the view and changes the page")
{
    auto map = limited_map();
    map.web.template_path = "page.html";
    map.web.max_template = "far.html";
    CHECK(cgi::view_within_scales(map, {}).view.scale_denominator == doctest::Approx(35881.610127));
    CHECK(cgi::template_at_scale(map.web, 35881) == "far.html");
    CHECK(cgi::template_at_scale(map.web, 15000) == "page.html");
    CHECK(cgi::template_at_scale(map.web, 5000) == "page.html"); // no MINTEMPLATE
    map.web.max_scale_denominator = 0;
    CHECK(cgi::template_at_scale(map.web, 1e9) == "page.html");
}
