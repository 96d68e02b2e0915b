// SPDX-License-Identifier: MIT
#include "cql2/cql2.hpp"

#include "base/error.hpp"
#include "base/utf8.hpp"
#include "expr/print.hpp"
#include "unit/processor_time.hpp"

#include <chrono>
#include <doctest/doctest.h>

namespace {

using namespace ms;

cql2::Context context()
{
    return {.queryable = [](std::string_view name) {
        auto const type = name == "name"   ? expr::Type::Text
                          : name == "seen" ? expr::Type::Time
                          : name == "geom" ? expr::Type::Shape
                                           : expr::Type::Number;
        return std::optional{cql2::Queryable{std::string{name}, type}};
    }};
}

std::string translated(std::string_view filter, cql2::Language language)
{
    return expr::print(cql2::parse(filter, language, context()));
}

std::string refusal(std::string_view filter)
{
    try {
        static_cast<void>(translated(filter, cql2::Language::Json));
    } catch (Error const& error) {
        CHECK(error.kind() == ErrorKind::BadRequest);
        return error.what();
    }
    return "";
}

constexpr char const* unreadable = "Cannot parse filter: Exception while parsing CQL2 JSON: ";

struct Pair {
    char const* json;
    char const* text;
};

} // namespace

// The pairs are those of OGC 21-065r2's examples, with other names.
TEST_CASE("cql2-json: equals the same filter as text")
{
    for (auto const& [json, text] : {
             Pair{R"({"op":"=","args":[{"property":"name"},"Rice"]})", "name = 'Rice'"},
             Pair{R"({"op":"not","args":[{"op":"<>","args":[{"property":"a"},7]}]})", "NOT a <> 7"},
             Pair{R"({"op":"AND","args":[true,{"op":"<","args":[{"property":"a"},3.5]},false]})",
                  "true AND a < 3.5 AND false"},
             Pair{R"({"op":"or","args":[{"op":">=","args":[{"property":"a"},1]},
                  {"op":"like","args":[{"property":"name"},"R_c%"]}]})",
                  "a >= 1 OR name LIKE 'R_c%'"},
             Pair{R"({"op":"in","args":[{"property":"a"},[3,5]]})", "a IN (3, 5)"},
             Pair{R"({"op":"between","args":[{"property":"a"},3,5]})", "a BETWEEN 3 AND 5"},
             Pair{R"({"op":"isNull","args":[{"property":"a"}]})", "a IS NULL"},
             Pair{R"({"op":"=","args":[{"property":"a"},{"op":"+","args":[{"property":"b"},
                  {"op":"div","args":[9,{"op":"-","args":[{"property":"c"}]}]}]}]})",
                  "a = b + 9 div -c"},
             Pair{R"({"op":"=","args":[{"op":"casei","args":[{"property":"name"}]},
                  {"op":"casei","args":["RICE"]}]})",
                  "CASEI(name) = CASEI('RICE')"},
             Pair{R"({"op":">","args":[{"property":"seen"},{"timestamp":"2003-01-01T01:10:00Z"}]})",
                  "seen > TIMESTAMP('2003-01-01T01:10:00Z')"},
             Pair{R"({"op":"=","args":[{"property":"seen"},{"date":"2003-01-01"}]})",
                  "seen = DATE('2003-01-01')"},
             Pair{
                 R"({"op":"s_intersects","args":[{"property":"geom"},{"bbox":[-180,-90,180,90]}]})",
                 "S_INTERSECTS(geom, BBOX(-180,-90,180,90))"},
             Pair{R"({"op":"s_within","args":[{"property":"geom"},{"bbox":[0,1,-5,2,3,5]}]})",
                  "S_WITHIN(geom, BBOX(0,1,2,3))"},
             Pair{R"({"op":"s_equals","args":[{"property":"geom"},
                  {"type":"Point","coordinates":[-94.4297,48.642]}]})",
                  "S_EQUALS(geom, POINT(-94.4297 48.642))"},
             Pair{R"({"op":"s_touches","args":[{"property":"geom"},{"type":"MultiPolygon",
                  "coordinates":[[[[0,0],[1,0],[1,1],[0,0]]],[[[5,5],[6,5],[6,6],[5,5]]]]}]})",
                  "S_TOUCHES(geom, MULTIPOLYGON(((0 0,1 0,1 1,0 0)),((5 5,6 5,6 6,5 5))))"},
             Pair{R"({"op":"s_crosses","args":[{"type":"LineString",
                  "coordinates":[[0,0,7],[1,2,7]]},{"property":"geom"}]})",
                  "S_CROSSES(LINESTRING(0 0,1 2), geom)"},
             Pair{R"({"op":"s_disjoint","args":[{"property":"geom"},{"type":"MultiPoint",
                  "coordinates":[[0,0],[1,2]]}]})",
                  "S_DISJOINT(geom, MULTIPOINT((0 0),(1 2)))"},
         }) {
        CAPTURE(text);
        CHECK(translated(json, cql2::Language::Json) == translated(text, cql2::Language::Text));
    }
}

