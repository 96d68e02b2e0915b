// SPDX-License-Identifier: MIT
#include "ows/ogcapi/feature_document.hpp"

#include "ows/features/json_value.hpp"

namespace ms::ows::ogcapi {

namespace {

using geometry::GeometryColumn;
using geometry::Kind;
using geometry::Point;

Json position(Point const& point, JsonCoordinates const& form)
{
    auto const x = rounded(point.x, form);
    auto const y = rounded(point.y, form);
    return form.is_north_east ? Json::array({y, x}) : Json::array({x, y});
}

Json positions(std::span<Point const> points, std::span<double const> z,
               JsonCoordinates const& form)
{
    auto list = Json::array();
    for (std::size_t i = 0; i < points.size(); ++i) {
        list.push_back(position(points[i], form));
        if (form.has_z && !z.empty()) {
            list.back().push_back(rounded(z[i], form));
        }
    }
    return list;
}

/// A geometry of one piece, or a multi of several.
Json geometry_of(std::string const& type, Json pieces)
{
    if (pieces.size() == 1) {
        return {{"type", type}, {"coordinates", std::move(pieces[0])}};
    }
    return {{"type", "Multi" + type}, {"coordinates", std::move(pieces)}};
}

} // namespace

Json geometry_value(GeometryColumn const& column, std::size_t feature, JsonCoordinates const& form)
{
    if (column.kinds[feature] == Kind::None) {
        return nullptr;
    }
    if (column.kinds[feature] == Kind::Point) {
        return geometry_of("Point",
                           positions(column.points_of(feature), column.z_of(feature), form));
    }
    bool const is_polygon = column.kinds[feature] == Kind::Polygon;
    auto pieces = Json::array();
    for (auto part = column.first_part(feature); part < column.feature_ends[feature]; ++part) {
        auto rings = Json::array();
        for (auto ring = column.first_ring(part); ring < column.part_ends[part]; ++ring) {
            rings.push_back(positions(column.ring(ring), column.z_of_ring(ring), form));
        }
        pieces.push_back(is_polygon || rings.empty() ? std::move(rings) : std::move(rings[0]));
    }
    return geometry_of(is_polygon ? "Polygon" : "LineString", std::move(pieces));
}

Json attribute_value(feature::TextColumn const& column, std::size_t row, feature::FieldType type)
{
    if (type == feature::FieldType::Text && !column.is_null(row)) {
        return std::string{column[row]};
    }
    std::string text;
    append_json_value(text, column, row, type);
    return Json::parse(text); // one number, boolean, time or null
}

} // namespace ms::ows::ogcapi
