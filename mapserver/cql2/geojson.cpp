// SPDX-License-Identifier: MIT
#include "cql2/geojson.hpp"

#include "cql2/refuse.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace ms::cql2 {

namespace {

using geometry::GeometryColumn;
using geometry::Kind;
using Json = nlohmann::json;

struct Type {
    std::string_view name;
    Kind kind;
    bool is_multiple;
};

constexpr std::array types{
    Type{"Point", Kind::Point, false},     Type{"MultiPoint", Kind::Point, true},
    Type{"LineString", Kind::Line, false}, Type{"MultiLineString", Kind::Line, true},
    Type{"Polygon", Kind::Polygon, false}, Type{"MultiPolygon", Kind::Polygon, true},
};

[[noreturn]] void malformed(std::string const& why)
{
    cannot_parse("Exception while parsing CQL2 JSON: " + why);
}

Json const& array(Json const& value, std::size_t least)
{
    if (!value.is_array() || value.size() < least) {
        malformed("malformed \"coordinates\" of a geometry");
    }
    return value;
}

void append_position(Json const& position, GeometryColumn& out)
{
    array(position, 2);
    if (!position[0].is_number() || !position[1].is_number()) {
        malformed("a coordinate is not a number");
    }
    out.points.push_back({position[0].get<double>(), position[1].get<double>()});
}

void append_line(Json const& line, std::size_t least, GeometryColumn& out)
{
    for (auto const& position : array(line, least)) {
        append_position(position, out);
    }
    out.end_ring();
}

/// RFC 7946 3.1.6: a ring is closed and has four or more positions.
void append_polygon(Json const& polygon, GeometryColumn& out)
{
    constexpr std::size_t min_of_ring = 4;
    for (auto const& ring : array(polygon, 1)) {
        auto const first = out.points.size();
        append_line(ring, min_of_ring, out);
        if (out.points[first] != out.points.back()) {
            malformed("a ring of a polygon is not closed");
        }
    }
    out.end_part();
}

void append_part(Json const& coordinates, Kind kind, GeometryColumn& out)
{
    if (kind == Kind::Polygon) {
        append_polygon(coordinates, out);
    } else if (kind == Kind::Line) {
        append_line(coordinates, 2, out);
        out.end_part();
    } else {
        append_position(coordinates, out);
    }
}

} // namespace

std::shared_ptr<GeometryColumn const> read_geojson(Json const& object)
{
    auto const* const name = object.at("type").get_ptr<std::string const*>();
    auto const* const type =
        name == nullptr ? types.end() : std::ranges::find(types, *name, &Type::name);
    if (type == types.end()) {
        malformed("a geometry is of no type that filters take");
    }
    auto const coordinates = object.find("coordinates");
    if (coordinates == object.end()) {
        malformed("a geometry has no \"coordinates\"");
    }
    auto shape = std::make_shared<GeometryColumn>();
    if (type->is_multiple) {
        for (auto const& part : array(*coordinates, 1)) {
            append_part(part, type->kind, *shape);
        }
    } else {
        append_part(*coordinates, type->kind, *shape);
    }
    if (type->kind == Kind::Point) { // all points of a feature are one part
        shape->end_ring();
        shape->end_part();
    }
    shape->end_feature(type->kind);
    return shape;
}

} // namespace ms::cql2
