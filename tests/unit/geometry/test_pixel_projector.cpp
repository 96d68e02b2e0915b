// SPDX-License-Identifier: MIT
#include "geometry/pixel_projector.hpp"

#include "unit/geometry/columns.hpp"

#include <doctest/doctest.h>

#include <limits>

using namespace ms::geometry;
using namespace ms::geometry::test;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr Affine identity{};
constexpr Box image{0, 0, 100, 100};

/// The first feature, without thinning.
std::string cut(std::string_view wkt, Box const& box = image)
{
    GeometryColumn out;
    PixelProjector{identity, box, Thinning::None}.run(column_of({wkt}), out);
    return encode_wkt(out, 0);
}

std::string thinned(std::string_view wkt)
{
    GeometryColumn out;
    PixelProjector{identity, unbounded, Thinning::Pixel}.run(column_of({wkt}), out);
    return encode_wkt(out, 0);
}

} // namespace

// Debian's MapServer 8.0.0 draws the square 10..20 of EXTENT 0 0 99 99, SIZE 100 100 as the pixels
// 10 to 19 and 79 to 88, without grey edges.
TEST_CASE("affine: a square of whole map units covers whole pixels, as in MapServer")
{
    auto const to_pixel = world_to_pixel({0, 0, 99, 99}, 1, 1);
    CHECK(to_pixel(Box{10, 10, 20, 20}) == Box{10, 79, 20, 89});
}

TEST_CASE("affine: the inverse leads back")
{
    auto const to_pixel = world_to_pixel({500000, 6000000, 600000, 6050000}, 250, 125, 0.5);
    CHECK(to_pixel(Point{500250, 6049875}) == Point{1.5, 1.5});
    CHECK(to_pixel.inverse()(Point{1.5, 1.5}) == Point{500250, 6049875});
}

TEST_CASE("affine: an empty box stays empty")
{
    CHECK(world_to_pixel({0, 0, 1, 1}, 1, 1)(Box{}).is_empty());
}

namespace {

std::string turned(std::string_view wkt, Box const& box)
{
    GeometryColumn out;
    PixelProjector projector{identity, box, Thinning::None};
    projector.set_turn(360);
    projector.run(column_of({wkt}), out);
    return encode_wkt(out, 0);
}

} // namespace

// The world is 360 wide, from 0 to 360.
TEST_CASE("project: lines that jump over half of the world cross its edge")
{
    Box const world{0, 0, 360, 180};
    CHECK(turned("LINESTRING(340 10,350 20,10 40,20 50)", world) ==
          "MULTILINESTRING((340 10,350 20,360 30),(0 30,10 40,20 50))");
    CHECK(turned("LINESTRING(10 40,350 20)", world) ==
          "MULTILINESTRING((10 40,0 30),(360 30,350 20))");
    CHECK(turned("LINESTRING(350 20,10 40)", unbounded) ==
          "MULTILINESTRING((350 20,370 40),(-10 20,10 40))");
    CHECK(turned("LINESTRING(90 0,269 0)", world) == "LINESTRING(90 0,269 0)");
    CHECK(turned("POLYGON((10 0,350 0,350 90,10 0))", world) ==
          "POLYGON((10 0,350 0,350 90,10 0))");
}

TEST_CASE("project: what is inside is not touched")
{
    CHECK(cut("POLYGON((0 0,100 0,100 100,0 0))") == "POLYGON((0 0,100 0,100 100,0 0))");
    CHECK(cut("LINESTRING(1 1,2 2,2 2)") == "LINESTRING(1 1,2 2,2 2)");
    CHECK(cut("MULTIPOINT(1 1,2 2)") == "MULTIPOINT(1 1,2 2)");
}

TEST_CASE("project: geometries outside become features of Kind::None, at their place")
{
    auto const in = column_of({"POINT(-1 5)", "POINT(5 5)", "LINESTRING(-5 -5,-1 -1)",
                               "POINT EMPTY", "POLYGON((101 0,102 0,102 1,101 0))"});
    GeometryColumn out;
    PixelProjector{identity, image, Thinning::Pixel}.run(in, out);
    CHECK(out.kinds == std::vector{Kind::None, Kind::Point, Kind::None, Kind::None, Kind::None});
    CHECK(out.points == std::vector{Point{5, 5}});
}

