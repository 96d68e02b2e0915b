// SPDX-License-Identifier: MIT
#include "ows/common/xml_time.hpp"
#include "ows/features/gml_feature.hpp"
#include "ows/features/gml_geometry.hpp"
#include "ows/wfs/geojson.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using namespace ms;
using namespace ms::ows;
using namespace ms::ows::wfs;
using geometry::GeometryColumn;
using geometry::Kind;

namespace {

GeometryColumn points(std::vector<geometry::Point> const& places)
{
    GeometryColumn column;
    column.points = places;
    column.end_ring();
    column.end_part();
    column.end_feature(Kind::Point);
    return column;
}

GeometryColumn two_lines()
{
    GeometryColumn column;
    for (double const y : {0.0, 5.0}) {
        column.points.insert(column.points.end(), {{1, y}, {2, y}});
        column.end_ring();
        column.end_part();
    }
    column.end_feature(Kind::Line);
    return column;
}

/// A square with a square hole.
GeometryColumn area()
{
    GeometryColumn column;
    column.points = {{0, 0}, {0, 9}, {9, 9}, {9, 0}, {0, 0}};
    column.end_ring();
    column.points.insert(column.points.end(), {{1, 1}, {2, 1}, {2, 2}, {1, 2}, {1, 1}});
    column.end_ring();
    column.end_part();
    column.end_feature(Kind::Polygon);
    return column;
}

/// Without the line breaks.
std::string written(GeometryColumn const& column, GmlForm const& form,
                    std::vector<GeometryProperty> const& properties = {{"geom", ""}},
                    std::string_view id = "a.1")
{
    std::string out;
    append_geometry(out, form, column, 0, properties, "ms:", id);
    std::erase(out, '\n');
    return out;
}

GmlForm form(Gml version, bool is_north_east = false)
{
    return {
        .version = version, .srs_name = "EPSG:4326", .is_north_east = is_north_east, .digits = 1};
}

FeatureForm feature_form(feature::FieldType type)
{
    FeatureForm form;
    form.gml = {.version = Gml::V321, .srs_name = "urn:x"};
    form.prefix = "ms:";
    form.type_name = "t";
    form.properties.items = {
        {.field = 0, .field_name = "f", .name = "f", .type = type, .is_typed = true}};
    form.properties.id = 1;
    form.chosen = {.items = {0}, .has_geometry = false};
    return form;
}

feature::FeatureBatch batch(std::string_view value)
{
    feature::FeatureBatch rows;
    rows.reset(2);
    rows.geometry = points({{1, 2}});
    rows.attributes[0].append(value);
    rows.attributes[1].append("7&");
    return rows;
}

std::string gml(FeatureForm const& form, feature::FeatureBatch const& rows)
{
    std::string out;
    append_feature(out, form, {rows, rows.geometry, 0});
    std::erase(out, '\n');
    return out;
}

std::string json(FeatureForm const& form, feature::FeatureBatch const& rows,
                 feature::FieldType type)
{
    std::vector<feature::Field> const fields{{.name = "f", .type = type}, {.name = "id"}};
    std::string out;
    append_geojson(out, form, {rows, rows.geometry, 0}, fields);
    return out;
}

} // namespace

// Elements as in MapServer 8.0.0's answers.
TEST_CASE("GML: a point in each version, northing first if the CRS defines it so")
{
    CHECK(written(points({{1, 2}}), form(Gml::V212)) ==
          "<ms:geom><gml:Point srsName=\"EPSG:4326\"><gml:coordinates>1.0,2.0</gml:coordinates>"
          "</gml:Point></ms:geom>");
    CHECK(written(points({{1, 2}}), form(Gml::V311, true)) ==
          "<ms:geom><gml:Point srsName=\"EPSG:4326\"><gml:pos>2.0 1.0</gml:pos></gml:Point>"
          "</ms:geom>");
    CHECK(written(points({{1, 2}}), form(Gml::V321)) ==
          "<ms:geom><gml:Point gml:id=\"a.1.1\" srsName=\"EPSG:4326\"><gml:pos>1.0 2.0</gml:pos>"
          "</gml:Point></ms:geom>");
}

