// SPDX-License-Identifier: MIT
#include "geometry/cut_edges.hpp"

#include <doctest/doctest.h>

using namespace ms::geometry;

namespace {

GeometryColumn ring_of(Kind kind, std::vector<Point> const& points)
{
    GeometryColumn column;
    column.points = points;
    column.end_ring();
    column.end_part();
    column.end_feature(kind);
    return column;
}

std::vector<Point> divided(Kind kind, std::vector<Point> const& points)
{
    GeometryColumn out;
    divide_cut_edges(ring_of(kind, points), {0, 0, 10, 8}, {4, 4}, out);
    CHECK(out.size() == 1);
    CHECK(out.ring_ends ==
          std::vector<std::uint32_t>{static_cast<std::uint32_t>(out.points.size())});
    return out.points;
}

} // namespace

TEST_CASE("cut edges: only edges along the sides of the box are divided")
{
    CHECK(divided(Kind::Polygon, {{0, 1}, {8, 1}, {8, 8}, {0, 8}, {0, 1}}) ==
          std::vector<Point>{{0, 1}, {8, 1}, {8, 8}, {4, 8}, {0, 8}, {0, 4.5}, {0, 1}});
    // A diagonal between two sides, an edge along another parallel, one that is short.
    for (auto const& ring : {std::vector<Point>{{0, 1}, {10, 7}, {9, 7}, {0, 1}},
                             std::vector<Point>{{1, 1}, {9, 1}, {9, 7}, {1, 1}},
                             std::vector<Point>{{0, 1}, {0, 4}, {3, 4}, {0, 1}}}) {
        CHECK(divided(Kind::Polygon, ring) == ring);
    }
    std::vector<Point> const line{{0, 8}, {10, 8}};
    CHECK(divided(Kind::Line, line) == line);
}

TEST_CASE("cut edges: z of new points is between those of the ends")
{
    auto column = ring_of(Kind::Polygon, {{0, 0}, {8, 0}, {0, 1}, {0, 0}});
    column.has_z = true;
    column.z = {10, 20, 5, 10};
    GeometryColumn out;
    divide_cut_edges(column, {0, 0, 10, 8}, {4, 4}, out);
    CHECK(out.points == std::vector<Point>{{0, 0}, {4, 0}, {8, 0}, {0, 1}, {0, 0}});
    CHECK(out.z == std::vector<double>{10, 15, 20, 5, 10});
}

TEST_CASE("cut edges: rings, parts and features stay what they are")
{
    GeometryColumn column;
    for (int feature = 0; feature < 2; ++feature) {
        for (int ring = 0; ring < 2; ++ring) {
            column.points.insert(column.points.end(), {{0, 0}, {8, 0}, {8, 1}, {0, 0}});
            column.end_ring();
        }
        column.end_part();
        column.end_feature(Kind::Polygon);
    }
    GeometryColumn out;
    divide_cut_edges(column, {0, 0, 10, 8}, {4, 4}, out);
    CHECK(out.ring_ends == std::vector<std::uint32_t>{5, 10, 15, 20});
    CHECK(out.part_ends == column.part_ends);
    CHECK(out.feature_ends == column.feature_ends);
    CHECK(out.kinds == column.kinds);
}
