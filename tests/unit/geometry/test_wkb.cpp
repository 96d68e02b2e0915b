// SPDX-License-Identifier: MIT
#include "geometry/wkb.hpp"

#include "unit/geometry/columns.hpp"
#include "unit/geometry/edge_data.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

using namespace ms::geometry;
using namespace ms::geometry::test;

namespace {

// PostGIS: SELECT encode(ST_AsBinary('...'::geometry, 'NDR'), 'hex')
constexpr auto point_1_2 = "0101000000000000000000f03f0000000000000040";
// The same as 'XDR'.
constexpr auto big_endian_point_1_2 = "00000000013ff00000000000004000000000000000";

std::string edge_wkb(std::string const& name)
{
    for (auto const& row : edge_rows("edge_geom")) {
        if (row.at("name") == name) {
            return row.at("wkb_ndr");
        }
    }
    return "no row " + name;
}

/// "BOX(0 0,30 10)" as PostGIS prints it.
Box parse_box(std::string const& text)
{
    Box box;
    std::sscanf(text.c_str(), "BOX(%lf %lf,%lf %lf)", &box.min_x, &box.min_y, &box.max_x,
                &box.max_y);
    return box;
}

} // namespace

TEST_CASE("wkb: both byte orders give the same point")
{
    CHECK(wkb_as(Kind::Point, point_1_2) == "POINT(1 2)");
    CHECK(wkb_as(Kind::Point, big_endian_point_1_2) == "POINT(1 2)");
}

TEST_CASE("wkb: every geometry of PostGIS decodes from all four spellings to the same points")
{
    for (auto const& row : edge_rows("edge_geom")) {
        if (row.at("name") == "point_inf") {
            continue;
        }
        CAPTURE(row.at("name"));
        GeometryColumn column;
        REQUIRE(append_wkb(from_hex(row.at("wkb_ndr")), Kind::Point, column));
        for (auto const* const spelling : {"wkb_xdr", "ewkb_ndr", "ewkb_xdr"}) {
            GeometryColumn other;
            REQUIRE(append_wkb(from_hex(row.at(spelling)), Kind::Point, other));
            CHECK(same(column, other));
        }
    }
}

TEST_CASE("wkb: vertices and boxes equal those of PostGIS")
{
    std::size_t checked = 0;
    for (auto const& row : edge_rows("edge_geom")) {
        auto const is_nan = row.at("bbox").find("NaN") != std::string::npos;
        auto const is_infinite = row.at("bbox").find("Inf") != std::string::npos;
        if (!is_simple_type(row.at("ewkt")) || is_nan || is_infinite) {
            continue;
        }
        CAPTURE(row.at("name"));
        GeometryColumn column;
        REQUIRE(append_wkb(from_hex(row.at("wkb_ndr")), Kind::Point, column));
        CHECK(column.points.size() == std::stoul(row.at("npoints")));
        auto const expected = row.at("is_empty") == "t" ? Kind::None : Kind::Point;
        CHECK(column.kinds.front() == expected);
        // PostGIS reads outer rings only.
        if (expected == Kind::Point && row.at("name") != "polygon_hole_outside_invalid") {
            auto const box = column.box_of(0);
            auto const requested = parse_box(row.at("bbox"));
            CHECK(box.min_x == doctest::Approx(requested.min_x).epsilon(1e-14));
            CHECK(box.min_y == doctest::Approx(requested.min_y).epsilon(1e-14));
            CHECK(box.max_x == doctest::Approx(requested.max_x).epsilon(1e-14));
            CHECK(box.max_y == doctest::Approx(requested.max_y).epsilon(1e-14));
            ++checked;
        }
    }
    CHECK(checked > 40);
}