TEST_CASE("GML: several lines are a MultiLineString, or a MultiCurve of numbered members")
{
    CHECK(written(two_lines(), form(Gml::V212)) ==
          "<ms:geom><gml:MultiLineString srsName=\"EPSG:4326\"><gml:lineStringMember>"
          "<gml:LineString><gml:coordinates>1.0,0.0 2.0,0.0</gml:coordinates></gml:LineString>"
          "</gml:lineStringMember><gml:lineStringMember><gml:LineString>"
          "<gml:coordinates>1.0,5.0 2.0,5.0</gml:coordinates></gml:LineString>"
          "</gml:lineStringMember></gml:MultiLineString></ms:geom>");
    auto const new_form = written(two_lines(), form(Gml::V321));
    CHECK(new_form.find("<gml:MultiCurve gml:id=\"a.1.1\" srsName=\"EPSG:4326\">"
                        "<gml:curveMember><gml:LineString gml:id=\"a.1.2\">"
                        "<gml:posList srsDimension=\"2\">1.0 0.0 2.0 0.0</gml:posList>") !=
          std::string::npos);
    CHECK(new_form.find("gml:id=\"a.1.3\"") != std::string::npos);
}

// MapServer 8.0 writes it this way where GML 3.2.1 requires an id.
TEST_CASE("GML: geometries of a feature without an id are numbered all the same")
{
    CHECK(written(two_lines(), form(Gml::V321), {{"geom", ""}}, "").find("gml:id=\".1\"") !=
          std::string::npos);
}

TEST_CASE("GML: a hole is an inner boundary")
{
    auto const old_form = written(area(), form(Gml::V212));
    CHECK(old_form.find("<gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>0.0,0.0 ") !=
          std::string::npos);
    CHECK(old_form.find("<gml:innerBoundaryIs><gml:LinearRing><gml:coordinates>1.0,1.0 ") !=
          std::string::npos);
    CHECK(written(area(), form(Gml::V311)).find("</gml:exterior><gml:interior>") !=
          std::string::npos);
}

TEST_CASE("GML: a property of a type takes its kind: multi where that is all there is, else pieces")
{
    std::vector<GeometryProperty> const both{{"one", "point"}, {"many", "multipoint"}};
    std::vector<GeometryProperty> const single{{"one", "point"}};
    std::vector<GeometryProperty> const multi{{"many", "multipoint"}};
    std::vector<GeometryProperty> const other{{"area", "polygon"}};
    auto const one = points({{1, 2}});
    auto const two = points({{1, 2}, {3, 4}});
    CHECK(written(one, form(Gml::V311), both).starts_with("<ms:one><gml:Point "));
    CHECK(written(two, form(Gml::V311), both).starts_with("<ms:many><gml:MultiPoint "));
    CHECK(written(one, form(Gml::V311), multi).starts_with("<ms:many><gml:MultiPoint "));
    CHECK(written(two, form(Gml::V311), single).find("</ms:one><ms:one>") != std::string::npos);
    CHECK(written(two, form(Gml::V311), other).empty());
    CHECK(written(two, form(Gml::V311), {}).empty());
}

TEST_CASE("GML: bounds are a Box or an Envelope of six digits; an empty box has no bounds")
{
    std::string out;
    append_bounds(out, form(Gml::V212), "gml:boundedBy", {1, 2, 3, 4});
    CHECK(out == "<gml:boundedBy><gml:Box srsName=\"EPSG:4326\"><gml:coordinates>1.000000,2.000000 "
                 "3.000000,4.000000</gml:coordinates></gml:Box></gml:boundedBy>\n");
    out.clear();
    append_bounds(out, form(Gml::V321, true), "wfs:boundedBy", {1, 2, 3, 4});
    CHECK(out == "<wfs:boundedBy><gml:Envelope srsName=\"EPSG:4326\"><gml:lowerCorner>2.000000 "
                 "1.000000</gml:lowerCorner><gml:upperCorner>4.000000 3.000000</gml:upperCorner>"
                 "</gml:Envelope></wfs:boundedBy>\n");
    out.clear();
    append_bounds(out, form(Gml::V321), "wfs:boundedBy", {});
    CHECK(out.empty());
}