TEST_CASE("project: lines that were rings keep two vertices at either end, of any size")
{
    // MapServer 8.0.0 labels a polygon of 0.2 pixels in a layer of lines; a line as small has no
    // length left.
    auto const in = column_of({"LINESTRING(5 5,5.1 5,5.1 5.1,5 5.1,5 5)"});
    GeometryColumn out;
    PixelProjector projector{identity, image, Thinning::Pixel};
    projector.run(in, out, 2);
    CHECK(encode_wkt(out, 0) == "LINESTRING(5 5,5.1 5,5 5.1,5 5)");
    projector.run(in, out);
    CHECK(encode_wkt(out, 0) == "LINESTRING(5 5,5 5)");
}

TEST_CASE("project: points outside are dropped one by one")
{
    CHECK(cut("MULTIPOINT(1 1,101 1,2 2,2 -1)") == "MULTIPOINT(1 1,2 2)");
}

TEST_CASE("project: a line that leaves and comes back is two lines")
{
    CHECK(cut("LINESTRING(50 50,150 50,150 60,50 60)") ==
          "MULTILINESTRING((50 50,100 50),(100 60,50 60))");
    CHECK(cut("LINESTRING(-50 50,150 50)") == "LINESTRING(0 50,100 50)");
    CHECK(cut("LINESTRING(-10 90,10 110)") == "GEOMETRYCOLLECTION EMPTY"); // touches the corner
    CHECK(cut("LINESTRING(50 -10,120 60)") == "LINESTRING(60 0,100 40)");
}

TEST_CASE("project: a line that touches the edge from inside is not broken")
{
    CHECK(cut("LINESTRING(50 50,100 50,50 60,-1 60)") == "LINESTRING(50 50,100 50,50 60,0 60)");
}

TEST_CASE("project: polygons are cut along the box")
{
    CHECK(cut("POLYGON((50 50,150 50,150 150,50 150,50 50))") ==
          "POLYGON((100 50,100 100,50 100,50 50,100 50))");
    CHECK(cut("POLYGON((-10 -10,110 -10,110 110,-10 110,-10 -10))") ==
          "POLYGON((0 0,100 0,100 100,0 100,0 0))");
}

TEST_CASE("project: a cut ring begins at its second vertex, as in MapServer, or keeps its start")
{
    auto const in = column_of({"POLYGON((10 10,20 10,150 20,10 30,10 10))"});
    PixelProjector projector{identity, image, Thinning::None};
    GeometryColumn out;
    projector.run(in, out);
    auto const begin = out.points.front();
    CHECK(begin == Point{20, 10});
    projector.set_ring_start(geometry::RingStart::First);
    projector.run(in, out);
    CHECK(out.points.front() == Point{10, 10});
    CHECK(out.points.back() == Point{10, 10});
}

TEST_CASE("project: rings that are lines are cut as rings, with a margin for their cut edges")
{
    auto const in = column_of({"LINESTRING(10 10,150 10,150 30,10 30,10 10)"});
    PixelProjector projector{identity, image, Thinning::None};
    GeometryColumn out;
    projector.run(in, out);
    CHECK(encode_wkt(out, 0) == "MULTILINESTRING((10 10,100 10),(100 30,10 30,10 10))");
    projector.set_ring_margin(5);
    projector.run(in, out, 2);
    CHECK(encode_wkt(out, 0) == "LINESTRING(105 10,105 30,10 30,10 10,105 10)");
}

TEST_CASE("project: holes outside vanish, holes across are cut")
{
    CHECK(
        cut("POLYGON((-100 -100,200 -100,200 200,-100 200,-100 -100),(-9 -9,-9 -5,-5 -5,-9 -9))") ==
        "POLYGON((0 0,100 0,100 100,0 100,0 0))");
}

TEST_CASE("project: vertices within a pixel of the last remaining one are dropped from lines")
{
    CHECK(thinned("LINESTRING(0 0,0.5 0,1 0,1.1 0,1.2 0,3 0,3.1 0)") ==
          "LINESTRING(0 0,1.1 0,3 0,3.1 0)");
    CHECK(thinned("LINESTRING(0 0,0.1 0)") == "LINESTRING(0 0,0.1 0)");
}

TEST_CASE("project: rings keep their first two and last two vertices")
{
    CHECK(thinned("POLYGON((0 0,0.1 0,0.2 0.1,0.1 0.2,0 0.1,0 0))") ==
          "POLYGON((0 0,0.1 0,0 0.1,0 0))");
    CHECK(thinned("POLYGON((0 0,9 0,9.5 0,9 9,0 9,0 0))") == "POLYGON((0 0,9 0,9 9,0 9,0 0))");
}

TEST_CASE("project: rings of less than a triangle are dropped when thinned")
{
    CHECK(thinned("POLYGON((0 0,9 0,0 0))") == "GEOMETRYCOLLECTION EMPTY");
}

