// SPDX-License-Identifier: MIT
#include "geometry/snap.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace ms::geometry;

namespace {

GeometryColumn column_of(std::vector<std::vector<Point>> const& rings, Kind kind)
{
    GeometryColumn column;
    column.points = {{7.3, 7.3}}; // a feature before it
    column.end_ring();
    column.end_part();
    column.end_feature(Kind::Point);
    for (auto const& ring : rings) {
        column.points.insert(column.points.end(), ring.begin(), ring.end());
        column.end_ring();
    }
    column.end_part();
    column.end_feature(kind);
    return column;
}

using Points = std::vector<Point>;
using Ends = std::vector<std::uint32_t>;

} // namespace

// What PostGIS makes of all kinds of shapes is compared in tests/db.

TEST_CASE("snap: vertices move to the nearest point of the grid, halves away from zero")
{
    auto column = column_of({{{1.2, -1.2}, {3, -3}, {5.1, 6.9}, {9, 0}}}, Kind::Line);
    snap_last_feature(column, {2, {0, 0}}, 2);
    CHECK(column.points == Points{{7.3, 7.3}, {2, -2}, {4, -4}, {6, 6}, {10, 0}});

    column = column_of({{{1.2, 1.2}, {3, 3}}}, Kind::Line);
    snap_last_feature(column, {2, {1, -1}}, 2);
    CHECK(column.points == Points{{7.3, 7.3}, {1, 1}, {3, 3}});
}

TEST_CASE("snap: the largest number below a half is not rounded up")
{
    auto column = column_of({{{0.49999999999999994, -0.49999999999999994}, {1, 1}}}, Kind::Line);
    snap_last_feature(column, {1, {0, 0}}, 2);
    CHECK(column.points == Points{{7.3, 7.3}, {0, 0}, {1, 1}});
}

TEST_CASE("snap: equal neighbours go, but for the fewest")
{
    auto column = column_of({{{0, 0}, {0.1, 0}, {0.2, 0}, {5, 0}, {5.1, 0}}}, Kind::Line);
    snap_last_feature(column, {1, {0, 0}}, 2);
    CHECK(column.points == Points{{7.3, 7.3}, {0, 0}, {5, 0}});

    column = column_of({{{0, 0}, {0.1, 0}, {0.2, 0}}}, Kind::Line);
    snap_last_feature(column, {1, {0, 0}}, 2);
    CHECK(column.points == Points{{7.3, 7.3}, {0, 0}, {0, 0}});

    column = column_of({{{0, 0}, {0.1, 0}, {0.1, 0.1}, {0, 0.1}, {0, 0}},
                        {{3, 3}, {4, 3}, {4.2, 3}, {3, 4}, {3, 3}}},
                       Kind::Polygon);
    snap_last_feature(column, {1, {0, 0}}, 4);
    CHECK(column.ring_ends == Ends{1, 5, 9});
    CHECK(column.points ==
          Points{{7.3, 7.3}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {3, 3}, {4, 3}, {3, 4}, {3, 3}});
}

TEST_CASE("snap: numbers that integers cannot hold stay")
{
    auto column = column_of({{{1e300, -1e300}, {9007199254740993.0, 0.4}}}, Kind::Line);
    snap_last_feature(column, {1, {0, 0}}, 2);
    CHECK(column.points == Points{{7.3, 7.3}, {1e300, -1e300}, {9007199254740992.0, 0}});
}

TEST_CASE("snap: numbers that integers of 32 bits cannot hold are rounded, too")
{
    auto column = column_of({{{2147483647.5, 0.5}, {-2147483648.5, -3000000000.25}}}, Kind::Line);
    snap_last_feature(column, {1, {0, 0}}, 2);
    CHECK(column.points == Points{{7.3, 7.3}, {2147483648.0, 1}, {-2147483649.0, -3000000000.0}});

    column = column_of({{{2147483646.5, -2147483646.5}, {-0.2, 0.2}}}, Kind::Line);
    snap_last_feature(column, {1, {0, 0}}, 2);
    CHECK(column.points == Points{{7.3, 7.3}, {2147483647.0, -2147483647.0}, {0, 0}});
    CHECK_FALSE(std::signbit(column.points[2].x));
}
