// SPDX-License-Identifier: MIT
#include "source/shapefile/shp.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <limits>
#include <string>

namespace {

using namespace ms::source::shapefile;
using ms::geometry::Box;
using ms::geometry::GeometryColumn;
using ms::geometry::Kind;
using ms::geometry::Point;

std::string u32(std::uint32_t value)
{
    std::string text;
    for (unsigned shift = 0; shift < 32; shift += 8) {
        text += static_cast<char>(value >> shift & 0xffU);
    }
    return text;
}

std::string numbers(std::initializer_list<double> values)
{
    std::string text;
    for (auto const value : values) {
        auto const bits = std::bit_cast<std::uint64_t>(value);
        text +=
            u32(static_cast<std::uint32_t>(bits)) + u32(static_cast<std::uint32_t>(bits >> 32U));
    }
    return text;
}

/// A PolyLine or Polygon record whose box is 0 0 10 10.
std::string poly(std::initializer_list<std::uint32_t> starts, std::uint32_t point_count,
                 std::initializer_list<double> coordinates)
{
    auto text = u32(5) + numbers({0, 0, 10, 10}) + u32(static_cast<std::uint32_t>(starts.size())) +
                u32(point_count);
    for (auto const start : starts) {
        text += u32(start);
    }
    return text + numbers(coordinates);
}

Bytes bytes(std::string const& text)
{
    return std::as_bytes(std::span{text});
}

auto const triangle = poly({0}, 4, {0, 0, 5, 0, 5, 5, 0, 0});
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

} // namespace

TEST_CASE("shp: the box of a point is the point")
{
    auto const record = u32(1) + numbers({3, 4});
    CHECK(box_of_record(ShapeType::Point, bytes(record)) == Box{3, 4, 3, 4});
    CHECK(box_of_record(ShapeType::Polygon, bytes(triangle)) == Box{0, 0, 10, 10});
}

TEST_CASE("shp: null shapes and records that are cut off have no box")
{
    CHECK_FALSE(box_of_record(ShapeType::Polygon, bytes(u32(0) + std::string(40, '\0'))));
    CHECK_FALSE(box_of_record(ShapeType::Polygon, bytes(triangle.substr(0, 35))));
    CHECK_FALSE(box_of_record(ShapeType::Point, bytes(u32(1) + std::string(15, '\0'))));
    CHECK_FALSE(box_of_record(ShapeType::Point, {}));
}

TEST_CASE("shp: all rings of a polygon are one part")
{
    auto const record = poly({0, 4}, 8, {0, 0, 0, 9, 9, 9, 0, 0, 1, 2, 2, 2, 2, 3, 1, 2});
    GeometryColumn column;

    REQUIRE(append_record(ShapeType::Polygon, bytes(record), Kind::Polygon, column) ==
            Decoded::Appended);
    CHECK(column.kinds == std::vector{Kind::Polygon});
    CHECK(column.part_ends == std::vector<std::uint32_t>{2});
    CHECK(column.ring_ends == std::vector<std::uint32_t>{4, 8});
    CHECK(column.points[2] == Point{9, 9});
}

TEST_CASE("shp: a ring that is open is closed")
{
    auto const record = poly({0}, 3, {0, 0, 5, 0, 5, 5});
    GeometryColumn column;

    REQUIRE(append_record(ShapeType::Polygon, bytes(record), Kind::Polygon, column) ==
            Decoded::Appended);
    CHECK(column.points == std::vector<Point>{{0, 0}, {5, 0}, {5, 5}, {0, 0}});
}

TEST_CASE("shp: a line layer shows the rings of polygons, a point layer the vertices")
{
    // As MapServer 8.0.0 draws them.
    auto const record = poly({0, 4}, 8, {0, 0, 0, 9, 9, 9, 0, 0, 1, 2, 2, 2, 2, 3, 1, 2});
    GeometryColumn lines;
    GeometryColumn points;

    REQUIRE(append_record(ShapeType::Polygon, bytes(record), Kind::Line, lines) ==
            Decoded::Appended);
    CHECK(lines.kinds == std::vector{Kind::Line});
    CHECK(lines.part_ends == std::vector<std::uint32_t>{1, 2});
    REQUIRE(append_record(ShapeType::Polygon, bytes(record), Kind::Point, points) ==
            Decoded::Appended);
    CHECK(points.kinds == std::vector{Kind::Point});
    CHECK(points.points_of(0).size() == 8);
    CHECK(can_become(ShapeType::Polygon, Kind::Line));
    CHECK_FALSE(can_become(ShapeType::PolyLine, Kind::Polygon));
    CHECK_FALSE(can_become(ShapeType::MultiPoint, Kind::Line));
}

