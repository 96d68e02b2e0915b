// SPDX-License-Identifier: MIT
#include "geometry/twkb.hpp"

#include "unit/geometry/columns.hpp"
#include "unit/geometry/edge_data.hpp"

#include <doctest/doctest.h>

using namespace ms::geometry;
using namespace ms::geometry::test;

TEST_CASE("twkb: the examples of the specification")
{
    // SELECT encode(ST_AsTWKB('LINESTRING(1 1,5 5)'::geometry), 'hex')
    CHECK(twkb_as(Kind::Line, "02000202020808") == "LINESTRING(1 1,5 5)");
    // SELECT encode(ST_AsTWKB(array_agg(g), array_agg(id)), 'hex'), points (0 1), (2 3), ids 0 and
    // 1
    CHECK(twkb_as(Kind::Point, "040402000200020404") == "MULTIPOINT(0 1,2 3)");
}

TEST_CASE("twkb: every encoding of PostGIS decodes as in PostGIS")
{
    std::size_t checked = 0;
    for (auto const& row : edge_rows("edge_twkb")) {
        auto const& text = row.at("decoded_ewkt");
        // PostGIS writes numbers beyond 64 bits as the lowest integer, and refuses to read some of
        // its own output.
        auto const overflowed = row.at("twkb").find("ffffffffffffffffff01") != std::string::npos;
        if (!is_simple_type(text) || overflowed || text.starts_with("ERROR")) {
            continue;
        }
        CAPTURE(row.at("gid"));
        CAPTURE(text);
        for (auto const kind : {Kind::Point, Kind::Line, Kind::Polygon}) {
            GeometryColumn expected;
            GeometryColumn decoded;
            auto const is_of_kind = append_wkt(text, kind, expected);
            REQUIRE(append_twkb(from_hex(row.at("twkb")), kind, decoded) == is_of_kind);
            REQUIRE(decoded.points.size() == expected.points.size());
            CHECK(decoded.ring_ends == expected.ring_ends);
            CHECK(decoded.part_ends == expected.part_ends);
            CHECK(decoded.kinds == expected.kinds);
            for (std::size_t i = 0; i < decoded.points.size(); ++i) {
                // The text has 15 digits.
                CHECK(decoded.points[i].x == doctest::Approx(expected.points[i].x).epsilon(1e-14));
                CHECK(decoded.points[i].y == doctest::Approx(expected.points[i].y).epsilon(1e-14));
            }
        }
        ++checked;
    }
    CHECK(checked > 2000);
}

TEST_CASE("twkb: truncated bytes are refused and leave the column unchanged")
{
    std::string longest;
    for (auto const& row : edge_rows("edge_twkb")) {
        if (row.at("name") == "multipolygon_zm" && row.at("with_bbox") == "t") {
            longest = row.at("twkb");
        }
    }
    auto const bytes = from_hex(longest);
    REQUIRE(bytes.size() > 20);
    GeometryColumn column;
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        CHECK_FALSE(append_twkb(std::span{bytes}.first(size), Kind::Polygon, column));
    }
    CHECK(column.size() == 0);
    CHECK(column.points.empty());
    CHECK(append_twkb(bytes, Kind::Polygon, column));
}

TEST_CASE("twkb: a count larger than the bytes is malformed and reserves nothing")
{
    GeometryColumn column;
    CHECK_FALSE(append_twkb(from_hex("0200ffffffffffffffff7f"), Kind::Line, column));
    CHECK_FALSE(append_twkb(from_hex("0400ffffff7f0000"), Kind::Point, column));
    CHECK(column.points.capacity() == 0);
}

TEST_CASE("twkb: numbers of more than 64 bits are malformed in every field")
{
    auto const too_long = std::string(18, 'f') + "02"; // ten bytes, 65 bits
    CHECK(twkb_as(Kind::Point, "0100" + too_long + "00") == "skipped");
    // Far from the end the numbers are read without looking for it.
    CHECK(twkb_as(Kind::Point, "0100" + too_long + std::string(200, '0')) == "skipped");
    auto const largest = std::string(18, 'f') + "01";
    CHECK(twkb_as(Kind::Point, "0100" + largest + "00") == "POINT(-9223372036854775808 0)");
    CHECK(twkb_as(Kind::Point, "0100" + largest + std::string(200, '0')) ==
          "POINT(-9223372036854775808 0)");
}

TEST_CASE("twkb: precision -8 and unknown types are malformed")
{
    CHECK(twkb_as(Kind::Point, "f1000202") == "skipped"); // zigzag 15 = -8
    CHECK(twkb_as(Kind::Point, "e1000202") == "POINT(1e-07 1e-07)");
    CHECK(twkb_as(Kind::Point, "d1000202") == "POINT(1e+07 1e+07)");
    CHECK(twkb_as(Kind::Point, "00000202") == "skipped");
    CHECK(twkb_as(Kind::Point, "08000202") == "skipped");
}

TEST_CASE("twkb: collections nested too deeply are malformed")
{
    std::string nested;
    for (int i = 0; i < 1000; ++i) {
        nested += "070001";
    }
    CHECK(twkb_as(Kind::Point, nested + "01000202") == "skipped");
}

TEST_CASE("twkb: encoding gives the bytes of ST_AsTWKB")
{
    std::size_t checked = 0;
    for (auto const& row : edge_rows("edge_twkb")) {
        auto const& name = row.at("name");
        bool const is_flat = name == "point" || name == "linestring_closed" || name == "polygon" ||
                             name == "polygon_2holes" || name == "multipoint" ||
                             name == "multilinestring" || name == "multipolygon";
        // PostGIS leaves out vertices that fall together on a coarse grid; we write them.
        if (!is_flat || row.at("with_ids") == "t" || std::stoi(row.at("prec")) < 0) {
            continue;
        }
        CAPTURE(name);
        CAPTURE(row.at("prec"));
        GeometryColumn column;
        REQUIRE(append_wkt(row.at("decoded_ewkt"), Kind::None, column));
        std::vector<std::byte> bytes;
        encode_twkb(
            column, 0,
            {std::stoi(row.at("prec")), row.at("with_size") == "t", row.at("with_bbox") == "t"},
            bytes);
        CHECK(to_hex(bytes) == row.at("twkb"));
        ++checked;
    }
    CHECK(checked > 50);
}

TEST_CASE("twkb: an encoded column decodes to the same column")
{
    for (unsigned seed = 0; seed < 50; ++seed) {
        auto const column = random_column(seed, 1);
        for (int const precision : {0, 3, 7}) {
            GeometryColumn decoded;
            for (std::size_t i = 0; i < column.size(); ++i) {
                std::vector<std::byte> bytes;
                encode_twkb(column, i, {precision, seed % 2 == 0, seed % 3 == 0}, bytes);
                REQUIRE(append_twkb(bytes, column.kinds[i], decoded));
            }
            CHECK(same(column, decoded));
        }
    }
}

TEST_CASE("twkb: negative precision rounds to tens and hundreds")
{
    auto const column = column_of({"LINESTRING(1234 -1234,1250 1251)"});
    std::vector<std::byte> bytes;
    encode_twkb(column, 0, {-2}, bytes);
    CHECK(twkb_as(Kind::Line, to_hex(bytes)) == "LINESTRING(1200 -1200,1300 1300)");
}
