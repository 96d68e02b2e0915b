// SPDX-License-Identifier: MIT
#include "script/geometry.hpp"

#include "geometry/column.hpp"
#include "geometry/predicates.hpp"
#include "script/constants.hpp"
#include "script/error.hpp"
#include "script/projection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace ms::script {

namespace {

/// Projects points; if one has no image, none is changed.
template <typename Points>
int project_points(Points const& points, crs::Transformation const& way)
{
    std::vector<geometry::Point> moved;
    for (auto const& point : points) {
        moved.push_back({point->x, point->y});
    }
    if (way.forward(moved) != 0) {
        return MS_FAILURE;
    }
    auto place = moved.begin();
    for (auto const& point : points) {
        point->x = place->x;
        point->y = (place++)->y;
    }
    return MS_SUCCESS;
}

} // namespace

int pointObj::project(std::shared_ptr<projectionObj> projin, std::shared_ptr<projectionObj> projout)
{
    return project_points(std::array{this},
                          projector(projin.get(), projout.get()).transformation());
}

int pointObj::setXYZ(double px, double py, double pz, double pm)
{
    x = px;
    y = py;
    z = pz;
    m = pm;
    return MS_SUCCESS;
}

double pointObj::distanceToPoint(pointObj const& point) const
{
    return std::hypot(point.x - x, point.y - y);
}

double pointObj::distanceToSegment(pointObj const& a, pointObj const& b) const
{
    return std::sqrt(geometry::squared_distance_to_segment({a.x, a.y}, {b.x, b.y}, {x, y}));
}

double pointObj::distanceToShape(shapeObj const& shape) const
{
    return shape.distanceToPoint(*this);
}

std::shared_ptr<shapeObj> pointObj::toShape() const
{
    auto shape = std::make_shared<shapeObj>(MS_SHAPE_POINT);
    lineObj line;
    line.add(*this);
    shape->add(line);
    return shape;
}

Text pointObj::toString() const
{
    if (m < -1e38) {
        return fmt::format("{{ 'x': {:.16g}, 'y': {:.16g}, 'z': {:.16g} }}", x, y, z);
    }
    return fmt::format("{{ 'x': {:.16g}, 'y': {:.16g}, 'z': {:.16g}, 'm': {:.16g} }}", x, y, z, m);
}

lineObj::lineObj(std::span<geometry::Point const> positions)
{
    points.reserve(positions.size());
    for (auto const& position : positions) {
        points.push_back(std::make_shared<pointObj>(position.x, position.y));
    }
}

std::vector<geometry::Point> lineObj::positions() const
{
    std::vector<geometry::Point> positions;
    positions.reserve(points.size());
    for (auto const& point : points) {
        positions.push_back({point->x, point->y});
    }
    return positions;
}

int lineObj::project(std::shared_ptr<projectionObj> projin, std::shared_ptr<projectionObj> projout)
{
    return project_points(points, projector(projin.get(), projout.get()).transformation());
}

int lineObj::add(pointObj const& p)
{
    points.push_back(std::make_shared<pointObj>(p));
    return MS_SUCCESS;
}

int lineObj::set(int i, pointObj const& p)
{
    auto const point = get(i);
    if (point == nullptr) {
        return MS_FAILURE;
    }
    *point = p;
    return MS_SUCCESS;
}

rectObj::rectObj(double x1, double y1, double x2, double y2, int imageunits)
    : minx(x1), miny(y1), maxx(x2), maxy(y2)
{
    bool const is_valid = minx <= maxx && (imageunits != 0 ? miny >= maxy : miny <= maxy);
    if (!is_valid) {
        throw Failure{MS_RECTERR, "rectObj()",
                      fmt::format("{{ 'minx': {:f} , 'miny': {:f} , 'maxx': {:f} , 'maxy': {:f} }}",
                                  minx, miny, maxx, maxy)};
    }
}

rectObj::rectObj(geometry::Box const& box)
    : minx(box.min_x), miny(box.min_y), maxx(box.max_x), maxy(box.max_y)
{}

geometry::Box rectObj::box() const
{
    return {minx, miny, maxx, maxy};
}

int rectObj::project(std::shared_ptr<projectionObj> projin, std::shared_ptr<projectionObj> projout)
{
    auto const moved = projector(projin.get(), projout.get()).transformation().forward(box());
    fail_if(moved.is_empty(), MS_PROJERR, "msProjectRect()", "The box cannot be projected.");
    *this = rectObj{moved};
    return MS_SUCCESS;
}

double rectObj::fit(int width, int height)
{
    if (width == 1 || height == 1) {
        return 0;
    }
    // From the centre of the first pixel to that of the last one.
    double const columns = width - 1.0;
    double const rows = height - 1.0;
    double const cell = std::max((maxx - minx) / columns, (maxy - miny) / rows);
    if (!(cell > 0)) {
        return 0;
    }
    double const grow_x = std::max(cell * columns - (maxx - minx), 0.0) / 2;
    double const grow_y = std::max(cell * rows - (maxy - miny), 0.0) / 2;
    minx -= grow_x;
    maxx += grow_x;
    miny -= grow_y;
    maxy += grow_y;
    return cell;
}

std::shared_ptr<pointObj> rectObj::getCenter() const
{
    return std::make_shared<pointObj>((minx + maxx) / 2, (miny + maxy) / 2, 0, 0);
}

std::shared_ptr<shapeObj> rectObj::toPolygon() const
{
    lineObj ring;
    for (auto const& [x, y] :
         {std::pair{minx, miny}, {minx, maxy}, {maxx, maxy}, {maxx, miny}, {minx, miny}}) {
        ring.add({x, y});
    }
    auto shape = std::make_shared<shapeObj>(MS_SHAPE_POLYGON);
    shape->add(ring);
    return shape;
}

Text rectObj::toString() const
{
    return fmt::format(
        "{{ 'minx': {:.16g} , 'miny': {:.16g} , 'maxx': {:.16g} , 'maxy': {:.16g} }}", minx, miny,
        maxx, maxy);
}

} // namespace ms::script