TEST_CASE("GML: a coordinate has all its digits, however large")
{
    auto wide = form(Gml::V311);
    wide.digits = 20;
    CHECK(written(points({{1.7e308, 0.1}}), wide).find("0.10000000000000000555") !=
          std::string::npos);
}

TEST_CASE("GML: values and ids are escaped, markup only if it is not well-formed")
{
    auto form = feature_form(feature::FieldType::Text);
    CHECK(gml(form, batch("a<b")) == "<ms:t gml:id=\"t.7&amp;\"><ms:f>a&lt;b</ms:f></ms:t>");
    form.properties.items[0].is_markup = true;
    CHECK(gml(form, batch("<b>x</b>")).find("<ms:f><b>x</b></ms:f>") != std::string::npos);
    CHECK(gml(form, batch("<b>x")).find("<ms:f>&lt;b&gt;x</ms:f>") != std::string::npos);
    form.properties.items[0].form = "<x>$value</x>";
    CHECK(gml(form, batch("<i>")).find("<x>&lt;i&gt;</x>") != std::string::npos);
}

TEST_CASE("GML: groups contain their items, constants precede them")
{
    auto form = feature_form(feature::FieldType::Text);
    form.properties.groups = {{"g", {0}}, {"empty", {}}};
    form.properties.constants = {{"c", "<"}};
    CHECK(gml(form, batch("v")) == "<ms:t gml:id=\"t.7&amp;\"><ms:c>&lt;</ms:c><ms:g>"
                                   "<ms:f>v</ms:f></ms:g><ms:empty></ms:empty></ms:t>");
}

TEST_CASE("GML: 3.2.1 writes times in separate elements")
{
    CHECK(gml(feature_form(feature::FieldType::DateTime), batch("2004-01-01 00:00:00")) ==
          "<ms:t gml:id=\"t.7&amp;\"><ms:f gml:id=\"t.7&amp;.f\"><gml:timePosition>"
          "2004-01-01T00:00:00Z</gml:timePosition></ms:f></ms:t>");
    auto older = feature_form(feature::FieldType::DateTime);
    older.gml.version = Gml::V311;
    CHECK(gml(older, batch("2004-01-01 00:00:00+00")).find("<ms:f>2004-01-01T00:00:00Z</ms:f>") !=
          std::string::npos);
}

TEST_CASE("WFS: dates and times have the form of their declared type")
{
    using feature::FieldType;
    // Observed with MapServer 8.0.0, which reads "/" as no day.
    for (auto const* const text : {"2020-01-01", "20200101", "2020/01/01"}) {
        CHECK(xml_time(text, FieldType::DateTime) == "2020-01-01T00:00:00Z");
        CHECK(xml_time(text, FieldType::Date) == "2020-01-01");
        CHECK(xml_time(text, FieldType::Time) == "00:00:00Z");
    }
    CHECK(xml_time("2020-01-01 12:13", FieldType::DateTime) == "2020-01-01T12:13:00Z");
    CHECK(xml_time("2020-01-01T12:13:14Z", FieldType::Date) == "2020-01-01");
    CHECK(xml_time("2020/01/01 12:13:14+02", FieldType::DateTime) == "2020-01-01T12:13:14+02:00");
    CHECK(xml_time("2020-01-01 12:13:14", FieldType::Time) == "12:13:14Z");
    CHECK(xml_time("2020", FieldType::DateTime) == "2020");
    CHECK(xml_time("x", FieldType::Time) == "x");
}

