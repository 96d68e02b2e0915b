// SPDX-License-Identifier: MIT
#include "source/postgis/sql/geometry_sql.hpp"

#include <doctest/doctest.h>
#include <ostream>
#include <string>
#include <vector>

using namespace ms::source::postgis;
using Parameters = std::vector<std::string>;

namespace {

TableFacts polygons()
{
    TableFacts facts;
    facts.geometry = "the \"geom\"";
    facts.shape = 3; // POLYGON
    facts.flat = true;
    return facts;
}

/// A grid of 2 units from (10, -4), pixels of 32.
Transfer on_grid()
{
    Transfer transfer{Encoding::Twkb};
    transfer.grid = 2;
    transfer.origin = {10, -4};
    return transfer;
}

struct Written {
    std::string sql;
    Parameters parameters;

    bool operator==(Written const&) const = default;
    friend std::ostream& operator<<(std::ostream& out, Written const& written)
    {
        out << written.sql;
        for (auto const& parameter : written.parameters) {
            out << " | " << parameter;
        }
        return out;
    }
};

Written encoded(TableFacts const& facts, Transfer const& transfer, bool force_2d = false)
{
    Statement statement;
    auto sql = GeometrySql{facts, transfer, 32, force_2d}.encoded("BOX", statement);
    return {std::move(sql), std::move(statement.parameters)};
}

std::string is_cut(TableFacts const& facts, Transfer const& transfer)
{
    return GeometrySql{facts, transfer, 32, false}.is_cut("BOX");
}

} // namespace

TEST_CASE("geometry sql: the column's name is quoted, a geography is read as a geometry")
{
    auto facts = polygons();
    CHECK(GeometrySql{facts, {}, 0, false}.column() == "\"the \"\"geom\"\"\"");
    facts.is_geography = true;
    CHECK(GeometrySql{facts, {}, 0, false}.column() == "\"the \"\"geom\"\"\"::geometry");
    CHECK(encoded(facts, {}) == Written{"ST_AsBinary(\"the \"\"geom\"\"\"::geometry,'NDR')", {}});
}

TEST_CASE("geometry sql: Z and M are dropped on request if there may be any")
{
    auto facts = polygons();
    facts.geometry = "g";
    CHECK(encoded(facts, {}, true) == Written{"ST_AsBinary(\"g\",'NDR')", {}});
    facts.flat = false;
    CHECK(encoded(facts, {}, false) == Written{"ST_AsBinary(\"g\",'NDR')", {}});
    CHECK(encoded(facts, {}, true) == Written{"ST_AsBinary(ST_Force2D(\"g\"),'NDR')", {}});
    CHECK(encoded(facts, Transfer{Encoding::Hex}, true) ==
          Written{"encode(ST_AsBinary(ST_Force2D(\"g\"),'NDR'),'hex')", {}});
    // Integers on a grid have no use for heights.
    CHECK(encoded(facts, on_grid()) ==
          Written{"ST_AsTWKB(ST_SetSRID(ST_TransScale("
                  "ST_Force2D(\"g\"),$2::float8,$3::float8,$1::float8,$1::float8),0),0)",
                  {"0.5", "-10", "4"}});
}

TEST_CASE("geometry sql: only shapes that TWKB knows are given to it")
{
    auto facts = polygons();
    facts.geometry = "g";
    for (int shape = 1; shape <= 6; ++shape) {
        CAPTURE(shape);
        facts.shape = shape;
        CHECK(encoded(facts, on_grid()).sql.starts_with("ST_AsTWKB("));
    }
    for (int const shape : {0, 7}) { // any, GEOMETRYCOLLECTION
        CAPTURE(shape);
        facts.shape = shape;
        auto const sql = encoded(facts, on_grid()).sql;
        CHECK(sql.starts_with("CASE WHEN GeometryType(\"g\") IN ('POINT',"));
        CHECK(sql.ends_with(" ELSE ST_AsBinary(\"g\",'XDR') END"));
    }
}

// select ST_RemoveRepeatedPoints('MULTIPOINT(EMPTY,2 -2)', 0.05) is a crash of PostGIS 3.3.2.
TEST_CASE("geometry sql: a MULTIPOINT among other shapes is not thinned")
{
    TableFacts facts;
    facts.geometry = "g";
    auto transfer = on_grid();
    CHECK(encoded(facts, transfer).sql.find("'MULTIPOINT'") != std::string::npos);
    transfer.clip_large = true;
    CHECK(encoded(facts, transfer).sql.find("'MULTIPOINT'") == std::string::npos);
    transfer.clip_large = false;
    transfer.reduce = true;
    CHECK(encoded(facts, transfer).sql.find("'MULTIPOINT'") == std::string::npos);
}

TEST_CASE("geometry sql: thinning is by spacing, then by tolerance")
{
    auto facts = polygons();
    facts.geometry = "g";
    auto transfer = on_grid();
    transfer.reduce = true;
    transfer.spacing = 17;
    transfer.tolerance = 7;
    CHECK(encoded(facts, transfer) ==
          Written{"ST_AsTWKB(ST_SetSRID(ST_TransScale(ST_Simplify(ST_RemoveRepeatedPoints("
                  "\"g\",$1::float8),$2::float8,true),$4::float8,$5::float8,$3::float8,$3::float8),"
                  "0),0)",
                  {"17", "7", "0.5", "-10", "4"}});
}

TEST_CASE(
    "geometry sql: large geometries are cut 16 pixels around the box, before they are thinned")
{
    auto facts = polygons();
    facts.geometry = "g";
    auto transfer = on_grid();
    CHECK(is_cut(facts, transfer) == "false");
    transfer.clip_large = true;
    transfer.spacing = 17;
    transfer.tolerance = 7;
    CHECK(is_cut(facts, transfer) == "pg_column_size(\"g\") > 65536");
    auto const [sql, parameters] = encoded(facts, transfer);
    CHECK(sql.find("CASE WHEN pg_column_size(\"g\") > 65536 THEN ST_Simplify("
                   "ST_RemoveRepeatedPoints(ST_ClipByBox2D(\"g\",ST_Expand(BOX::box2d,$3::float8)),"
                   "$1::float8),$2::float8,true) ELSE \"g\" END") != std::string::npos);
    CHECK(parameters == Parameters{"17", "7", "512", "0.5", "-10", "4"});
}

TEST_CASE("geometry sql: cached geometries that are completely visible are not cut")
{
    auto facts = polygons();
    facts.geometry = "g";
    facts.is_geography = true; // its size is that of the column, its box that of the geometry
    auto transfer = on_grid();
    transfer.reduce = transfer.clip_large = true;
    transfer.level = 32;
    CHECK(is_cut(facts, transfer) == "pg_column_size(\"g\") > 65536 AND NOT \"g\"::geometry @ BOX");
    CHECK(encoded(facts, transfer).sql.find("CASE WHEN " + is_cut(facts, transfer) + " THEN ") !=
          std::string::npos);
}
