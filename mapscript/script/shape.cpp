// SPDX-License-Identifier: MIT
#include "feature/batch.hpp"
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

#include <algorithm>

namespace ms::script {

namespace {

/// The image of a line, whose points keep Z and M.
std::shared_ptr<lineObj> image_of(lineObj const& line, crs::ProjectedPath const& path)
{
    auto image = std::make_shared<lineObj>();
    for (auto const& [at, source] : path) {
        auto const& like = *line.points[source];
        image->add({at.x, at.y, like.z, like.m});
    }
    return image;
}

} // namespace

shapeObj::shapeObj(int new_type) : type(new_type < 0 ? MS_SHAPE_NULL : new_type) {}

std::shared_ptr<shapeObj> shapeObj::from(geometry::GeometryColumn const& column, std::size_t index)
{
    auto shape = std::make_shared<shapeObj>(number_of(column.kinds[index]));
    auto const rings = column.rings_of(index);
    for (auto ring = rings.first; ring < rings.last; ++ring) {
        shape->lines.push_back(std::make_shared<lineObj>(column.ring(ring)));
    }
    shape->setBounds();
    return shape;
}

std::shared_ptr<shapeObj> shapeObj::from(feature::FeatureBatch const& batch, std::size_t row)
{
    auto shape = from(batch.geometry, row);
    for (auto const& column : batch.attributes) {
        shape->values.emplace_back(std::string{column[row]});
    }
    if (row < batch.texts.size()) {
        shape->text = text_or_null(std::string{batch.texts[row]});
    }
    return shape;
}

geometry::GeometryColumn shapeObj::column() const
{
    auto const kind = kind_of_shape(type);
    geometry::GeometryColumn column;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        std::ranges::copy(lines[i]->positions(), std::back_inserter(column.points));
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
    if (type != MS_SHAPE_POLYGON || lines.size() < 2) {
        return flat;
    }
    geometry::GeometryColumn nested; // scripts have all rings in one list
    geometry::append_nested({&flat, 0}, nested);
    return nested.part_ends.empty() ? flat : nested;
}

std::shared_ptr<shapeObj> shapeObj::fromWKT(Text const& wkt)
{
    geometry::GeometryColumn column;
    auto const refuse = [&wkt](char const* why) {
        throw Failure{MS_GEOSERR, "msGEOSShapeFromWKT()",
                      why + (" WKT geometry \"" + wkt.str()) + "\"."};
    };
    if (!geometry::append_wkt(wkt.str(), geometry::Kind::None, column)) {
        refuse("Error reading");
    }
    auto shape = from(column, 0);
    std::size_t const least = shape->type == MS_SHAPE_POLYGON ? 4
                              : shape->type == MS_SHAPE_LINE  ? 2
                                                              : 1;
    if (std::ranges::any_of(shape->lines,
                            [least](auto const& line) { return line->points.size() < least; })) {
        refuse("Too few points in");
    }
    return shape;
}

Text shapeObj::toWKT() const
{
    if (lines.empty() || kind_of_shape(type) == geometry::Kind::None) {
        return {};
    }
    return geometry::encode_wkt(parted(), 0, geometry::WktStyle::OfGeos);
}

int shapeObj::project(std::shared_ptr<projectionObj> projin, std::shared_ptr<projectionObj> projout)
{
    auto const way = projector(projin.get(), projout.get());
    std::vector<std::shared_ptr<lineObj>> moved;
    for (auto const& line : lines) {
        auto const path = line->positions();
        auto const images = type == MS_SHAPE_LINE
                                ? way.line(path)
                                : std::vector<crs::ProjectedPath>{
                                      type == MS_SHAPE_POLYGON ? way.ring(path) : way.points(path)};
        for (auto const& image : images) {
            if (!image.empty()) {
                moved.push_back(image_of(*line, image));
            }
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
    auto& copy = *lines.emplace_back(std::make_shared<lineObj>());
    for (auto const& point : line.points) {
        copy.add(*point);
    }
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
    fail_if(values.empty(), MS_SHPERR, "setValue()",
            "Can't set value, the shape has no values. Call initValues() first.");
    fail_if(!has_index(values, i), MS_SHPERR, "setValue()", "Invalid value index.");
    fail_if(value.is_null(), MS_SHPERR, "setValue()", "Can't set value to NULL.");
    values[static_cast<std::size_t>(i)] = value;
    return MS_SUCCESS;
}

void shapeObj::initValues(int numvalues)
{
    constexpr int most = 1 << 20;
    fail_if(numvalues < 0 || numvalues > most, MS_MISCERR, "initValues()",
            "Invalid number of values.");
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