TEST_CASE("shp: counts that do not fit the record are malformed")
{
    auto const check_malformed = [](std::string const& record) {
        GeometryColumn column;
        CHECK(append_record(ShapeType::Polygon, bytes(record), Kind::Polygon, column) ==
              Decoded::Malformed);
        CHECK(column.size() == 0);
        CHECK(column.points.empty());
    };
    check_malformed(poly({0}, 1000, {0, 0, 5, 0, 5, 5, 0, 0}));
    check_malformed(poly({0}, 0xffff'ffffU, {0, 0}));
    check_malformed(poly({2, 0}, 4, {0, 0, 5, 0, 5, 5, 0, 0}));
    check_malformed(poly({0, 3, 2}, 4, {0, 0, 5, 0, 5, 5, 0, 0}));
    check_malformed(poly({0, 9}, 4, {0, 0, 5, 0, 5, 5, 0, 0}));
    check_malformed(poly({}, 4, {0, 0, 5, 0, 5, 5, 0, 0}));
    check_malformed(triangle.substr(0, triangle.size() - 1));
    check_malformed(triangle.substr(0, 43));
    check_malformed(u32(1) + numbers({1, 1}));
    check_malformed("");
    check_malformed(poly({0}, 4, {0, 0, 5, not_a_number, 5, 5, 0, 0}));
}

TEST_CASE("shp: null shapes and shapes without points are empty")
{
    GeometryColumn column;
    auto const null = u32(0);
    CHECK(append_record(ShapeType::Polygon, bytes(null), Kind::Polygon, column) == Decoded::Empty);
    auto const none = poly({}, 0, {});
    CHECK(append_record(ShapeType::Polygon, bytes(none), Kind::Polygon, column) == Decoded::Empty);
    CHECK(column.size() == 0);
}

TEST_CASE("shp: a multipoint is one feature")
{
    auto const record = u32(8) + numbers({0, 0, 9, 9}) + u32(2) + numbers({0, 0, 9, 9});
    GeometryColumn column;

    REQUIRE(append_record(ShapeType::MultiPoint, bytes(record), Kind::Point, column) ==
            Decoded::Appended);
    CHECK(column.size() == 1);
    CHECK(column.points == std::vector<Point>{{0, 0}, {9, 9}});
    CHECK(append_record(ShapeType::MultiPoint, bytes(record.substr(0, 71)), Kind::Point, column) ==
          Decoded::Malformed);
}

TEST_CASE("shp: a header needs the file code and a known type")
{
    std::string header(100, '\0');
    header.replace(2, 2, "\x27\x0a");
    header[32] = 15;
    header.replace(36, 32, numbers({1, 2, 3, 4}));

    auto const parsed = parse_header(bytes(header));
    REQUIRE(parsed);
    CHECK(parsed->type == ShapeType::Polygon);
    CHECK(parsed->box == Box{1, 2, 3, 4});
    CHECK_FALSE(parse_header(bytes(header.substr(1))));
    header[32] = 31; // MultiPatch
    CHECK_FALSE(parse_header(bytes(header)));
    header[32] = 5;
    header[0] = 1;
    CHECK_FALSE(parse_header(bytes(header)));
}

TEST_CASE("shp: Z is read if the column keeps it")
{
    GeometryColumn column;
    column.has_z = true;
    auto const point = u32(11) + numbers({1, 2, 3, 9}); // x, y, z, m
    auto const points = u32(18) + numbers({1, 2, 4, 5}) + u32(2) +
                        numbers({1, 2, 4, 5, /* range */ 3, 6, 3, 6, /* M */ 0, 0, 0, 0});
    auto line = poly({0, 2}, 4, {1, 2, 4, 5, 6, 7, 8, 9, /* range */ 3, 12, 3, 6, 9, 12});
    line.replace(0, 4, u32(13));
    REQUIRE(append_record(ShapeType::Point, bytes(point), Kind::Point, column) ==
            Decoded::Appended);
    REQUIRE(append_record(ShapeType::MultiPoint, bytes(points), Kind::Point, column) ==
            Decoded::Appended);
    REQUIRE(append_record(ShapeType::PolyLine, bytes(line), Kind::Line, column) ==
            Decoded::Appended);
    CHECK(column.z == std::vector<double>{3, 3, 6, 3, 6, 9, 12});
    CHECK(column.z_of_ring(3)[0] == 9);
}

TEST_CASE("shp: records without Z, or too short for theirs, have 0")
{
    GeometryColumn column;
    column.has_z = true;
    auto const point = u32(1) + numbers({1, 2});
    auto const measured = u32(21) + numbers({1, 2, 9});
    auto cut = poly({0}, 2, {1, 2, 4, 5, /* range */ 3, 6, 3});
    cut.replace(0, 4, u32(13));
    for (auto const& record : {point, measured}) {
        REQUIRE(append_record(ShapeType::Point, bytes(record), Kind::Point, column) ==
                Decoded::Appended);
    }
    REQUIRE(append_record(ShapeType::PolyLine, bytes(cut), Kind::Line, column) ==
            Decoded::Appended);
    CHECK(column.z == std::vector<double>{0, 0, 0, 0});
}
