// SPDX-License-Identifier: MIT
#include "unit/geometry/columns.hpp"

#include "geometry/shape.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>

using namespace ms::geometry;
using namespace ms::geometry::test;

// The bytes are those of ST_AsBinary, ST_AsEWKB and ST_AsTWKB of PostGIS 3.3.

namespace {

using Numbers = std::vector<double>;

constexpr auto line_z = "01ea03000002000000000000000000f03f00000000000000400000000000000840"
                        "000000000000104000000000000014400000000000001840";

GeometryColumn with_z()
{
    GeometryColumn column;
    column.has_z = true;
    return column;
}

GeometryColumn decoded(std::string_view hex, Kind requested = Kind::None)
{
    auto column = with_z();
    REQUIRE(append_wkb(from_hex(hex), requested, column));
    REQUIRE(column.z.size() == column.points.size());
    return column;
}

} // namespace

TEST_CASE("z: WKB of ISO and of PostGIS, in both byte orders")
{
    CHECK(decoded(line_z).z == Numbers{3, 6});
    // SRID=4326;LINESTRING Z(1 2 3,4 5 6) as EWKB, big-endian
    CHECK(decoded("00a0000002000010e6000000023ff00000000000004000000000000000400800000000"
                  "0000401000000000000040140000000000004018000000000000")
              .z == Numbers{3, 6});
}

TEST_CASE("z: M is not Z")
{
    // LINESTRING ZM(1 2 3 7,4 5 6 8)
    CHECK(decoded("01ba0b000002000000000000000000f03f000000000000004000000000000008400000000000"
                  "001c400000000000001040000000000000144000000000000018400000000000002040")
              .z == Numbers{3, 6});
    // LINESTRING M(1 2 7,4 5 8)
    CHECK(decoded("01d207000002000000000000000000f03f00000000000000400000000000001c4000000000"
                  "0000104000000000000014400000000000002040")
              .z == Numbers{0, 0});
}

TEST_CASE("z: a column that does not keep it has none")
{
    GeometryColumn column;
    REQUIRE(append_wkb(from_hex(line_z), Kind::None, column));
    CHECK(column.z.empty());
    CHECK(column.z_of_ring(0).empty());
    CHECK(column.z_of(0).empty());
}

TEST_CASE("z: shapes in two dimensions have 0, also among others")
{
    auto column = decoded(line_z);
    REQUIRE(append_wkt("LINESTRING(7 8,9 10)", Kind::Line, column));
    REQUIRE(append_wkb(from_hex(line_z), Kind::Line, column));
    CHECK(column.z == Numbers{3, 6, 0, 0, 3, 6});
    CHECK(column.z_of(2)[1] == 6);
    CHECK(column.z_of_ring(2)[0] == 3);
}

TEST_CASE("z: dropped members of a collection leave no Z behind")
{
    // GEOMETRYCOLLECTION Z(POINT Z(9 9 9),LINESTRING Z(1 2 3,4 5 6))
    constexpr auto collection =
        "01ef0300000200000001e903000000000000000022400000000000002240000000000000224001ea03000002"
        "000000000000000000f03f0000000000000040000000000000084000000000000010400000000000001440"
        "0000000000001840";
    CHECK(decoded(collection, Kind::Line).z == Numbers{3, 6});
    CHECK(decoded(collection, Kind::Point).z == Numbers{9, 3, 6});
}

TEST_CASE("z: a refused geometry leaves the column unchanged")
{
    auto column = decoded(line_z);
    auto cut = from_hex(line_z);
    cut.pop_back();
    CHECK_FALSE(append_wkb(cut, Kind::Line, column));
    CHECK_FALSE(append_wkb(from_hex(line_z), Kind::Polygon, column));
    CHECK(column.z == Numbers{3, 6});
}

TEST_CASE("z: numbers that are not finite become 0")
{
    auto column = with_z();
    std::string hex{line_z};
    hex.replace(hex.size() - 16, 16, "000000000000f87f"); // NaN
    REQUIRE(append_wkb(from_hex(hex), Kind::Line, column));
    CHECK(column.z == Numbers{3, 0});
}

TEST_CASE("z: the point that closes a ring has that of its start")
{
    auto column = with_z();
    REQUIRE(append_wkt("POLYGON Z((0 0 1,4 0 2,4 4 3))", Kind::Polygon, column));
    CHECK(column.z == Numbers{1, 2, 3, 1});
}

