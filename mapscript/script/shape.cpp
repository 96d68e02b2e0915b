// SPDX-License-Identifier: MIT
#include "base/string.hpp"
#include "geometry/column.hpp"
#include "geometry/label_point.hpp"
#include "geometry/measure.hpp"
#include "geometry/nesting.hpp"
#include "geometry/predicates.hpp"
#include "geometry/wkt.hpp"
#include "script/constants.hpp"
#include "script/enums.hpp"
#include "script/error.hpp"
#include "script/geometry.hpp"
#include "script/projection.hpp"
#include "script/reproject.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ms::script {

namespace {

std::shared_ptr<lineObj> line_of(std::span<geometry::Point const> points)
{
    auto line = std::make_shared<lineObj>();
    line->points.reserve(points.size());
    for (auto const& point : points) {
        line->points.push_back(std::make_shared<pointObj>(point.x, point.y));
    }
    return line;
}

std::shared_ptr<lineObj> line_of(Path const& points)
{
    auto line = std::make_shared<lineObj>();
    for (auto const& point : points) {
        line->add(point);
    }
    return line;
}

Path path_of(lineObj const& line)
{
    Path points;
    points.reserve(line.points.size());
    for (auto const& point : line.points) {
        points.push_back(*point);
    }
    return points;
}

/// "POINT(1 2)" as "POINT (1.0000000000000000 2.0000000000000000)": scripts compare such texts.
std::string as_geos_writes(std::string_view wkt)
{
    constexpr std::string_view of_numbers = "+-.0123456789e";
    std::string out;
    while (!wkt.empty()) {
        auto const length = std::min(wkt.find_first_not_of(of_numbers), wkt.size());
        if (auto const number = parse_double(wkt.substr(0, length))) {
            out += fmt::format("{:.16f}", *number);
            wkt.remove_prefix(length);
            continue;
        }
        bool const is_first_bracket = wkt.front() == '(' && out.find('(') == std::string::npos;
        out += is_first_bracket ? " (" : wkt.front() == ',' ? ", " : std::string{wkt.front()};
        wkt.remove_prefix(1);
    }
    return out;
}

/// A copy of a shape with its polygons as separate parts: scripts have all rings in one list.
geometry::GeometryColumn with_parts(geometry::GeometryColumn const& flat)
{
    geometry::GeometryColumn column;
    auto const add = [&](std::uint32_t ring) {
        auto const points = flat.ring(ring);
        column.points.insert(column.points.end(), points.begin(), points.end());
        column.end_ring();
    };
    for (auto const& polygon : geometry::nested_rings({&flat, 0})) {
        add(polygon.outer);
        std::ranges::for_each(polygon.holes, add);
        column.end_part();
    }
    column.end_feature(flat.kinds.front());
    return column.part_ends.empty() ? flat : column;
}

} // namespace

shapeObj::shapeObj(int new_type) : type(new_type < 0 ? MS_SHAPE_NULL : new_type) {}

std::shared_ptr<shapeObj> shapeObj::from(geometry::GeometryColumn const& column, std::size_t index)
{
    auto shape = std::make_shared<shapeObj>(number_of(column.kinds[index]));
    auto const rings = column.rings_of(index);
    for (auto ring = rings.first; ring < rings.last; ++ring) {
        shape->lines.push_back(line_of(column.ring(ring)));
    }
    shape->setBounds();
    return shape;
}

geometry::GeometryColumn shapeObj::column() const
{
    auto const kind = kind_of_shape(type);
    geometry::GeometryColumn column;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        for (auto const& point : lines[i]->points) {
            column.points.push_back({point->x, point->y});
        }
        bool const is_one_part = kind != geometry::Kind::Line && i + 1 < lines.size();
        if (kind != geometry::Kind::Point || !is_one_part) {
            column.end_ring();
        }
        if (!is_one_part) {
            column.end_part();
        }
    }
    column.end_feature(lines.empty() ? geometry::Kind::None : kind);
    return column;
}

geometry::GeometryColumn shapeObj::parted() const
{
    auto flat = column();
    bool const is_nested = type == MS_SHAPE_POLYGON && lines.size() > 1;
    return is_nested ? with_parts(flat) : flat;
}

