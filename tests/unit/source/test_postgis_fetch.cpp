// SPDX-License-Identifier: MIT
#include "source/postgis/sql/fetch.hpp"

#include <doctest/doctest.h>

using namespace ms::source::postgis;
using ms::geometry::Box;
using ms::geometry::Kind;
using ms::source::Query;
using Parameters = std::vector<std::string>;

namespace {

LayerSettings roads(std::string_view data = "geom from roads")
{
    LayerSettings layer;
    layer.ref = {"roads", "roads.map:41:16"};
    layer.data = parse_data_clause(data, layer.ref);
    return layer;
}

/// roads (id, name, geom), 1000 rows of 100 vertices in a square of 1000.
TableFacts facts()
{
    TableFacts facts;
    facts.schema.fields = {{"id", ms::feature::FieldType::Integer}, {"name"}, {"Straße \"A\""}};
    facts.types = {"int4", "text", "text"};
    facts.geometry = "geom";
    facts.srid = 25832;
    facts.shape = 5; // MULTILINESTRING
    facts.flat = true;
    facts.key = "id";
    facts.rows = 1000;
    facts.vertices_per_row = 100;
    facts.extent = Box{0, 0, 1000, 1000};
    return facts;
}

Query in_box()
{
    Query query;
    query.kind = Kind::Line;
    query.box = Box{0.1, 2, 30, 40.5};
    return query;
}

std::string sql(Query const& query, LayerSettings const& layer = roads(),
                TableFacts const& table = facts())
{
    return make_fetch(layer, table, query).statement.sql;
}

} // namespace

TEST_CASE("fetch: needed columns only, the box as parameters")
{
    auto query = in_box();
    query.fields = {"name"};
    auto const fetch = make_fetch(roads(), facts(), query);
    CHECK(fetch.statement.sql ==
          "SELECT ST_AsBinary(\"geom\",'NDR'),\"name\"::text FROM roads WHERE \"geom\" && "
          "ST_MakeEnvelope($1,$2,$3,$4,25832)");
    CHECK(fetch.statement.parameters == Parameters{"0.1", "2", "30", "40.5"});
    CHECK(fetch.fields == query.fields);
}

TEST_CASE("fetch: everything of a table")
{
    Query query;
    query.with_ids = true;
    query.max_features = 10;
    CHECK(sql(query) == "SELECT ST_AsBinary(\"geom\",'NDR'),\"id\"::text FROM roads LIMIT 10");
}

TEST_CASE("fetch: sorted, with rows left out and without those that have no geometry")
{
    Query query;
    query.order = {{"NAME", true}, {"id", false}};
    query.max_features = 10;
    query.offset = 20;
    query.null_geometry = ms::source::NullGeometry::Excluded;
    query.fields = {"id"};
    CHECK(sql(query) == "SELECT ST_AsBinary(\"geom\",'NDR'),\"id\"::text AS \"mapserver output\" "
                        "FROM roads WHERE \"geom\" IS NOT NULL "
                        "ORDER BY \"name\" DESC,\"id\" LIMIT 10 OFFSET 20");
}

TEST_CASE("fetch: rows are skipped here if we evaluate a part of the filter")
{
    Query query;
    query.filter = ms::expr::parse("(length('[name]') > 3)");
    query.max_features = 10;
    query.offset = 20;
    auto const fetch = make_fetch(roads(), facts(), query);
    CHECK(fetch.statement.sql.find("LIMIT") == std::string::npos);
    CHECK(fetch.statement.sql.find("OFFSET") == std::string::npos);
    CHECK(fetch.max_features == 10);
    CHECK(fetch.offset == 20);
    CHECK_FALSE(count_statement(roads(), facts(), query));
}

TEST_CASE("fetch: an order by a column that does not exist is refused, quotes and all")
{
    Query query;
    query.order = {{"name\"; DROP TABLE roads; --", false}};
    CHECK_THROWS((void)sql(query));
}

TEST_CASE("count: the server counts all rows of a query, without its limit")
{
    auto query = in_box();
    query.fields = {"name"};
    query.order = {{"name", false}};
    query.max_features = 1;
    query.offset = 1;
    auto const statement = count_statement(roads(), facts(), query);
    REQUIRE(statement);
    CHECK(statement->sql == "SELECT count(\"geom\") FROM roads WHERE \"geom\" && "
                            "ST_MakeEnvelope($1,$2,$3,$4,25832)");
    CHECK(statement->parameters == Parameters{"0.1", "2", "30", "40.5"});
}

TEST_CASE("fetch: names reach the SQL quoted, in the database's case")
{
    auto query = in_box();
    query.box.reset();
    query.fields = {"NAME", "straße \"a\""};
    CHECK(sql(query).starts_with(
        "SELECT ST_AsBinary(\"geom\",'NDR'),\"name\"::text,\"Straße \"\"A\"\"\"::text FROM"));
}

