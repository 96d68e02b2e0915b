// SPDX-License-Identifier: MIT
#include "geometry/measure.hpp"

#include "unit/geometry/columns.hpp"

#include <doctest/doctest.h>

using namespace ms::geometry;
using namespace ms::geometry::test;

TEST_CASE("measure: the length of a line")
{
    auto const line = column_of({"LINESTRING(0 0,3 4,3 10)"});
    CHECK(length(line.ring(0)) == 11);
    CHECK(length({}) == 0);
}

TEST_CASE("measure: counterclockwise rings have a positive area")
{
    auto const rings = column_of({"POLYGON((0 0,4 0,4 3,0 0))", "POLYGON((0 0,4 3,4 0,0 0))"});
    CHECK(signed_area(rings.ring(0)) == 6);
    CHECK(signed_area(rings.ring(1)) == -6);
}

// SELECT ST_AsText(ST_Centroid('...'))
TEST_CASE("measure: centroids are those of ST_Centroid")
{
    struct Example {
        char const* wkt;
        Point expected;
    };
    for (auto const& [wkt, expected] : {
             Example{"POLYGON((0 0,10 0,10 10,0 10,0 0),(0 0,0 5,5 5,5 0,0 0))",
                     {5.833333333333333, 5.833333333333333}},
             Example{"POLYGON((0 0,10 0,10 10,0 10,0 0),(0 0,5 0,5 5,0 5,0 0))",
                     {5.833333333333333, 5.833333333333333}},
             Example{"MULTIPOLYGON(((0 0,1 0,1 1,0 1,0 0)),((10 0,10 3,13 3,13 0,10 0)))",
                     {10.4, 1.4}},
             Example{"LINESTRING(0 0,10 0,10 5)", {6.666666666666667, 0.833333333333333}},
             Example{"MULTIPOINT(0 0,1 0,2 6)", {1, 2}},
             Example{"POLYGON((1 1,3 1,1 1,1 1))", {2, 1}},
         }) {
        CAPTURE(wkt);
        auto const column = column_of({wkt});
        auto const center = centroid(column, 0);
        REQUIRE(center);
        CHECK(center->x == doctest::Approx(expected.x));
        CHECK(center->y == doctest::Approx(expected.y));
    }
}

// MapServer 8.0.0 puts GEOMTRANSFORM "centroid" of this polygon there (measured: 34.67 34.69); so
// does PostGIS: ST_Centroid(ST_Boundary(...)).
TEST_CASE("measure: the centroid of the outline leaves the area out")
{
    auto const column = column_of({"POLYGON((10 10,90 10,90 20,20 20,20 90,10 90,10 10))"});
    auto const center = ms::geometry::centroid_of_outline(column, 0);
    REQUIRE(center);
    CHECK(center->x == doctest::Approx(34.6875));
    CHECK(center->y == doctest::Approx(34.6875));
}

TEST_CASE("measure: the centroid is exact far from the origin")
{
    auto const column = column_of({"POLYGON((1e9 1e9,1000000001 1e9,1000000001 1000000001,"
                                   "1e9 1000000001,1e9 1e9))"});
    auto const center = centroid(column, 0);
    REQUIRE(center);
    CHECK(center->x == 1000000000.5);
    CHECK(center->y == 1000000000.5);
}

TEST_CASE("measure: an empty geometry has no centroid")
{
    CHECK_FALSE(centroid(column_of({"POLYGON EMPTY"}), 0));
}