TEST_CASE("wkb: text and binary of PostGIS mean the same")
{
    for (auto const& row : edge_rows("edge_geom")) {
        auto const has_numbers = row.at("ewkt").find("NaN") == std::string::npos;
        if (!is_simple_type(row.at("ewkt")) || !has_numbers ||
            row.at("name") == "polygon_circle_1k") {
            continue; // the circle is written with fewer digits than it has
        }
        CAPTURE(row.at("ewkt"));
        for (auto const kind : {Kind::None, Kind::Point, Kind::Line, Kind::Polygon}) {
            CHECK(wkb_as(kind, row.at("wkb_ndr")) == wkt_as(kind, row.at("ewkt")));
        }
    }
}

TEST_CASE("wkb: a line layer takes lines and the rings of polygons")
{
    CHECK(wkb_as(Kind::Line, edge_wkb("linestring")) == "LINESTRING(0 0,10 10,20 0,20 0,30 10)");
    CHECK(wkb_as(Kind::Line, edge_wkb("polygon_hole")) ==
          "MULTILINESTRING((0 0,10 0,10 10,0 10,0 0),(2 2,2 4,4 4,4 2,2 2))");
    CHECK(wkb_as(Kind::Line, edge_wkb("collection")) ==
          "MULTILINESTRING((1 1,2 2),(3 3,4 3,4 4,3 4,3 3))");
    CHECK(wkb_as(Kind::Line, point_1_2) == "skipped");
}

TEST_CASE("wkb: a polygon layer takes polygons only")
{
    CHECK(wkb_as(Kind::Polygon, edge_wkb("polygon_hole")) ==
          "POLYGON((0 0,10 0,10 10,0 10,0 0),(2 2,2 4,4 4,4 2,2 2))");
    CHECK(wkb_as(Kind::Polygon, edge_wkb("collection")) == "POLYGON((3 3,4 3,4 4,3 4,3 3))");
    CHECK(wkb_as(Kind::Polygon, edge_wkb("linestring")) == "skipped");
}

TEST_CASE("wkb: a point layer takes the vertices of everything")
{
    CHECK(wkb_as(Kind::Point, edge_wkb("linestring_z")) == "MULTIPOINT(0 0,10 10,20 0)");
    CHECK(wkb_as(Kind::Point, edge_wkb("multipoint_with_empty")) == "MULTIPOINT(0 0,10 10)");
    CHECK(wkb_as(Kind::Point, edge_wkb("collection_nested")).starts_with("MULTIPOINT(0 0,1 1,2 2"));
}

TEST_CASE("wkb: without a kind the first member decides")
{
    CHECK(wkb_as(Kind::None, edge_wkb("polygon")) == "POLYGON((0 0,10 0,10 10,0 10,0 0))");
    CHECK(wkb_as(Kind::None, edge_wkb("multilinestring")) ==
          "MULTILINESTRING((0 0,10 10),(20 20,30 10,40 20))");
}

TEST_CASE("wkb: triangles, tins and polyhedral surfaces are polygons")
{
    CHECK(wkb_as(Kind::Polygon, edge_wkb("triangle")) == "POLYGON((0 0,0 9,9 0,0 0))");
    CHECK(wkb_as(Kind::Polygon, edge_wkb("tin")) ==
          "MULTIPOLYGON(((0 0,0 0,0 1,0 0)),((0 0,0 1,1 1,0 0)))");
    CHECK(wkb_as(Kind::Polygon, edge_wkb("polyhedralsurface")) ==
          "MULTIPOLYGON(((0 0,0 0,0 1,0 1,0 0)),((0 0,0 1,1 1,1 0,0 0)))");
}

TEST_CASE("wkb: a half circle becomes 18 segments of 10 degrees")
{
    GeometryColumn column;
    REQUIRE(append_wkb(from_hex(edge_wkb("circularstring")), Kind::Line, column));
    auto const line = column.ring(0);
    REQUIRE(line.size() == 19);
    CHECK(line.front() == Point{0, 0});
    CHECK(line.back() == Point{2, 0});
    CHECK(line[9].x == doctest::Approx(1)); // the middle point, 90 degrees along
    CHECK(line[9].y == doctest::Approx(1));
    for (auto const& p : line) {
        CHECK(std::hypot(p.x - 1, p.y) == doctest::Approx(1));
    }
}