TEST_CASE("project: points are never thinned")
{
    CHECK(thinned("MULTIPOINT(0 0,0.1 0,0.2 0)") == "MULTIPOINT(0 0,0.1 0,0.2 0)");
}

TEST_CASE("project: a failed projection breaks lines and leaves gaps in rings")
{
    auto in = column_of({"LINESTRING(1 1,2 2,3 3,4 4,5 5)", "POLYGON((1 1,9 1,9 9,5 9,1 9,1 1))",
                         "MULTIPOINT(1 1,2 2)", "POLYGON((0 0,1 0,1 1,0 0))"});
    in.points[2] = {not_a_number, not_a_number};
    in.points[8] = {not_a_number, not_a_number};
    in.points[11] = {not_a_number, not_a_number};
    for (std::size_t i = 13; i < in.points.size(); ++i) {
        in.points[i] = {not_a_number, not_a_number};
    }
    for (auto const& box : {image, unbounded}) {
        GeometryColumn out;
        PixelProjector{identity, box, Thinning::None}.run(in, out);
        CHECK(encode_wkt(out, 0) == "MULTILINESTRING((1 1,2 2),(4 4,5 5))");
        // Cut rings begin at their second vertex.
        CHECK(encode_wkt(out, 1) == "POLYGON((9 1,9 9,1 9,1 1,9 1))");
        CHECK(encode_wkt(out, 2) == "POINT(2 2)");
        CHECK(encode_wkt(out, 3) == "GEOMETRYCOLLECTION EMPTY");
    }
}

TEST_CASE("project: coordinates at the end of the number range do no harm")
{
    auto const in = column_of({"LINESTRING(50 50,50 1e308)",
                               "POLYGON((-1e308 -1e308,1e308 -1e308,1e308 1e308,-1e308 1e308,"
                               "-1e308 -1e308))"});
    GeometryColumn out;
    PixelProjector{Affine{0, 0, 10, 10, 0, 0}, {0, 0, 1000, 1000}, Thinning::Pixel}.run(in, out);
    CHECK(encode_wkt(out, 0) == "LINESTRING(500 500,500 1000)");
    CHECK(encode_wkt(out, 1) == "POLYGON((0 0,1000 0,1000 1000,0 1000,0 0))");
}

TEST_CASE("project: every result lies in the box, feature by feature")
{
    Box const box{-300000, -200000, 400000, 500000};
    for (unsigned seed = 0; seed < 100; ++seed) {
        auto const in = random_column(seed, 1);
        GeometryColumn out;
        PixelProjector projector{identity, box, seed % 2 == 0 ? Thinning::Pixel : Thinning::None};
        projector.run(in, out);
        REQUIRE(out.size() == in.size());
        for (std::size_t i = 0; i < out.size(); ++i) {
            CHECK((out.kinds[i] == Kind::None || out.kinds[i] == in.kinds[i]));
            CHECK((out.kinds[i] == Kind::None) == out.points_of(i).empty());
        }
        for (auto const& p : out.points) {
            CHECK(box.grown(1e-9).contains(p));
        }
    }
}

TEST_CASE("project: a second run allocates nothing")
{
    auto const in = random_column(7, 1);
    GeometryColumn out;
    PixelProjector projector{identity, Box{-3e5, -2e5, 4e5, 5e5}, Thinning::Pixel};
    projector.run(in, out);
    auto const* const points = out.points.data();
    auto const* const rings = out.ring_ends.data();
    projector.run(in, out);
    CHECK(out.points.data() == points);
    CHECK(out.ring_ends.data() == rings);
}

TEST_CASE("project: features are cut to their own boxes, and to the common one without")
{
    auto const in = column_of(
        {"LINESTRING(-50 10,50 10)", "LINESTRING(-50 10,50 10)", "LINESTRING(-50 10,50 10)"});
    std::vector<Box> const boxes{image.grown(5), image.grown(20)};
    std::vector<std::int32_t> const box_of{1, -1, 0};
    GeometryColumn out;
    PixelProjector projector{identity, image, Thinning::None};
    projector.run(in, out, 1, {.boxes = boxes, .box_of = box_of});
    CHECK(encode_wkt(out, 0) == "LINESTRING(-20 10,50 10)");
    CHECK(encode_wkt(out, 1) == "LINESTRING(0 10,50 10)");
    CHECK(encode_wkt(out, 2) == "LINESTRING(-5 10,50 10)");
    projector.run(in, out);
    CHECK(encode_wkt(out, 2) == "LINESTRING(0 10,50 10)");
}
