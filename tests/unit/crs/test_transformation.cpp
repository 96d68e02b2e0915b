// SPDX-License-Identifier: MIT
#include "crs/transformation.hpp"

#include "base/error.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <thread>
#include <vector>

using ms::crs::parse;
using ms::crs::Transformation;
using ms::geometry::Box;
using ms::geometry::Point;

namespace {

Transformation between(char const* from, char const* to)
{
    return {parse(from), parse(to)};
}

void check_near(Point actual, Point expected, double tolerance)
{
    CHECK(std::abs(actual.x - expected.x) <= tolerance);
    CHECK(std::abs(actual.y - expected.y) <= tolerance);
}

void check_near(Box const& actual, Box const& expected, double tolerance)
{
    check_near(Point{actual.min_x, actual.min_y}, {expected.min_x, expected.min_y}, tolerance);
    check_near(Point{actual.max_x, actual.max_y}, {expected.max_x, expected.max_y}, tolerance);
}

} // namespace

// SELECT ST_AsText(ST_Transform(ST_SetSRID(ST_Point(8.54169, 47.37689), 4326), s), 12)
TEST_CASE("transformation: points are those of ST_Transform")
{
    struct Example {
        char const* to;
        Point expected;
    };
    for (auto const& [to, expected] : {
             Example{"EPSG:3857", {950856.5813139969, 6003810.560991697}},
             Example{"EPSG:2056", {2683303.1542199184, 1247924.5055707342}},
             Example{"EPSG:32632", {465402.5230336477, 5247149.7325334605}},
             Example{"EPSG:3035", {4210797.274339485, 2697005.84068726}},
         }) {
        CAPTURE(to);
        std::vector<Point> points(3, Point{8.54169, 47.37689});
        CHECK(between("EPSG:4326", to).forward(points) == 0);
        check_near(points.back(), expected, 1e-6);
    }
}

// SELECT ST_AsText(ST_Transform('SRID=2056;POINT(2600000 1200000)'::geometry, s), 15)
TEST_CASE("transformation: datums are shifted as in PostGIS and MapServer")
{
    std::vector<Point> points{{2600000, 1200000}};
    CHECK(between("init=epsg:2056", "EPSG:3857").forward(points) == 0);
    check_near(points[0], {828064.7732897857, 5934093.1876778575}, 1e-6);
    points = {{2600000, 1200000}};
    CHECK(between("EPSG:2056", "EPSG:4326").forward(points) == 0);
    check_near(points[0], {7.43863242087181, 46.95108277187109}, 1e-12);
}

// MapServer 8.0.0, projectionObj("init=epsg:3978") to "init=epsg:4326", which it makes of CRS:84.
TEST_CASE("transformation: WGS 84 is in one place under every name")
{
    for (auto const* const name :
         {"EPSG:4326", "CRS:84", "urn:ogc:def:crs:OGC:1.3:CRS84", "+proj=longlat +datum=WGS84"}) {
        CAPTURE(name);
        std::vector<Point> points{{2615354.5, -70747.9140625}};
        CHECK(between("EPSG:3978", name).forward(points) == 0);
        check_near(points[0], {-62.8442902, 42.3820538}, 1e-7);
    }
}

TEST_CASE("transformation: the inverse leads back")
{
    for (auto const* const crs : {"EPSG:3857", "EPSG:32632", "EPSG:3035", "+proj=moll"}) {
        CAPTURE(crs);
        std::vector<Point> points{{8.5, 47.25}, {11, 46}};
        auto const transformation = between("EPSG:4326", crs);
        CHECK(transformation.forward(points) == 0);
        CHECK(transformation.inverse(points) == 0);
        check_near(points[0], {8.5, 47.25}, 1e-8);
        check_near(points[1], {11, 46}, 1e-8);
    }
}