TEST_CASE("wkb: an arc of 90 degrees becomes 11 segments, a circle 36, a straight arc 1")
{
    GeometryColumn column;
    // CIRCULARSTRING(0 0,0.292893218813452 0.707106781186548,1 1): a quarter of the unit circle.
    // ST_AsBinary('CIRCULARSTRING(1 0,0.70710678118654752 0.70710678118654752,0 1)'::geometry)
    auto const quarter = "010800000003000000000000000000f03f0000000000000000cd3b7f669ea0e63f"
                         "cd3b7f669ea0e63f0000000000000000000000000000f03f";
    REQUIRE(append_wkb(from_hex(quarter), Kind::Line, column));
    CHECK(column.points.size() == 12); // as MapServer 8.0.0 writes it in WFS
    column.clear();
    REQUIRE(append_wkb(from_hex(edge_wkb("circularstring_circle")), Kind::Line, column));
    CHECK(column.points.size() == 37);
    CHECK(column.box_of(0).max_y == doctest::Approx(1));
    CHECK(column.box_of(0).min_y == doctest::Approx(-1));
    CHECK(wkb_as(Kind::Line, edge_wkb("circularstring_collinear")) == "LINESTRING(0 0,2 0)");
}

TEST_CASE("wkb: an arc of 104 degrees is nine segments of ten and one of 14, as in MapServer")
{
    GeometryColumn column;
    // CIRCULARSTRING of the unit circle at 0, 52 and 104 degrees.
    auto const arc =
        "010800000003000000000000000000f03f000000000000000039c9bdb17fb3e33fd263f4536237"
        "e93f1fb9e4f24bf7cebf25ba799fa90cef3f";
    REQUIRE(append_wkb(from_hex(arc), Kind::Line, column));
    REQUIRE(column.points.size() == 11);
    auto const degrees_at = [&](std::size_t index) {
        auto const& p = column.points[index];
        return std::atan2(p.y, p.x) * 180 / std::numbers::pi;
    };
    CHECK(degrees_at(1) == doctest::Approx(10));
    CHECK(degrees_at(9) == doctest::Approx(90));
    CHECK(degrees_at(10) == doctest::Approx(104));
}

TEST_CASE("wkb: the pieces of a compound curve are one line without doubled joints")
{
    GeometryColumn column;
    REQUIRE(append_wkb(from_hex(edge_wkb("compoundcurve")), Kind::Line, column));
    REQUIRE(column.ring_ends.size() == 1);
    REQUIRE(column.points.size() == 20);
    CHECK(column.points[18] == Point{2, 0});
    CHECK(column.points[19] == Point{5, 0});
}

TEST_CASE("wkb: the box of stroked curve polygons is that of PostGIS within the stroking")
{
    for (auto const* const name :
         {"curvepolygon", "curvepolygon_circle", "curvepolygon_compound"}) {
        CAPTURE(name);
        for (auto const& row : edge_rows("edge_geom")) {
            if (row.at("name") != name) {
                continue;
            }
            GeometryColumn column;
            REQUIRE(append_wkb(from_hex(row.at("wkb_ndr")), Kind::Polygon, column));
            auto const box = column.box_of(0);
            auto const requested = parse_box(row.at("bbox"));
            auto const slack = 3 * (1 - std::cos(5 * std::numbers::pi / 180)); // radius below 3
            CHECK(std::abs(box.min_x - requested.min_x) < slack);
            CHECK(std::abs(box.min_y - requested.min_y) < slack);
            CHECK(std::abs(box.max_x - requested.max_x) < slack);
            CHECK(std::abs(box.max_y - requested.max_y) < slack);
        }
    }
}