std::shared_ptr<shapeObj> shapeObj::fromWKT(Text const& wkt)
{
    geometry::GeometryColumn column;
    if (!geometry::append_wkt(wkt.str(), geometry::Kind::None, column)) {
        throw Failure{MS_GEOSERR, "msGEOSShapeFromWKT()",
                      "Error reading WKT geometry \"" + wkt.str() + "\"."};
    }
    auto shape = from(column, 0);
    std::size_t const least = shape->type == MS_SHAPE_POLYGON ? 4
                              : shape->type == MS_SHAPE_LINE  ? 2
                                                              : 1;
    for (auto const& line : shape->lines) {
        if (line->points.size() < least) {
            throw Failure{MS_GEOSERR, "msGEOSShapeFromWKT()",
                          "Too few points in WKT geometry \"" + wkt.str() + "\"."};
        }
    }
    return shape;
}

Text shapeObj::toWKT() const
{
    if (lines.empty() || kind_of_shape(type) == geometry::Kind::None) {
        return {};
    }
    return as_geos_writes(geometry::encode_wkt(parted(), 0));
}

int shapeObj::project(std::shared_ptr<projectionObj> projin, std::shared_ptr<projectionObj> projout)
{
    Reprojection const way{projin.get(), projout.get()};
    std::vector<std::shared_ptr<lineObj>> moved;
    auto const keep = [&moved](Path const& path) {
        if (!path.empty()) {
            moved.push_back(line_of(path));
        }
    };
    for (auto const& line : lines) {
        auto const path = path_of(*line);
        if (type == MS_SHAPE_LINE) {
            std::ranges::for_each(way.line(path), keep);
        } else {
            keep(type == MS_SHAPE_POLYGON ? way.ring(path) : way.points(path));
        }
    }
    if (moved.empty() && !lines.empty()) {
        return MS_FAILURE;
    }
    lines = std::move(moved);
    setBounds();
    return MS_SUCCESS;
}

int shapeObj::add(lineObj const& line)
{
    auto copy = std::make_shared<lineObj>();
    for (auto const& point : line.points) {
        copy->add(*point);
    }
    lines.push_back(std::move(copy));
    setBounds();
    return MS_SUCCESS;
}

void shapeObj::setBounds()
{
    geometry::Box box;
    for (auto const& line : lines) {
        for (auto const& point : line->points) {
            box.extend({point->x, point->y});
        }
    }
    if (!box.is_empty()) {
        bounds = rectObj{box};
    }
}

int shapeObj::copy(shapeObj& dest) const
{
    if (&dest == this) {
        return MS_SUCCESS;
    }
    dest = *this;
    dest.lines.clear();
    for (auto const& line : lines) {
        dest.add(*line);
    }
    return MS_SUCCESS;
}

std::shared_ptr<shapeObj> shapeObj::clone() const
{
    auto shape = std::make_shared<shapeObj>();
    copy(*shape);
    return shape;
}

int shapeObj::setValue(int i, Text const& value)
{
    if (values.empty()) {
        throw Failure{MS_SHPERR, "setValue()",
                      "Can't set value, the shape has no values. Call initValues() first."};
    }
    if (i < 0 || static_cast<std::size_t>(i) >= values.size()) {
        throw Failure{MS_SHPERR, "setValue()", "Invalid value index."};
    }
    if (value.is_null()) {
        throw Failure{MS_SHPERR, "setValue()", "Can't set value to NULL."};
    }
    values[static_cast<std::size_t>(i)] = value;
    return MS_SUCCESS;
}

void shapeObj::initValues(int numvalues)
{
    constexpr int most = 1 << 20;
    if (numvalues < 0 || numvalues > most) {
        throw Failure{MS_MISCERR, "initValues()", "Invalid number of values."};
    }
    values.assign(static_cast<std::size_t>(numvalues), Text{""});
}

double shapeObj::getArea() const
{
    auto const all = column();
    return geometry::area({&all, 0});
}

double shapeObj::getLength() const
{
    double total = 0;
    auto const all = column();
    auto const rings = kind_of_shape(type) == geometry::Kind::Point ? std::size_t{0} : lines.size();
    for (std::size_t i = 0; i < rings; ++i) {
        total += geometry::length(all.ring(i));
    }
    return total;
}

std::shared_ptr<pointObj> shapeObj::getCentroid() const
{
    auto const centre = geometry::centroid(parted(), 0);
    return centre ? std::make_shared<pointObj>(centre->x, centre->y) : nullptr;
}

double shapeObj::distanceToPoint(pointObj const& point) const
{
    return geometry::distance(column(), 0, {point.x, point.y});
}

std::shared_ptr<pointObj> shapeObj::getLabelPoint() const
{
    geometry::LabelPointFinder finder;
    if (auto const point = finder.find(column(), 0)) {
        return std::make_shared<pointObj>(point->x, point->y, 0, 0);
    }
    return getCentroid();
}

} // namespace ms::script