TEST_CASE("transformation: equal or undefined CRSs change nothing")
{
    for (auto const& same : {between("EPSG:4326", "CRS:84"), between("", "EPSG:3857"),
                             between("EPSG:3857", ""), between("EPSG:900913", "EPSG:3857")}) {
        CHECK(same.is_identity());
        std::vector<Point> points{{1000, 2000}};
        CHECK(same.forward(points) == 0);
        CHECK(points[0] == Point{1000, 2000});
        CHECK(same.forward(Box{1, 2, 3, 4}) == Box{1, 2, 3, 4});
    }
    CHECK_FALSE(between("EPSG:4326", "EPSG:3857").is_identity());
}

TEST_CASE("transformation: points without an image become NaN and are counted")
{
    std::vector<Point> points{{8, 47}, {8, 91}, {-1000, 0}, {8, 47}};
    CHECK(between("EPSG:4326", "EPSG:3857").forward(points) == 2);
    CHECK(std::isnan(points[1].x));
    CHECK(std::isnan(points[1].y));
    CHECK(std::isnan(points[2].x));
    check_near(points[0], points[3], 0);

    std::vector<Point> globe{{0, 40}, {180, -40}};
    CHECK(between("EPSG:4326", "+proj=ortho +lat_0=40 +lon_0=0").forward(globe) == 1);
    CHECK(std::isnan(globe[1].x));
}

TEST_CASE("transformation: NaN stays NaN and is counted")
{
    double const nan = std::nan("");
    for (auto const* const to : {"EPSG:3857", "EPSG:2056"}) {
        std::vector<Point> points{{nan, nan}, {8, 47}};
        CHECK(between("EPSG:4326", to).forward(points) == 1);
        CHECK(std::isnan(points[0].x));
        CHECK_FALSE(std::isnan(points[1].x));
    }
}

// PROJ without our shortcut: "+over" is another CRS, but gives the same result between -180 and
// 180.
TEST_CASE("transformation: Web Mercator without PROJ differs from PROJ by less than a micrometre")
{
    auto const plain = between("EPSG:4326", "EPSG:3857");
    auto const proj = between("EPSG:4326", "+proj=webmerc +datum=WGS84 +units=m");
    std::vector<Point> points;
    for (double lon = -180; lon <= 540; lon += 7.3) {
        for (double lat = -89.9; lat < 90; lat += 0.7) {
            points.push_back({lon, lat});
        }
    }
    points.push_back({180, 0});
    points.push_back({180.0000001, 90});
    points.push_back({-180, -90});
    for (double const beyond :
         {3e-14, 5e-14, 1e-13, 1e-11, 5e-11}) { // the poles of many shapefiles
        points.push_back({10, 90 + beyond});
        points.push_back({10, -90 - beyond});
    }
    auto expected = points;
    CHECK(plain.forward(points) == 0);
    CHECK(proj.forward(expected) == 0);
    for (std::size_t i = 0; i < points.size(); ++i) {
        check_near(points[i], expected[i], 1e-6);
    }
    CHECK(plain.inverse(points) == 0);
    CHECK(proj.inverse(expected) == 0);
    for (std::size_t i = 0; i < points.size(); ++i) {
        check_near(points[i], expected[i], 1e-11);
    }
    std::vector<Point> wide{{3e7, 3e7}, {-3e7, -3e7}, {2.0037508500001e7, 0}, {1e9, 1e9}};
    expected = wide;
    plain.inverse(wide);
    proj.inverse(expected);
    for (std::size_t i = 0; i < wide.size(); ++i) {
        check_near(wide[i], expected[i], 1e-9);
    }
}

// SELECT ST_Extent(ST_Transform(ST_Segmentize(ST_MakeEnvelope(5, 45, 11, 48, 4326), 0.001), s))
TEST_CASE("transformation: boxes hold their bent edges")
{
    Box const alps{5, 45, 11, 48};
    check_near(between("EPSG:4326", "EPSG:32632").forward(alps),
               {184738.572846075, 4982950.400226552, 657630.6407299498, 5324045.786209612}, 5);
    check_near(between("EPSG:4326", "EPSG:3035").forward(alps),
               {3926417.967604707, 2432032.9700879636, 4399980.951079876, 2777782.3601754582}, 5);
    check_near(between("EPSG:32632", "EPSG:4326").inverse(alps),
               {184738.572846075, 4982950.400226552, 657630.6407299498, 5324045.786209612}, 5);
}