TEST_CASE("cql2-json: invalid JSON is reported with the parser's message")
{
    CHECK(refusal("invalid") == std::string{unreadable} +
                                    "[json.exception.parse_error.101] parse error at line 1, "
                                    "column 1: syntax error while parsing value - invalid "
                                    "literal; last read: 'i'");
}

TEST_CASE("cql2: errors are UTF-8 for every filter")
{
    for (std::string const filter : {"\"\xFF", "{\"op\":\"\xC3\",\"args\":[]}"}) {
        auto const message = refusal(filter);
        CHECK_FALSE(message.empty());
        CHECK(valid_utf8(message) == message);
    }
    std::string name(59, 'a');
    auto const cut = refusal("{\"property\":\"" + name + "\xC3\xBC\"}");
    CHECK(valid_utf8(cut) == cut);
}

TEST_CASE("cql2-json: malformed filters are refused")
{
    for (std::string const filter :
         {"{}", "null", R"({"op":1})", R"({"op":"="})", R"({"op":"=","args":{}})",
          R"({"op":"=","args":[null,1]})", R"({"property":7})", R"({"type":"Point"})",
          R"({"type":7,"coordinates":[1,2]})", R"({"type":"Point","coordinates":[1]})",
          R"({"type":"Point","coordinates":["a","b"]})",
          R"({"type":"LineString","coordinates":[[1,2]]})",
          R"({"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1]]]})",
          R"({"type":"Polygon","coordinates":[]})",
          R"({"type":"GeometryCollection","geometries":[]})", R"({"bbox":[1,2,3]})",
          R"({"bbox":["1",2,3,4]})", R"({"date":7})", R"({"interval":["a"]})"}) {
        CAPTURE(filter);
        CHECK(refusal(filter).starts_with("Cannot parse filter: "));
    }
    for (std::string const filter :
         {"7", "[]", R"({"op":"=","args":[1]})", R"({"op":"foo","args":[]})",
          R"({"op":"and","args":[]})", R"({"op":"in","args":[{"property":"a"},7]})",
          R"({"op":"in","args":[{"property":"a"},[]]})", R"({"date":"2024-01-01"})",
          R"({"op":"=","args":[{"property":"a"},{"date":"x"}]})",
          R"({"op":"s_within","args":[{"property":"a"},{"bbox":[1,2,3,4]}]})"}) {
        CAPTURE(filter);
        CHECK(refusal(filter).starts_with("Cannot translate CQL2 filter"));
    }
    CHECK(refusal(R"({"op":"foo","args":[]})").ends_with("Unhandled function foo"));
}

TEST_CASE("cql2-json: a long list of objects is read in time that grows with its length")
{
    std::string list = R"({"op":"or","args":[{})";
    for (int i = 0; i < 300'000; ++i) {
        list += ",{}";
    }
    test::ProcessorTime const time;
    CHECK(refusal(list + "]}").find("an object is not an operation") != std::string::npos);
    CHECK(time.used() < std::chrono::seconds{5});
}

TEST_CASE("cql2-json: brackets within texts do not nest")
{
    CHECK(refusal(R"({"op":"not","args":[")" + std::string(5000, '[') + R"(\"{{"]})")
              .find("nested too deeply") == std::string::npos);
}

TEST_CASE("cql2-json: nesting is bounded")
{
    for (std::string const opening : {"[", R"({"op":"not","args":[)", R"({"a":)"}) {
        std::string deep;
        for (int i = 0; i < 50'000; ++i) {
            deep += opening;
        }
        CHECK(refusal(deep).find("nested too deeply") != std::string::npos);
    }
    std::string both;
    for (int i = 0; i < 250; ++i) {
        both = R"({"op":"not","args":[)" + (both.empty() ? "true" : both) + "]}";
    }
    CHECK(refusal(both).find("nested too deeply") != std::string::npos);
}