TEST_CASE("fetch: a column that does not exist is reported with layer and place")
{
    Query query;
    query.fields = {"x\"; DROP TABLE roads; --"};
    CHECK_THROWS_WITH_AS(
        (void)sql(query),
        "layer \"roads\": column \"x\"; DROP TABLE roads; --\" does not exist (roads.map:41:16)",
        ms::Error);
}

TEST_CASE("fetch: !BOX! takes the place of our condition and shares no number with BINDVALS")
{
    auto layer = roads("geom from (select * from roads where geom && !BOX! and class = $1) as t");
    layer.bind_values = {"motorway"};
    auto const fetch = make_fetch(layer, facts(), in_box());
    CHECK(fetch.statement.sql ==
          "SELECT ST_AsBinary(\"geom\",'NDR') FROM (select * from roads where geom && "
          "ST_MakeEnvelope($2,$3,$4,$5,25832) and class = $1) as t");
    CHECK(fetch.statement.parameters == Parameters{"motorway", "0.1", "2", "30", "40.5"});
}

TEST_CASE("fetch: NATIVE_FILTER is parenthesized after the box; unused BINDVALS get a type")
{
    auto layer = roads();
    layer.native_filter = "a = 1 OR b = $2";
    layer.bind_values = {"x", "y"};
    CHECK(sql(in_box(), layer) ==
          "SELECT ST_AsBinary(\"geom\",'NDR') FROM roads WHERE $1::text IS NOT NULL AND (a = 1 "
          "OR b = $2) AND \"geom\" && ST_MakeEnvelope($3,$4,$5,$6,25832)");
}

TEST_CASE("fetch: a geography is queried by its index and in planar degrees")
{
    auto table = facts();
    table.is_geography = true;
    table.srid = 4326;
    CHECK(sql(in_box(), roads(), table) ==
          "SELECT ST_AsBinary(\"geom\"::geometry,'NDR') FROM roads WHERE \"geom\"::geometry && "
          "ST_MakeEnvelope($1,$2,$3,$4,4326) AND \"geom\" && "
          "ST_Segmentize(ST_Expand(ST_MakeEnvelope($1,$2,$3,$4,4326),0.1),1.0)::geography");
}

TEST_CASE("fetch: an unknown SRID is 0, for the server as well")
{
    auto table = facts();
    table.srid = -1;
    CHECK(sql(in_box(), roads(), table).ends_with("ST_MakeEnvelope($1,$2,$3,$4,0)"));
}

TEST_CASE(
    "fetch: TWKB on a grid of a sixteenth of a pixel from its line below the corner of the box")
{
    auto layer = roads();
    layer.encoding = EncodingWish::Twkb;
    auto query = in_box();
    query.pixel_size = 4;
    auto const fetch = make_fetch(layer, facts(), query);
    CHECK(fetch.statement.sql.starts_with(
        "SELECT ST_AsTWKB(ST_SetSRID(ST_TransScale("
        "\"geom\",$6::float8,$7::float8,$5::float8,$5::float8),0),0) FROM roads"));
    CHECK(fetch.statement.parameters == Parameters{"0.1", "2", "30", "40.5", "4", "0", "-2"});
}

TEST_CASE("fetch: shapes that TWKB does not know travel as big-endian WKB")
{
    auto layer = roads();
    layer.encoding = EncodingWish::Twkb;
    auto table = facts();
    table.shape = 0;
    table.flat = false;
    auto query = in_box();
    query.pixel_size = 4;
    auto const text = sql(query, layer, table);
    CHECK(text.find("CASE WHEN GeometryType(\"geom\") IN "
                    "('POINT','MULTIPOINT','LINESTRING','MULTILINESTRING',"
                    "'POLYGON','MULTIPOLYGON') THEN "
                    "ST_AsTWKB(ST_SetSRID(ST_TransScale(ST_Force2D(\"geom\")") !=
          std::string::npos);
    CHECK(text.find("ELSE ST_AsBinary(\"geom\",'XDR') END") != std::string::npos);
}

TEST_CASE("fetch: HEX and FORCE2D on request")
{
    auto layer = roads();
    layer.encoding = EncodingWish::Hex;
    layer.force_2d = true;
    auto table = facts();
    table.flat = false;
    CHECK(sql(Query{}, layer, table) ==
          "SELECT encode(ST_AsBinary(ST_Force2D(\"geom\"),'NDR'),'hex') FROM roads");
}

TEST_CASE("fetch: printed with its parameters and reasons")
{
    CHECK(print(make_fetch(roads(), facts(), in_box())) ==
          "sql: SELECT ST_AsBinary(\"geom\",'NDR') FROM roads WHERE \"geom\" && "
          "ST_MakeEnvelope($1,$2,$3,$4,25832)\n"
          "  $1 = 0.1\n  $2 = 2\n  $3 = 30\n  $4 = 40.5\n"
          "geometry: WKB (full precision is requested)\n");
}

