// SPDX-License-Identifier: MIT
#include "geometry/wkt.hpp"

#include "unit/geometry/columns.hpp"

#include <doctest/doctest.h>

using namespace ms::geometry;
using namespace ms::geometry::test;

TEST_CASE("wkt: the seven types")
{
    CHECK(wkt_as(Kind::None, "POINT (1 2)") == "POINT(1 2)");
    CHECK(wkt_as(Kind::None, "linestring( 1 2 , 3 4 )") == "LINESTRING(1 2,3 4)");
    CHECK(wkt_as(Kind::None, "POLYGON((0 0,1 0,1 1,0 0))") == "POLYGON((0 0,1 0,1 1,0 0))");
    CHECK(wkt_as(Kind::None, "MULTIPOINT(1 2,3 4)") == "MULTIPOINT(1 2,3 4)");
    CHECK(wkt_as(Kind::None, "MULTIPOINT((1 2),(3 4))") == "MULTIPOINT(1 2,3 4)");
    CHECK(wkt_as(Kind::None, "MULTILINESTRING((1 2,3 4),(5 6,7 8))") ==
          "MULTILINESTRING((1 2,3 4),(5 6,7 8))");
    CHECK(wkt_as(Kind::None, "MULTIPOLYGON(((0 0,1 0,1 1,0 0)),((5 5,6 5,6 6,5 5)))") ==
          "MULTIPOLYGON(((0 0,1 0,1 1,0 0)),((5 5,6 5,6 6,5 5)))");
    CHECK(wkt_as(Kind::Point, "GEOMETRYCOLLECTION(POINT(1 2),LINESTRING(3 4,5 6))") ==
          "MULTIPOINT(1 2,3 4,5 6)");
}

TEST_CASE("wkt: Z, M and an SRID are read and left out")
{
    CHECK(wkt_as(Kind::None, "SRID=4326;POINT Z (1 2 3)") == "POINT(1 2)");
    CHECK(wkt_as(Kind::None, "POINTM(1 2 3)") == "POINT(1 2)");
    CHECK(wkt_as(Kind::None, "LINESTRING ZM (1 2 3 4, 5 6 7 8)") == "LINESTRING(1 2,5 6)");
    CHECK(wkt_as(Kind::None, "POINT(1 2 3 4)") == "POINT(1 2)");
}

TEST_CASE("wkt: signs, exponents and fractions")
{
    CHECK(wkt_as(Kind::None, "POINT(-1.5e3 +.25)") == "POINT(-1500 0.25)");
}

TEST_CASE("wkt: EMPTY is valid for every type and inside it")
{
    CHECK(wkt_as(Kind::Polygon, "POINT EMPTY") == "GEOMETRYCOLLECTION EMPTY");
    CHECK(wkt_as(Kind::Polygon, "MULTIPOLYGON Z EMPTY") == "GEOMETRYCOLLECTION EMPTY");
    CHECK(wkt_as(Kind::Line, "MULTILINESTRING(EMPTY,(1 2,3 4))") == "LINESTRING(1 2,3 4)");
}

TEST_CASE("wkt: invalid text is refused")
{
    for (auto const* const text :
         {"", "POINT", "POINT(", "POINT()", "POINT(1)", "POINT(1 2", "POINT(1 2) x",
          "POINT(1 2,3 4)", "POINT(a b)", "CIRCLE(1 2)", "LINESTRING(1 2,)",
          "POLYGON(0 0,1 0,1 1,0 0)", "SRID=x;POINT(1 2)", "POINT(1 2 3 4 5)", "POINT(1e999 2)",
          "POINT(nan 2)"}) {
        CAPTURE(text);
        CHECK(wkt_as(Kind::None, text) == "skipped");
    }
}

TEST_CASE("wkt: collections nested too deeply are malformed")
{
    std::string nested;
    for (int i = 0; i < 1000; ++i) {
        nested += "GEOMETRYCOLLECTION(";
    }
    CHECK(wkt_as(Kind::Point, nested) == "skipped");
}

TEST_CASE("wkt: an encoded column decodes to the same column")
{
    for (unsigned seed = 0; seed < 20; ++seed) {
        auto const column = random_column(seed, 0.1);
        GeometryColumn decoded;
        for (std::size_t i = 0; i < column.size(); ++i) {
            REQUIRE(append_wkt(encode_wkt(column, i), column.kinds[i], decoded));
        }
        CHECK(same(column, decoded));
    }
}

TEST_CASE("wkt: GEOS writes 16 decimals, a blank after the type and after commas")
{
    // As GEOSGeomToWKT() of GEOS 3.11 does.
    GeometryColumn column;
    REQUIRE(
        append_wkt("MULTIPOLYGON(((0 0,1.5 0,0 1,0 0)),((5 5,6 5,5 6,5 5)))", Kind::None, column));
    REQUIRE(append_wkt("POINT(-1e2 2)", Kind::None, column));
    CHECK(encode_wkt(column, 0, WktStyle::OfGeos) ==
          "MULTIPOLYGON (((0.0000000000000000 0.0000000000000000, 1.5000000000000000 "
          "0.0000000000000000, 0.0000000000000000 1.0000000000000000, 0.0000000000000000 "
          "0.0000000000000000)), ((5.0000000000000000 5.0000000000000000, 6.0000000000000000 "
          "5.0000000000000000, 5.0000000000000000 6.0000000000000000, 5.0000000000000000 "
          "5.0000000000000000)))");
    CHECK(encode_wkt(column, 1, WktStyle::OfGeos) ==
          "POINT (-100.0000000000000000 2.0000000000000000)");
}
