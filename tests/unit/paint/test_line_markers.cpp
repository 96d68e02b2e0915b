// SPDX-License-Identifier: MIT
// Places as MapServer 8.0.0 draws a dot of 6 pixels along a line of 160.
#include "paint/line_markers.hpp"

#include <doctest/doctest.h>

#include <array>
#include <numbers>

using namespace ms;
using geometry::Point;

namespace {

constexpr std::array straight{Point{19.5, 99.5}, Point{179.5, 99.5}};
constexpr geometry::Box canvas{0, 0, 200, 200};

std::vector<double> places_x(double distance, double first)
{
    std::vector<paint::MarkerPlace> places;
    paint::place_along(straight, {.distance = distance, .first = first, .symbol_width = 6}, canvas,
                       places);
    std::vector<double> x;
    for (auto const& place : places) {
        x.push_back(place.at.x);
    }
    return x;
}

} // namespace

TEST_CASE("line markers: the first is half a gap from the start")
{
    CHECK(places_x(30, -1) == std::vector{34.5, 64.5, 94.5, 124.5, 154.5});
}

TEST_CASE("line markers: INITIALGAP is the distance of the first one")
{
    CHECK(places_x(30, 5) == std::vector{24.5, 54.5, 84.5, 114.5, 144.5, 174.5});
    CHECK(places_x(30, 0) == std::vector{19.5, 49.5, 79.5, 109.5, 139.5, 169.5});
}

TEST_CASE("line markers: a line too short for the gap gets one in its middle")
{
    CHECK(places_x(400, -1) == std::vector{99.5});
    CHECK(places_x(310, -1) == std::vector{174.5});
    CHECK(places_x(400, 200).empty());
}

TEST_CASE("line markers: the gap is counted across vertices and the angle follows the segment")
{
    std::array const bent{Point{0, 100}, Point{20, 100}, Point{20, 50}};
    std::vector<paint::MarkerPlace> places;
    paint::place_along(bent, {.distance = 30}, canvas, places);
    REQUIRE(places.size() == 2);
    CHECK(places[0].at == Point{15, 100});
    CHECK(places[0].angle_rad == doctest::Approx(0));
    CHECK(places[1].at == Point{20, 75});
    CHECK(places[1].angle_rad == doctest::Approx(std::numbers::pi / 2));
}

TEST_CASE("line markers: an absurdly long line with an absurdly small gap is bounded")
{
    std::array const endless{Point{0, 100}, Point{1e300, 100}};
    std::vector<paint::MarkerPlace> places;
    paint::place_along(endless, {.distance = 1e-300}, canvas, places);
    CHECK(places.size() <= 2);
}
