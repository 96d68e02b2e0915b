// SPDX-License-Identifier: MIT
#include "crs/approximate.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <vector>

using ms::crs::ApproximateTransformation;
using ms::crs::parse;
using ms::crs::Transformation;
using ms::geometry::Box;
using ms::geometry::Point;

namespace {

std::vector<Point> random_points(Box const& box, int count)
{
    std::mt19937 random{1};
    std::uniform_real_distribution<double> x{box.min_x, box.max_x};
    std::uniform_real_distribution<double> y{box.min_y, box.max_y};
    std::vector<Point> points;
    for (int i = 0; i < count; ++i) {
        points.push_back({x(random), y(random)});
    }
    return points;
}

/// Largest distance between approximate and exact images; both must fail at the same points.
double worst_error(Transformation const& exact, Box const& seen, Box const& sampled,
                   double tolerance)
{
    ApproximateTransformation approximate{exact, seen, tolerance};
    auto images = random_points(sampled, 20000);
    auto expected = images;
    auto const failures = exact.forward(expected);
    CHECK(approximate.forward(images) == failures);
    double worst = 0;
    for (std::size_t i = 0; i < images.size(); ++i) {
        REQUIRE(std::isnan(images[i].x) == std::isnan(expected[i].x));
        if (!std::isnan(images[i].x)) {
            worst = std::max(worst,
                             std::hypot(images[i].x - expected[i].x, images[i].y - expected[i].y));
        }
    }
    return worst;
}

} // namespace

TEST_CASE("approximate: errors stay below the tolerance")
{
    Box const alps{6, 45.8, 10.4, 47.8};
    for (auto const* const to : {"EPSG:3857", "EPSG:32632", "EPSG:2056", "EPSG:3035"}) {
        CAPTURE(to);
        Transformation const exact{parse("EPSG:4326"), parse(to)};
        for (double const tolerance : {100.0, 1.0}) {
            auto const worst = worst_error(exact, alps, alps, tolerance);
            CHECK(worst <= tolerance);
            CHECK(worst > 0); // or it was not approximate
        }
    }
}

TEST_CASE("approximate: a tolerance that no grid reaches is met by exact transformation")
{
    Transformation const exact{parse("EPSG:4326"), parse("EPSG:3035")};
    Box const europe{-10, 35, 30, 70};
    CHECK(worst_error(exact, europe, europe, 1e-3) <= 1e-3);
    CHECK(worst_error(exact, europe, europe, 0) == 0);
}

TEST_CASE("approximate: points outside the box are exact")
{
    Transformation const exact{parse("EPSG:4326"), parse("EPSG:32632")};
    CHECK(worst_error(exact, Box{6, 45.8, 10.4, 47.8}, Box{-10, 30, 5, 60}, 100) == 0);
}

TEST_CASE("approximate: jumps at the antimeridian and the edge of the globe stay sharp")
{
    Transformation const pacific{parse("EPSG:4326"), parse("+proj=eqc +lon_0=170 +datum=WGS84")};
    Box const world{-180, -85, 180, 85};
    CHECK(worst_error(pacific, world, world, 10000) <= 10000);

    Transformation const globe{parse("EPSG:4326"), parse("+proj=ortho +lat_0=40 +lon_0=0")};
    CHECK(worst_error(globe, world, world, 10000) <= 10000);
}

TEST_CASE("approximate: a few points are exact, no grid is built for them")
{
    Transformation const exact{parse("EPSG:4326"), parse("EPSG:2056")};
    ApproximateTransformation approximate{exact, Box{6, 45, 11, 48}, 1000};
    std::vector<Point> points{{8.54169, 47.37689}};
    auto expected = points;
    exact.forward(expected);
    CHECK(approximate.forward(points) == 0);
    CHECK(points == expected);
}

TEST_CASE("approximate: the identity stays the identity")
{
    ApproximateTransformation approximate{
        {parse("EPSG:4326"), parse("CRS:84")}, Box{0, 0, 1, 1}, 1};
    auto points = random_points({0, 0, 1, 1}, 10000);
    auto const before = points;
    CHECK(approximate.is_identity());
    CHECK(approximate.forward(points) == 0);
    CHECK(points == before);
}

TEST_CASE("approximate: a box without area does not fail")
{
    Transformation const exact{parse("EPSG:4326"), parse("EPSG:3857")};
    CHECK(worst_error(exact, Box{}, Box{0, 0, 1, 1}, 1) == 0);
    CHECK(worst_error(exact, Box{1, 1, 1, 1}, Box{0, 0, 1, 1}, 1) == 0);
}