TEST_CASE("question: queries a source about itself with an empty box")
{
    auto const statement = question_statement(
        roads("geom from (select * from f(!BOX!)) as t using srid=3857"), "*", "true LIMIT 0");
    CHECK(statement.sql == "SELECT * FROM (select * from f(ST_MakeEnvelope($1,$2,$3,$4,3857))) as "
                           "t WHERE true LIMIT 0");
    CHECK(statement.parameters == Parameters{"0", "0", "0", "0"});
}

TEST_CASE("fetch: among few vertices the large geometries are cut and thinned")
{
    auto table = facts();
    table.may_have_large_rows = true;
    auto query = in_box();
    query.pixel_size = 4;
    auto const fetch = make_fetch(roads(), table, query);
    CHECK(fetch.statement.sql.starts_with(
        "SELECT ST_AsTWKB(ST_SetSRID(ST_TransScale(CASE WHEN pg_column_size(\"geom\") > 65536 THEN "
        "ST_Simplify(ST_RemoveRepeatedPoints(ST_ClipByBox2D(\"geom\",ST_Expand("
        "ST_MakeEnvelope($1,$2,$3,$4,25832)::box2d,$7::float8)),$5::float8),$6::float8,true) "
        "ELSE \"geom\" END,$9::float8,$10::float8,$8::float8,$8::float8),0),0) FROM roads"));
    CHECK(fetch.statement.parameters ==
          Parameters{"0.1", "2", "30", "40.5", "0.5", "0.5", "64", "4", "0", "-2"});
}

namespace {

/// 1000 rows of 100 vertices each, all in sight.
Query of_all()
{
    auto query = in_box();
    query.box = Box{0, 0, 1000, 1000};
    query.pixel_size = 4;
    query.fields = {"name"};
    return query;
}

TableFacts with_versions()
{
    auto table = facts();
    table.has_row_versions = true;
    return table;
}

} // namespace

TEST_CASE("fetch: versions are read without a geometry, the file only if it is not known")
{
    auto const fetch = make_versioned_fetch(roads(), with_versions(), of_all());
    REQUIRE(fetch);
    CHECK(fetch->first_field() == 3);
    auto const statement = versions_of(*fetch, 4711);
    CHECK(statement.sql.starts_with("SELECT ctid,xmin,NULLIF(CASE WHEN tableoid = (SELECT "));
    CHECK(statement.sql.ends_with(",0) ELSE 0 END,$7::int8),\"name\"::text FROM roads WHERE "
                                  "\"geom\" && ST_MakeEnvelope($1,$2,$3,$4,25832)"));
    CHECK(statement.parameters == Parameters{"0", "0", "1000", "1000", "roads", "geom", "4711"});
}

TEST_CASE("fetch: geometries are read by their places, and whether the file is still the same")
{
    auto const fetch = make_versioned_fetch(roads(), with_versions(), of_all());
    REQUIRE(fetch);
    auto const statement = geometries_of(*fetch, 4711, "{\"(0,1)\"}");
    CHECK(statement.sql.starts_with("SELECT ctid,xmin,NULLIF(CASE WHEN tableoid = (SELECT "));
    CHECK(statement.sql.ends_with(" FROM roads WHERE ctid = ANY($9::tid[])"));
    // table, column, spacing, tolerance, grid and origin of pixels of 4
    CHECK(statement.parameters ==
          Parameters{"roads", "geom", "0.5", "0.5", "4", "0", "0", "4711", "{\"(0,1)\"}"});
    CHECK(statement.sql.find(",0) ELSE 0 END,$8::int8),ST_AsTWKB(") != std::string::npos);
}

TEST_CASE("fetch: a version says whether its row is cut only if large geometries are cut")
{
    auto table = with_versions();
    table.may_have_large_rows = true;
    auto const fetch = make_versioned_fetch(roads(), table, of_all());
    REQUIRE(fetch);
    CHECK(fetch->first_field() == 4);
    CHECK(versions_of(*fetch, 0).sql.find(
              ",0) ELSE 0 END,$7::int8),pg_column_size(\"geom\") > 65536 AND NOT \"geom\" @ "
              "ST_MakeEnvelope($1,$2,$3,$4,25832),\"name\"::text FROM ") != std::string::npos);
}

TEST_CASE("fetch: no versions without thinning, and none if filters here use shapes")
{
    auto query = of_all();
    query.filter = ms::expr::parse("(area([shape]) > 5)");
    CHECK_FALSE(make_versioned_fetch(roads(), with_versions(), query));
    query = of_all();
    query.box = Box{0, 0, 10, 10}; // hardly a vertex
    CHECK_FALSE(make_versioned_fetch(roads(), with_versions(), query));
    CHECK_FALSE(make_versioned_fetch(roads(), facts(), of_all()));
}
