// SPDX-License-Identifier: MIT
#include "geometry/edge_contacts.hpp"

#include "geometry/geos_operations.hpp"
#include "unit/geometry/columns.hpp"

#include <doctest/doctest.h>

using namespace ms::geometry;

namespace {

bool keeps_apart(std::string_view wkt)
{
    auto const column = test::column_of({wkt});
    EdgeContacts contacts;
    return contacts.find({&column, 0}) && !contacts.is_any_touched();
}

} // namespace

TEST_CASE("edge contacts: rings that touch neither themselves nor each other have none")
{
    CHECK(keeps_apart("POLYGON((0 0,9 0,9 9,0 9,0 0))"));
    CHECK(keeps_apart("POLYGON((0 0,5 0,9 0,9 9,0 0))")); // straight on at a vertex
    CHECK(keeps_apart("POLYGON((0 0,9 0,9 9,0 9,0 0),(2 2,2 4,4 4,2 2))"));
    CHECK(keeps_apart("MULTIPOLYGON(((0 0,1 0,0 1,0 0)),((1 1,2 1,2 2,1 1)))"));
}

TEST_CASE("edge contacts: crossings, touching vertices, common edges and spikes are some")
{
    CHECK_FALSE(keeps_apart("POLYGON((0 0,9 9,9 0,0 9,0 0))"));
    CHECK_FALSE(keeps_apart("POLYGON((0 0,9 0,9 9,5 0,0 9,0 0))"));     // a vertex on an edge
    CHECK_FALSE(keeps_apart("POLYGON((0 0,9 0,9 9,5 5,9 0,0 9,0 0))")); // a vertex twice
    CHECK_FALSE(keeps_apart("POLYGON((0 0,9 0,9 5,9 0,9 9,0 0))"));     // a spike
    CHECK_FALSE(keeps_apart("POLYGON((9 5,9 0,9 9,0 0,9 0,9 5))"));     // at the first vertex
    CHECK_FALSE(keeps_apart("POLYGON((0 0,9 0,9 9,0 9,0 0),(0 0,2 1,1 2,0 0))"));
    CHECK_FALSE(keeps_apart("MULTIPOLYGON(((0 0,4 0,4 4,0 0)),((4 0,8 0,4 4,4 0)))"));
}

TEST_CASE("edge contacts: only rings that touch are named")
{
    auto const column =
        test::column_of({"MULTIPOLYGON(((20 20,21 20,21 21,20 20)),((0 0,4 0,4 4,0 0)),"
                         "((4 0,8 0,4 4,4 0)),((30 0,31 1,31 0,30 1,30 0)))"});
    EdgeContacts contacts;
    REQUIRE(contacts.find({&column, 0}));
    CHECK_FALSE(contacts.is_touched(0));
    CHECK(contacts.is_touched(1));
    CHECK(contacts.is_touched(2));
    CHECK(contacts.is_touched(3));
}

TEST_CASE("edge contacts: what has none is valid for GEOS")
{
    ShapeOperations geos;
    EdgeContacts contacts;
    std::size_t apart = 0;
    for (unsigned seed = 0; seed < 20000; ++seed) {
        std::mt19937 random{seed};
        GeometryColumn column;
        auto const coordinate = [&] { return static_cast<double>(random() % 12); };
        for (auto count = 3 + random() % 5; count > 0; --count) {
            Point const point{coordinate(), coordinate()};
            if (column.points.empty() || column.points.back() != point) {
                column.points.push_back(point);
            }
        }
        if (column.points.size() < 3 || column.points.back() == column.points.front()) {
            continue;
        }
        column.points.push_back(Point{column.points.front()});
        column.end_ring();
        column.end_part();
        column.end_feature(Kind::Polygon);
        if (contacts.find({&column, 0}) && !contacts.is_any_touched()) {
            ++apart;
            CHECK_MESSAGE(geos.is_valid({&column, 0}), encode_wkt(column, 0));
        }
    }
    CHECK(apart > 3000);
}

TEST_CASE("edge contacts: a comb whose teeth are all open at once is not examined")
{
    GeometryColumn column;
    for (int i = 0; i < 2000; ++i) {
        column.points.push_back({i % 2 == 0 ? 0.0 : 1e6, i * 2.0});
    }
    column.points.push_back({-9, 4000});
    column.points.push_back({-9, 0});
    column.points.push_back(Point{column.points.front()});
    column.end_ring();
    column.end_part();
    column.end_feature(Kind::Polygon);
    EdgeContacts contacts;
    CHECK_FALSE(contacts.find({&column, 0}));
}