// Debian's MapServer 8.0.0, rectObj.project(), gives the same.
TEST_CASE("transformation: maps wider than the world need the whole world")
{
    check_near(between("EPSG:3857", "EPSG:4326").forward(Box{-3e7, -3e7, 3e7, 3e7}),
               {-180, -88.9614983644094, 180, 88.9614983644094}, 1e-9);
    check_near(between("EPSG:4326", "EPSG:3857").forward(Box{-180, -90, 180, 90}),
               {-20037508.342789244, -20037508.342789244, 20037508.342789244, 20037508.342789244},
               1e-6);
}

TEST_CASE("transformation: a box with a pole in it has all longitudes")
{
    auto const polar = between("EPSG:3413", "EPSG:4326").forward(Box{-3e6, -3e6, 3e6, 3e6});
    CHECK(polar.min_x == -180);
    CHECK(polar.max_x == 180);
    CHECK(polar.max_y == 90);
    // MapServer 8.0.0: 52.21; the corners are the southernmost points
    CHECK(polar.min_y == doctest::Approx(52.211749904227645));
}

TEST_CASE("transformation: a box across the antimeridian has all longitudes")
{
    auto const box = between("EPSG:3857", "EPSG:4326").forward(Box{1.9e7, 0, 2.1e7, 1e6});
    CHECK(box.min_x == -180);
    CHECK(box.max_x == 180);
    CHECK(box.min_y == doctest::Approx(0));
    CHECK(box.max_y == doctest::Approx(8.946573850543423)); // as MapServer
}

TEST_CASE("transformation: an extent with the globe's edge needs the whole world")
{
    auto const globe = between("EPSG:4326", "+proj=ortho +lat_0=40 +lon_0=0");
    CHECK(globe.inverse(Box{-7e6, -7e6, 7e6, 7e6}) == Box{-180, -90, 180, 90});
    CHECK(globe.inverse(Box{7e6, 7e6, 8e6, 8e6}).is_empty());
    auto const seen = globe.forward(Box{-180, -90, 180, 90});
    CHECK(seen.contains(Box{-6.3e6, -6.3e6, 6.3e6, 6.3e6})); // radius 6378 km
}

TEST_CASE("transformation: the image of a small box is exact, the one around it contains it")
{
    auto const transformation = between("EPSG:4326", "EPSG:3035");
    Box const box{4300000, 3100000, 4301000, 3100800};
    auto const exact = transformation.inverse(box);
    Box sampled;
    for (int i = 0; i <= 1000; ++i) {
        for (auto p :
             {Point{box.min_x + i, box.min_y}, Point{box.min_x + i, box.max_y},
              Point{box.min_x, box.min_y + i * 0.8}, Point{box.max_x, box.min_y + i * 0.8}}) {
            transformation.inverse(std::span{&p, 1});
            sampled.extend(p);
        }
    }
    for (auto const& [one, other] :
         {std::pair{exact.min_x, sampled.min_x}, std::pair{exact.min_y, sampled.min_y},
          std::pair{exact.max_x, sampled.max_x}, std::pair{exact.max_y, sampled.max_y}}) {
        CHECK(one == doctest::Approx(other).epsilon(1e-10));
    }
    auto const around = transformation.inverse_around(box);
    CHECK(around.contains(exact));
    CHECK(around.width() < exact.width() * 1.0003);
    CHECK(around.height() < exact.height() * 1.0003);
}

TEST_CASE("transformation: an empty box stays empty")
{
    CHECK(between("EPSG:4326", "EPSG:3857").forward(Box{}).is_empty());
}

TEST_CASE("transformation: one object serves several threads")
{
    auto const transformation = between("EPSG:4326", "EPSG:2056");
    std::vector<std::thread> threads;
    std::vector<Point> results(4, Point{8.54169, 47.37689});
    for (auto& point : results) {
        threads.emplace_back([&] { transformation.forward(std::span{&point, 1}); });
    }
    for (auto& thread : threads) {
        thread.join();
    }
    for (auto const& point : results) {
        check_near(point, {2683303.1542199184, 1247924.5055707342}, 1e-6);
    }
}
