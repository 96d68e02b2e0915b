// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "expr/bind.hpp"
#include "geometry/wkt.hpp"

#include <doctest/doctest.h>

namespace {

using ms::geometry::GeometryColumn;
using ms::geometry::Kind;

ms::feature::FeatureBatch batch_of(std::string_view wkt, std::string_view value)
{
    ms::feature::FeatureBatch batch;
    batch.reset(1);
    REQUIRE(ms::geometry::append_wkt(wkt, Kind::None, batch.geometry));
    batch.attributes[0].append(value);
    return batch;
}

bool is_true(std::string_view expression, std::string_view wkt, std::string_view value = "0")
{
    std::vector<std::string> const columns{"a"};
    ms::expr::Bound bound{ms::expr::parse(expression), columns};
    return bound.is_true(batch_of(wkt, value), 0);
}

std::string shape(std::string_view expression, std::string_view wkt, std::string_view value = "0")
{
    std::vector<std::string> const columns{"a"};
    ms::expr::Bound bound{ms::expr::parse(expression), columns, {.map_cell_size = 2}};
    auto const batch = batch_of(wkt, value);
    GeometryColumn out;
    return bound.append_shape(batch, 0, batch.geometry, out) ? ms::geometry::encode_wkt(out, 0)
                                                             : "nothing";
}

} // namespace

// Expected values: PostGIS 3.3 (ST_Intersects, ST_DWithin ...) and hand calculation.

TEST_CASE("shapes: predicates are written before or between their shapes")
{
    CHECK(is_true("([shape] intersects fromText('POINT(1 1)'))", "LINESTRING(0 0,2 2)"));
    CHECK(is_true("(intersects([shape], fromText('POINT(1 1)')))", "LINESTRING(0 0,2 2)"));
    CHECK_FALSE(is_true("(disjoint([shape], fromText('POINT(1 1)')))", "LINESTRING(0 0,2 2)"));
    CHECK(is_true("(within([shape], fromText('POLYGON((0 0,9 0,9 9,0 9,0 0))')))", "POINT(1 1)"));
    CHECK(is_true("(contains(fromText('POLYGON((0 0,9 0,9 9,0 9,0 0))'), [shape]))", "POINT(1 1)"));
    CHECK(is_true("(crosses([shape], fromText('LINESTRING(0 2,2 0)')))", "LINESTRING(0 0,2 2)"));
    CHECK(is_true("([shape] = fromText('LINESTRING(2 2,0 0)'))", "LINESTRING(0 0,2 2)"));
}

TEST_CASE("shapes: distances may come from attributes")
{
    CHECK(is_true("(dwithin([shape], fromText('POINT(0 5)'), [a]))", "POINT(0 0)", "5"));
    CHECK_FALSE(is_true("(dwithin([shape], fromText('POINT(0 5)'), [a]))", "POINT(0 0)", "4.9"));
    CHECK(is_true("(beyond([shape], fromText('POINT(0 5)'), [a]))", "POINT(0 0)", "4.9"));
}

TEST_CASE("shapes: functions nest, and areas are those of their results")
{
    CHECK(is_true("(area(outer([shape])) = 100 and area([shape]) = 96)",
                  "POLYGON((0 0,10 0,10 10,0 10,0 0),(2 2,4 2,4 4,2 4,2 2))"));
    CHECK(shape("(inner([shape]))", "POLYGON((0 0,10 0,10 10,0 10,0 0),(2 2,4 2,4 4,2 4,2 2))") ==
          "POLYGON((2 2,4 2,4 4,2 4,2 2))");
    CHECK(shape("(generalize([shape], [map_cellsize] * [a]))", "LINESTRING(0 0,5 0,9 0)", "3") ==
          "LINESTRING(0 0,9 0)");
    CHECK(shape("(simplify(densify([shape], 1), 0.5))", "LINESTRING(0 0,9 0)") ==
          "LINESTRING(0 0,9 0)");
    CHECK(shape("(difference([shape], fromText('LINESTRING(5 0,9 0)')))", "LINESTRING(0 0,9 0)") ==
          "LINESTRING(0 0,5 0)");
    // As MapServer 8.0.0: the buffer is empty.
    CHECK(shape("(difference([shape], buffer([shape], -9)))",
                "POLYGON((0 0,10 0,10 10,0 10,0 0))") == "POLYGON((0 0,10 0,10 10,0 10,0 0))");
    CHECK(shape("(intersection([shape], buffer([shape], 1)))", "LINESTRING(0 0,9 0)") ==
          "LINESTRING(0 0,9 0)");
}

