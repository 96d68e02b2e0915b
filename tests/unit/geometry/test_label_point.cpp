// SPDX-License-Identifier: MIT
#include "geometry/label_point.hpp"

#include "unit/geometry/columns.hpp"

#include <doctest/doctest.h>

using namespace ms::geometry;
using namespace ms::geometry::test;

// mapscript.shapeObj.fromWKT('...').getLabelPoint() of Debian's MapServer 8.0.0
TEST_CASE("label point: polygons are labelled where MapServer labels them")
{
    struct Example {
        char const* wkt;
        Point expected;
    };
    LabelPointFinder finder;
    for (auto const& [wkt, expected] : {
             Example{"POLYGON((0 0,10 0,10 10,0 10,0 0))", {5, 5}},
             // A C: its centre is in the gap, to the left of the box's middle.
             Example{"POLYGON((0 0,100 0,100 10,10 10,10 90,100 90,100 100,0 100,0 0))", {5, 50}},
             // The same so small that the centre is less than a unit away.
             Example{"POLYGON((0 0,0.5 0,0.5 0.1,0.05 0.1,0.05 0.45,0.5 0.45,0.5 0.5,0 0.5,0 0))",
                     {0.275, 0.05}},
             Example{"POLYGON((0 0,100 0,100 100,0 100,0 0),(20 20,80 20,80 80,20 80,20 20))",
                     {50, 10}},
             // Holes away from the centre do not move it.
             Example{"POLYGON((0 0,100 0,100 100,0 100,0 0),(60 10,60 45,95 45,95 10,60 10))",
                     {50, 50}},
             Example{
                 "MULTIPOLYGON(((0 0,10 0,10 10,0 10,0 0)),((100 0,140 0,140 41,100 40,100 0)))",
                 {120.08230452674897, 20.25102880658436}},
             Example{"MULTIPOLYGON(((0 0,10 0,10 10,0 10,0 0)),((12 0,22 0,22 10,12 10,12 0)))",
                     {5, 5}},
             Example{"MULTIPOLYGON(((0 0,10 0,10 10,0 10,0 0)),((100 0,140 0,140 1,100 1,100 0)))",
                     {5, 5.5}},
             Example{"MULTIPOLYGON(((0 0,10 0,10 10,0 10,0 0)),((100 0,130 0,130 30,100 30,100 0),"
                     "(101 1,101 29,129 29,129 1,101 1)))",
                     {100.5, 19.5}},
             Example{"POLYGON((0 0,100 0,50 10,0 0))", {25, 2.5}},
             Example{"POLYGON((0 0,100 0,0 5,0 0))", {25, 2.5}},
             Example{"POLYGON((0 0,30 40,60 0,60 60,0 60,0 0))", {15, 40}},
             Example{"POLYGON((0 0,30 40,60 0,60 60,40 60,40 50,20 50,20 60,0 60,0 0))",
                     {25, 41.66666666666667}},
             Example{"POLYGON((0 0,130 0,130 60,100 60,100 10,0 10,0 0))", {115, 35}},
             Example{"POLYGON((0 0,0 100,100 100,100 0,0 0),(10 40,10 60,93 60,93 40,10 40))",
                     {51.5, 20}},
             // Symmetric areas whose centre is above or below a vertex: rounding chooses the side.
             Example{"POLYGON((38 10,58 7.33333,78 10,78 18,58 14,38 18,38 10))",
                     {48, 12.333332500000001}},
             Example{"POLYGON((5.1 30,25.3 27.3333,45.5 30,45.5 38,25.3 34,5.1 38,5.1 30))",
                     {35.4, 32.333325}},
             Example{"POLYGON((65.3 48,85.3 42,105.3 48,105.3 66,85.3 57,65.3 66,65.3 48))",
                     {75.3, 53.25}},
         }) {
        CAPTURE(wkt);
        auto const point = finder.find(column_of({wkt}), 0);
        REQUIRE(point);
        CHECK(point->x == doctest::Approx(expected.x));
        CHECK(point->y == doctest::Approx(expected.y));
    }
}

TEST_CASE("label point: no point where MapServer finds none")
{
    LabelPointFinder finder;
    for (auto const* const wkt :
         {"POLYGON((0 0,100 0,100 100,0 100,0 0),(45 0,45 100,55 100,55 0,45 0))",
          "POLYGON((0 0,10 0,20 0,0 0))", "POLYGON((5 5,5 5,5 5,5 5))"}) {
        CAPTURE(wkt);
        CHECK_FALSE(finder.find(column_of({wkt}), 0));
    }
    CHECK_FALSE(finder.find(column_of({"POLYGON EMPTY"}), 0));
    CHECK_FALSE(finder.find(column_of({"LINESTRING(0 0,1 1)"}), 0));
}