TEST_CASE("z: along an arc it changes evenly from point to point, and joints are not doubled")
{
    // COMPOUNDCURVE Z((0 0 1,1 0 2),CIRCULARSTRING Z(1 0 2,2 1 3,3 0 4),(3 0 4,5 0 5))
    auto const curve = decoded(
        "01f10300000300000001ea0300000200000000000000000000000000000000000000000000000000f03f000000"
        "000000f03f0000000000000000000000000000004001f003000003000000000000000000f03f00000000000000"
        "0000000000000000400000000000000040000000000000f03f0000000000000840000000000000084000000000"
        "00000000000000000000104001ea03000002000000000000000000084000000000000000000000000000001040"
        "000000000000144000000000000000000000000000001440");
    REQUIRE(curve.z.size() == 21); // 2 points, 18 segments, 1 point
    CHECK(curve.z[0] == 1);
    CHECK(curve.z[1] == 2);
    CHECK(curve.z[10] == doctest::Approx(3)); // the middle of the arc
    CHECK(curve.z[19] == 4);
    CHECK(curve.z[20] == 5);
}

TEST_CASE("z: texts have it as the third number, unless they say M")
{
    auto column = with_z();
    REQUIRE(append_wkt("POINT Z (1 2 3)", Kind::None, column));
    REQUIRE(append_wkt("POINT(1 2 4)", Kind::None, column));
    REQUIRE(append_wkt("POINTZM(1 2 5 9)", Kind::None, column));
    REQUIRE(append_wkt("POINT M (1 2 9)", Kind::None, column));
    REQUIRE(append_wkt("POINTM(1 2 9)", Kind::None, column));
    REQUIRE(append_wkt("GEOMETRYCOLLECTION Z(POINT M(1 2 9),POINT Z(1 2 6))", Kind::None, column));
    CHECK(column.z == Numbers{3, 4, 5, 0, 0, 0, 6});
}

TEST_CASE("z: TWKB has its own precision")
{
    auto column = with_z();
    // ST_AsTWKB('LINESTRING Z(1 2 3.25,4 5 -6)', 0, 2)
    REQUIRE(append_twkb(from_hex("0208090202048a050606b90e"), Kind::None, column));
    // ST_AsTWKB('MULTIPOINT ZM(1 2 3 9,4 5 6 9)', -1, 1, 1): M follows
    REQUIRE(append_twkb(from_hex("1408270200003cb40100023c00"), Kind::None, column));
    REQUIRE(append_twkb(from_hex("02000202040606"), Kind::None, column)); // without Z
    CHECK(column.z == Numbers{3.25, -6, 3, 6, 0, 0});
}

TEST_CASE("z: encoding gives the bytes of ST_AsBinary")
{
    for (std::string const& hex :
         {std::string{line_z},
          // POLYGON Z((0 0 1,4 0 2,4 4 3,0 0 1))
          std::string{"01eb0300000100000004000000000000000000000000000000000000000000000000"
                      "00f03f0000000000001040000000000000000000000000000000400000000000001040"
                      "0000000000001040000000000000084000000000000000000000000000000000"
                      "000000000000f03f"},
          // MULTIPOINT Z(1 2 3,4 5 6)
          std::string{"01ec0300000200000001e9030000000000000000f03f0000000000000040000000000000"
                      "084001e9030000000000000000104000000000000014400000000000001840"}}) {
        auto const column = decoded(hex);
        std::vector<std::byte> bytes;
        encode_wkb(column, 0, bytes);
        CHECK(to_hex(bytes) == hex);
    }
}

TEST_CASE("z: copies keep it if their column does")
{
    auto const column = decoded(line_z);
    auto kept = with_z();
    append_shape({&column, 0}, kept);
    REQUIRE(append_shape_as({&column, 0}, Kind::Point, kept));
    CHECK(kept.z == Numbers{3, 6, 3, 6});

    GeometryColumn flat;
    append_shape({&column, 0}, flat);
    CHECK(flat.z.empty());

    append_shape({&flat, 0}, kept);
    CHECK(kept.z == Numbers{3, 6, 3, 6, 0, 0});

    kept.clear();
    CHECK(kept.z.empty());
    CHECK(kept.has_z);
}