// The points are those of shapeObj.getLabelPoint() of MapServer 8.0.0, as in test_label_point.cpp.
TEST_CASE("shapes: labelpoint() is the point where a polygon's label is anchored")
{
    CHECK(shape("(labelpoint([shape]))", "POLYGON((0 0,100 0,50 10,0 0))") == "POINT(25 2.5)");
    CHECK(shape("(labelpoint([shape]))",
                "POLYGON((0 0,100 0,100 10,10 10,10 90,100 90,100 100,0 100,0 0))") ==
          "POINT(5 50)");
    CHECK(shape("(labelpoint([shape]))",
                "POLYGON((0 0,100 0,100 100,0 100,0 0),(20 20,80 20,80 80,20 80,20 20))") ==
          "POINT(50 10)");
    CHECK(shape("(labelpoint([shape]))", "POLYGON((0 0,9 0,0 0))") == "nothing");
}

TEST_CASE("shapes: a failed computation gives no shape, and no condition on it is true")
{
    auto const* const line = "LINESTRING(0 0,9 0)";
    auto const* const bow = "POLYGON((0 0,9 9,9 0,0 9,0 0))";
    CHECK(shape("(difference([shape], fromText('POLYGON((0 0,10 0,10 10,0 10,0 0))')))", bow) ==
          "nothing");
    CHECK(shape("(centerline(buffer([shape], -1)))", line) == "nothing");
    CHECK(shape("(buffer([shape], -100))", "POLYGON((0 0,9 0,9 9,0 9,0 0))") == "nothing");
    CHECK(shape("(buffer([shape], 1 / [a]))", line) == "nothing");
    CHECK_FALSE(is_true("(intersects(centerline([shape]), [shape]))", line));
    CHECK_FALSE(is_true("(not intersects(centerline([shape]), [shape]))", line));
}

// The sentences of MapServer 8.0.0, whose GEOMTRANSFORM then fails the map. It fails it for invalid
// polygons and for divisions by zero, too.
TEST_CASE("shapes: unsupported arguments of a function are refused, for any shape")
{
    auto const refusal_of = [](std::string_view expression, char const* wkt) -> std::string {
        try {
            return shape(expression, wkt);
        } catch (ms::PublicError const& error) {
            CHECK(error.kind() == ms::ErrorKind::BadMapfile);
            return error.public_text();
        }
    };
    auto const failed = [](std::string const& name) {
        return "yyparse(): Expression parser error. Executing " + name + " failed.";
    };
    auto const* const line = "LINESTRING(0 0,9 0)";
    auto const* const square = "POLYGON((0 0,9 0,9 9,0 9,0 0))";
    CHECK(refusal_of("(centerline([shape]))", line) ==
          failed("centerline") +
              "\nmsGEOSCenterline(): GEOS library error. Centerlines can only be "
              "computed for polygon shapes.");
    CHECK(refusal_of("(centerline([shape]))", square) ==
          failed("centerline") + "\nmsGEOSCenterline(): GEOS library error. Centerline generation "
                                 "failed, try densifying the shapes.");
    CHECK(refusal_of("(centerline(densify([shape], -5)))", square) == failed("densify"));
    CHECK(refusal_of("(densify([shape], 0))", line) == failed("densify"));
    CHECK(refusal_of("(densify([shape], 1))", "POINT(1 1)") == failed("densify"));
    CHECK(refusal_of("(simplify([shape], -1))", line) == failed("simplify"));
    CHECK(refusal_of("(simplifypt([shape], -1))", square) == failed("simplifypt"));
    CHECK(refusal_of("(inner([shape]))", line) == failed("inner"));
    CHECK(refusal_of("(outer([shape]))", "POINT(1 1)") == failed("outer"));
    CHECK(refusal_of("(labelpoint([shape]))", line) == failed("labelpoint"));
    CHECK(refusal_of("(inner([shape]))", square) == "nothing"); // no holes
}

TEST_CASE("shapes: a refusal is of one row, and conditions take it for unknown")
{
    CHECK_FALSE(is_true("(intersects(densify([shape], 0), [shape]))", "LINESTRING(0 0,9 0)"));
    CHECK(is_true("(intersects(densify([shape], 0), [shape]) or 1 = 1)", "LINESTRING(0 0,9 0)"));
}

TEST_CASE("shapes: javascript is refused by name")
{
    CHECK_THROWS_WITH_AS((ms::expr::Bound{ms::expr::parse("(javascript([shape],\"f\"))"), {}}),
                         doctest::Contains("javascript() is not supported"), ms::Error);
}
