// SPDX-License-Identifier: MIT
#include "source/postgis/facts/types.hpp"

#include <doctest/doctest.h>

using namespace ms::source::postgis;
using ms::feature::Field;
using ms::feature::FieldType;

TEST_CASE("types: PostgreSQL's names become attribute types")
{
    CHECK(field_of({"a", "int4"}) == Field{"a", FieldType::Integer});
    CHECK(field_of({"a", "int8"}) == Field{"a", FieldType::Long});
    CHECK(field_of({"a", "timestamptz"}) == Field{"a", FieldType::DateTime});
    CHECK(field_of({"a", "jsonb"}) == Field{"a", FieldType::Text});
}

// select typname from pg_type t where typtype = 'b' and not exists (select from pg_opclass o join
// pg_am m on m.oid = opcmethod where amname = 'btree' and opcdefault and opcintype = t.oid)
TEST_CASE("types: some have no order, and neither have their arrays")
{
    CHECK(has_order("int4"));
    CHECK(has_order("jsonb"));
    CHECK(has_order("_text"));
    CHECK_FALSE(has_order("json"));
    CHECK_FALSE(has_order("_json"));
    CHECK_FALSE(has_order("point"));
}

TEST_CASE("types: numeric and varchar carry their size in the modifier")
{
    // select atttypmod of numeric(8,2), numeric(5,0), varchar(20) in PostgreSQL 15
    CHECK(field_of({"a", "numeric", 524294}) == Field{"a", FieldType::Real, 8, 2});
    CHECK(field_of({"a", "numeric", 327684}) == Field{"a", FieldType::Integer, 5, 0});
    CHECK(field_of({"a", "numeric"}) == Field{"a", FieldType::Real});
    CHECK(field_of({"a", "varchar", 24}) == Field{"a", FieldType::Text, 20});
}

TEST_CASE("types: PostGIS packs SRID, shape and dimensions into the modifier")
{
    // select atttypmod of geometry(MultiPolygon,4326), geometry(PointZM,2056),
    // geometry(Geometry,3857), geometry
    auto const polygons = spatial_modifier(1107480);
    CHECK(polygons.srid == 4326);
    CHECK(polygons.shape == 6);
    CHECK(polygons.flat);
    auto const points = spatial_modifier(526343);
    CHECK(points.srid == 2056);
    CHECK(points.shape == 1);
    CHECK_FALSE(points.flat);
    auto const any = spatial_modifier(987392);
    CHECK(any.srid == 3857);
    CHECK(any.shape == 0);
    CHECK_FALSE(any.flat);
    CHECK(spatial_modifier(-1).srid == 0);
}
