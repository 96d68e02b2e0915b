// SPDX-License-Identifier: MIT
#include "fes/write_spatial.hpp"

#include "base/string.hpp"
#include "expr/node.hpp"
#include "geometry/wkt.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>

namespace ms::fes {

namespace {

using expr::Operator;
using geometry::GeometryColumn;
using geometry::Kind;

struct SpatialName {
    expr::FunctionId function;
    std::string_view element;
};

constexpr std::array spatials{
    SpatialName{expr::FunctionId::Intersects, "ogc:Intersects"},
    SpatialName{expr::FunctionId::Disjoint, "ogc:Disjoint"},
    SpatialName{expr::FunctionId::Touches, "ogc:Touches"},
    SpatialName{expr::FunctionId::Overlaps, "ogc:Overlaps"},
    SpatialName{expr::FunctionId::Crosses, "ogc:Crosses"},
    SpatialName{expr::FunctionId::Within, "ogc:Within"},
    SpatialName{expr::FunctionId::Contains, "ogc:Contains"},
    SpatialName{expr::FunctionId::Equals, "ogc:Equals"},
};

/// One geometry; nothing for other text, or an empty geometry.
std::optional<GeometryColumn> read_wkt(std::string_view wkt)
{
    GeometryColumn column;
    bool const is_one =
        geometry::append_wkt(wkt, Kind::None, column) && !column.points_of(0).empty();
    return is_one ? std::optional{std::move(column)} : std::nullopt;
}

void write_coordinates(XmlWriter& xml, std::span<geometry::Point const> points)
{
    std::string text;
    for (auto const& point : points) {
        text.append(text.empty() ? "" : " ").append(format_double(point.x));
        text.append(",").append(format_double(point.y));
    }
    xml.element("gml:coordinates", text);
}

void write_polygon(XmlWriter& xml, GeometryColumn const& column, std::uint32_t part)
{
    auto const first = column.first_ring(part);
    for (auto ring = first; ring < column.part_ends[part]; ++ring) {
        xml.open(ring == first ? "gml:outerBoundaryIs" : "gml:innerBoundaryIs");
        xml.open("gml:LinearRing");
        write_coordinates(xml, column.ring(ring));
        xml.close();
        xml.close();
    }
}

/// Of one part of the geometry, of which `points` are those of a point or a linestring.
void write_part(XmlWriter& xml, GeometryColumn const& column, Kind kind, std::uint32_t part,
                std::span<geometry::Point const> points)
{
    constexpr auto gml = "http://www.opengis.net/gml";
    bool const is_polygon = kind == Kind::Polygon;
    xml.open(is_polygon ? "gml:Polygon" : kind == Kind::Line ? "gml:LineString" : "gml:Point");
    xml.attribute("xmlns:gml", gml); // SLD 1.1 does not declare it above
    if (is_polygon) {
        write_polygon(xml, column, part);
    } else {
        write_coordinates(xml, points);
    }
    xml.close();
}

/// Calls write(part, points) for every part.
template <typename Write>
void for_each_part(GeometryColumn const& column, Kind kind, Write write)
{
    if (kind == Kind::Point) {
        for (auto const& point : column.points) {
            write(0U, std::span{&point, 1});
        }
        return;
    }
    for (std::uint32_t part = 0; part < column.feature_ends.front(); ++part) {
        write(part, column.ring(column.first_ring(part)));
    }
}

/// In the elements of GML 2 (OGC 02-069), which GML 3.1 still has; without an srsName, which means
/// the CRS of the layer.
void write_gml(XmlWriter& xml, GeometryColumn const& one)
{
    auto const kind = one.kinds.front();
    auto const part_count =
        kind == Kind::Point ? one.points.size() : std::size_t{one.feature_ends.front()};
    auto const write = [&](std::uint32_t part, std::span<geometry::Point const> points) {
        write_part(xml, one, kind, part, points);
    };
    if (part_count == 1) {
        for_each_part(one, kind, write);
        return;
    }
    std::string const type = kind == Kind::Polygon ? "Polygon"
                             : kind == Kind::Line  ? "LineString"
                                                   : "Point";
    xml.open("gml:Multi" + type).attribute("xmlns:gml", "http://www.opengis.net/gml");
    std::string member{type};
    member.front() = static_cast<char>(member.front() - 'A' + 'a');
    for_each_part(one, kind, [&](std::uint32_t part, std::span<geometry::Point const> points) {
        xml.open("gml:" + member + "Member");
        write(part, points);
        xml.close();
    });
    xml.close();
}

} // namespace

std::optional<SpatialCondition> spatial_condition_of(expr::Node const& node)
{
    if (auto const* const test = std::get_if<expr::Operation>(&node.value)) {
        bool const is_equality = test->op == Operator::Equal || test->op == Operator::NotEqual;
        auto const* const expected =
            is_equality ? std::get_if<expr::NumberLiteral>(&test->operands[1]->value) : nullptr;
        auto found = expected == nullptr ? std::nullopt : spatial_condition_of(*test->operands[0]);
        if (found) {
            found->is_negated ^= (expected->value == 0) == (test->op == Operator::Equal);
        }
        return found;
    }
    auto const* const call = std::get_if<expr::Call>(&node.value);
    auto const row = call == nullptr
                         ? spatials.end()
                         : std::ranges::find(spatials, call->function, &SpatialName::function);
    if (row == spatials.end() ||
        !std::holds_alternative<expr::ShapeOfFeature>(call->arguments[0]->value)) {
        return std::nullopt;
    }
    auto const* const shape = std::get_if<expr::Call>(&call->arguments[1]->value);
    auto const* const text = shape != nullptr && shape->function == expr::FunctionId::FromText
                                 ? std::get_if<expr::TextLiteral>(&shape->arguments.front()->value)
                                 : nullptr;
    auto geometry = text == nullptr ? std::nullopt : read_wkt(text->value);
    return geometry ? std::optional{SpatialCondition{row->element, *std::move(geometry)}}
                    : std::nullopt;
}

void write(XmlWriter& xml, SpatialCondition const& condition)
{
    if (condition.is_negated) {
        xml.open("ogc:Not");
    }
    xml.open(condition.element).element("ogc:PropertyName", "shape");
    write_gml(xml, condition.geometry);
    xml.close();
    if (condition.is_negated) {
        xml.close();
    }
}

} // namespace ms::fes