TEST_CASE("wkb: an empty geometry is a feature of no kind")
{
    GeometryColumn column;
    for (auto const* const name : {"point_empty", "polygon_empty", "collection_with_empties",
                                   "multipolygon_empty", "curvepolygon_empty"}) {
        REQUIRE(append_wkb(from_hex(edge_wkb(name)), Kind::Polygon, column) ==
                (std::string_view{name} != "collection_with_empties"));
    }
    CHECK(column.kinds == std::vector(4, Kind::None)); // the one with POINT(1 1) was refused
    CHECK(column.points.empty());
}

TEST_CASE("wkb: coordinates that are not finite make the geometry be skipped")
{
    CHECK(wkb_as(Kind::Point, edge_wkb("point_inf")) == "skipped");
    // LINESTRING(0 0, NaN 1)
    CHECK(wkb_as(Kind::Line, "01020000000200000000000000000000000000000000000000000000000000f87f"
                             "000000000000f03f") == "skipped");
}

TEST_CASE("wkb: refused geometries leave the column unchanged")
{
    auto column = column_of({"POLYGON((0 0,1 0,1 1,0 0))"});
    auto const before = column;
    auto bytes = from_hex(edge_wkb("multipolygon"));
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        CHECK_FALSE(append_wkb(std::span{bytes}.first(size), Kind::Polygon, column));
        CHECK(same(column, before));
    }
}

TEST_CASE("wkb: a count larger than the bytes is malformed and reserves nothing")
{
    GeometryColumn column;
    CHECK_FALSE(append_wkb(from_hex("0102000000ffffffff"), Kind::Line, column));
    CHECK_FALSE(append_wkb(from_hex("0107000000ffffff7f"), Kind::Line, column));
    CHECK(column.points.capacity() == 0);
}

TEST_CASE("wkb: collections nested too deeply are malformed")
{
    std::string nested;
    for (int i = 0; i < 1000; ++i) {
        nested += "010700000001000000";
    }
    CHECK(wkb_as(Kind::Point, nested + point_1_2) == "skipped");
}

TEST_CASE("wkb: unknown types and byte orders are malformed")
{
    CHECK(wkb_as(Kind::Point, "010d000000"
                              "00000000") == "skipped"); // 13: abstract curve
    CHECK(wkb_as(Kind::Point, "0163000000"
                              "00000000") == "skipped");
    CHECK(wkb_as(Kind::Point, "0201000000000000000000f03f0000000000000040") == "skipped");
    CHECK(wkb_as(Kind::Point, "") == "skipped");
}

TEST_CASE("wkb: a ring that is not closed is closed")
{
    // POLYGON((0 0,1 0,1 1)), which PostGIS would refuse to write
    CHECK(wkb_as(Kind::Polygon, "010300000001000000030000000000000000000000000000000000000000000000"
                                "0000f03f0000000000000000000000000000f03f000000000000f03f") ==
          "POLYGON((0 0,1 0,1 1,0 0))");
}

TEST_CASE("wkb: encoding gives the bytes of ST_AsBinary")
{
    for (auto const* const name : {"point", "linestring", "polygon_2holes", "multipoint",
                                   "multilinestring", "multipolygon", "collection_empty"}) {
        CAPTURE(name);
        GeometryColumn column;
        REQUIRE(append_wkb(from_hex(edge_wkb(name)), Kind::None, column));
        std::vector<std::byte> bytes;
        encode_wkb(column, 0, bytes);
        CHECK(to_hex(bytes) == edge_wkb(name));
    }
}

TEST_CASE("wkb: an encoded column decodes to the same column")
{
    for (unsigned seed = 0; seed < 50; ++seed) {
        auto const column = random_column(seed, 0.3);
        GeometryColumn decoded;
        for (std::size_t i = 0; i < column.size(); ++i) {
            std::vector<std::byte> bytes;
            encode_wkb(column, i, bytes);
            REQUIRE(append_wkb(bytes, column.kinds[i], decoded));
        }
        CHECK(same(column, decoded));
    }
}
