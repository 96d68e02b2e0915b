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

/// Largest distance between images of the same points; both have none at the same places.
double worst_distance(std::vector<Point> const& images, std::vector<Point> const& expected)
{
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

/// Largest distance between approximate and exact images; both must fail at the same points.
double worst_error(Transformation const& exact, Box const& seen, Box const& sampled,
                   double tolerance)
{
    ApproximateTransformation approximate{exact, seen, tolerance};
    auto images = random_points(sampled, 20000);
    auto expected = images;
    auto const failures = exact.forward(expected);
    CHECK(approximate.forward(images) == failures);
    return worst_distance(images, expected);
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

namespace {

/// Largest distance between what forward() gives for a lattice and for its points.
double worst_of_lattice(Transformation const& exact, Box const& box, double tolerance)
{
    std::vector<double> xs;
    std::vector<double> ys;
    for (int i = -3; i < 103; ++i) { // some lie outside the box
        xs.push_back(box.min_x + box.width() * i / 100);
        ys.push_back(box.max_y - box.height() * i / 100);
    }
    std::vector<Point> expected;
    for (double const y : ys) {
        for (double const x : xs) {
            expected.push_back({x, y});
        }
    }
    ApproximateTransformation single{exact, box, tolerance, 0};
    ApproximateTransformation crossed{exact, box, tolerance, 0};
    std::vector<Point> images;
    CHECK(crossed.forward(xs, ys, images) == single.forward(expected));
    REQUIRE(images.size() == expected.size());
    return worst_distance(images, expected);
}

} // namespace

TEST_CASE("approximate: columns and rows give the images of their points")
{
    constexpr double rounding = 1e-6;
    Transformation const utm{parse("EPSG:4326"), parse("EPSG:32632")};
    CHECK(worst_of_lattice(utm, Box{9, 47, 9.001, 47.001}, 0.1) < rounding); // two cells a side
    CHECK(worst_of_lattice(utm, Box{6, 45.8, 10.4, 47.8}, 10) < rounding);   // more
    Transformation const globe{parse("EPSG:4326"), parse("+proj=ortho +lat_0=40 +lon_0=0")};
    CHECK(worst_of_lattice(globe, Box{-180, -85, 180, 85}, 10000) < rounding); // cells that fail
    CHECK(worst_of_lattice({parse("EPSG:4326"), parse("CRS:84")}, Box{0, 0, 1, 1}, 1) == 0);
}

TEST_CASE("approximate: a plane is as far from the images as it says")
{
    Transformation const exact{parse("EPSG:3857"), parse("EPSG:25832")};
    Box const box{1'000'000, 6'500'000, 1'100'000, 6'600'000};
    ApproximateTransformation approximate{exact, box, 1, 0};
    auto const plane = approximate.plane();
    REQUIRE(plane);
    CHECK(plane->deviation > 100); // a large box is bent
    auto points = random_points(box, 2000);
    auto images = points;
    approximate.forward(images);
    double worst = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        double const u = (points[i].x - box.min_x) / box.width();
        double const v = (points[i].y - box.min_y) / box.height();
        worst = std::max(
            worst,
            std::hypot(plane->origin.x + plane->across.x * u + plane->up.x * v - images[i].x,
                       plane->origin.y + plane->across.y * u + plane->up.y * v - images[i].y));
    }
    CHECK(worst <= plane->deviation + 1e-6);
    CHECK(worst > plane->deviation / 2);

    Transformation const globe{parse("EPSG:4326"), parse("+proj=ortho +lat_0=40 +lon_0=0")};
    CHECK(!ApproximateTransformation{globe, Box{-180, -85, 180, 85}, 10000, 0}.plane());
}
