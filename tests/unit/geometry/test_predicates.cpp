// SPDX-License-Identifier: MIT
#include "geometry/predicates.hpp"

#include "unit/geometry/columns.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace ms::geometry;
using namespace ms::geometry::test;

TEST_CASE("predicates: holes are outside, islands in holes inside")
{
    auto const column = column_of({"MULTIPOLYGON(((0 0,10 0,10 10,0 10,0 0),(2 2,2 8,8 8,8 2,2 "
                                   "2)),((4 4,6 4,6 6,4 6,4 4)))"});
    CHECK(contains(column, 0, {1, 5}));
    CHECK_FALSE(contains(column, 0, {3, 5}));
    CHECK(contains(column, 0, {5, 5}));
    CHECK_FALSE(contains(column, 0, {11, 5}));
    CHECK_FALSE(contains(column, 0, {-1, 0}));
}

TEST_CASE("predicates: a ray through a vertex counts it once")
{
    auto const column = column_of({"POLYGON((5 0,10 5,5 10,0 5,5 0))"});
    CHECK(contains(column, 0, {5, 5}));
    CHECK_FALSE(contains(column, 0, {-1, 5}));
    CHECK_FALSE(contains(column, 0, {11, 5}));
}

// SELECT ST_Distance('...', 'POINT(...)')
TEST_CASE("predicates: distances are those of ST_Distance")
{
    auto const column = column_of({"POLYGON((0 0,10 0,10 10,0 10,0 0))", "LINESTRING(0 0,10 0)",
                                   "MULTIPOINT(0 0,10 0)", "POINT EMPTY"});
    CHECK(distance(column, 0, {5, 4}) == 0);
    CHECK(distance_to_outline(column, 0, {5, 4}) == 4);
    CHECK(distance(column, 0, {13, 14}) == 5);
    CHECK(distance(column, 1, {5, 3}) == 3);
    CHECK(distance(column, 1, {-3, 4}) == 5);
    CHECK(distance(column, 2, {5, 0}) == 5);
    CHECK(std::isinf(distance(column, 3, {0, 0})));
}