TEST_CASE("WFS: PostgreSQL's times as XML Schema has them")
{
    using feature::FieldType;
    CHECK(xml_time("2004-01-01 12:34:56.5", FieldType::DateTime) == "2004-01-01T12:34:56.5Z");
    CHECK(xml_time("2004-01-01 12:34:56+02", FieldType::DateTime) == "2004-01-01T12:34:56+02:00");
    CHECK(xml_time("2004-01-01 12:34:56-05:30", FieldType::DateTime) ==
          "2004-01-01T12:34:56-05:30");
    CHECK(xml_time("12:34:56+00", FieldType::Time) == "12:34:56Z");
    CHECK(xml_time("2004-01-01", FieldType::Date) == "2004-01-01");
    CHECK(xml_time("infinity", FieldType::DateTime) == "infinity");
    CHECK(xml_time("", FieldType::Time).empty());
}

TEST_CASE("GeoJSON: numbers and booleans are written as such, invalid ones are null")
{
    using feature::FieldType;
    auto const value = [](std::string_view text, FieldType type) {
        auto form = feature_form(type);
        form.properties.items[0].is_typed = false;
        auto const line = json(form, batch(text), type);
        auto const at = line.find("\"f\":") + 4;
        return line.substr(at, line.size() - 2 - at);
    };
    CHECK(value("12", FieldType::Integer) == "12");
    CHECK(value("-1.5e-7", FieldType::Real) == "-1.5e-7");
    CHECK(value("NaN", FieldType::Real) == "null");
    CHECK(value("", FieldType::Integer) == "null");
    CHECK(value("007", FieldType::Integer) == "7"); // as MapServer's OGC API
    CHECK(value("t", FieldType::Boolean) == "true");
    CHECK(value("12", FieldType::Text) == "\"12\"");
    CHECK(value("a\"\\\n\x01", FieldType::Text) == R"("a\"\\\u000a\u0001")");
    CHECK(value("\xE9t\xC3\xA9", FieldType::Text) == "\"\xEF\xBF\xBDt\xC3\xA9\"");
}

TEST_CASE("GeoJSON: a feature has its id, and the shape x before y")
{
    auto form = feature_form(feature::FieldType::Text);
    form.chosen.has_geometry = true;
    form.gml.is_north_east = true;
    CHECK(json(form, batch("v"), feature::FieldType::Text) ==
          R"({"type":"Feature","id":"t.7&","geometry":{"type":"Point","coordinates":[1,2]},)"
          R"("properties":{"f":"v"}})");
}

TEST_CASE("GML: without gml_geometries a polygon with a hole is a multi of one polygon")
{
    // MapServer 8.0.0; with gml_geometries it is a polygon.
    GmlForm const form{.version = Gml::V311};
    CHECK(written(area(), form, {{"msGeometry", "", true}}).find("<gml:MultiSurface>") !=
          std::string::npos);
    CHECK(written(area(), form).find("<gml:MultiSurface>") == std::string::npos);
}

TEST_CASE("GML: Z is the third number of a position")
{
    auto lines = two_lines();
    lines.has_z = true;
    lines.z = {1, 2, -3, 4.5};
    GmlForm const old{.version = Gml::V212, .digits = 1, .has_z = true};
    CHECK(written(lines, old).find(">1.0,0.0,1.0 2.0,0.0,2.0<") != std::string::npos);
    GmlForm const swapped{.version = Gml::V321, .is_north_east = true, .digits = 1, .has_z = true};
    CHECK(
        written(lines, swapped).find("<gml:posList srsDimension=\"3\">5.0 1.0 -3.0 5.0 2.0 4.5<") !=
        std::string::npos);
    // A form without it writes none.
    CHECK(written(lines, {.version = Gml::V311, .digits = 1})
              .find("<gml:posList srsDimension=\"2\">1.0 0.0 2.0 0.0<") != std::string::npos);
}
