// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Points, lines, boxes and shapes for scripts.

#include "geometry/types.hpp"
#include "script/at.hpp"
#include "script/text.hpp"

#include <memory>
#include <span>
#include <vector>

namespace ms::feature {
struct FeatureBatch;
}
namespace ms::geometry {
struct GeometryColumn;
}

namespace ms::script {

struct colorObj;
struct imageObj;
struct layerObj;
struct mapObj;
struct projectionObj;
struct reprojectionObj;
struct shapeObj;

struct pointObj {
    double x;
    double y;
    double z;
    double m;

    pointObj(double x = 0, double y = 0, double z = 0, double m = -2e38) : x(x), y(y), z(z), m(m) {}

    /// NULL for a CRS: WGS 84. \return MS_FAILURE, without a change, if a point has no image
    int project(std::shared_ptr<projectionObj> projin, std::shared_ptr<projectionObj> projout);
    int setXY(double x, double y, double m = -2e38) { return setXYZ(x, y, 0, m); }
    int setXYZ(double x, double y, double z, double m = -2e38);
    int setXYZM(double x, double y, double z, double m) { return setXYZ(x, y, z, m); }
    int draw(mapObj& map, layerObj& layer, imageObj& image, int classindex, Text const& text);
    [[nodiscard]] double distanceToPoint(pointObj const& point) const;
    [[nodiscard]] double distanceToSegment(pointObj const& a, pointObj const& b) const;
    [[nodiscard]] double distanceToShape(shapeObj const& shape) const;
    [[nodiscard]] std::shared_ptr<shapeObj> toShape() const;
    [[nodiscard]] Text toString() const;
};

struct lineObj {
    lineObj() = default;

    int project(std::shared_ptr<projectionObj> projin, std::shared_ptr<projectionObj> projout);
    /// The point itself, not a copy; NULL beyond the ends.
    [[nodiscard]] std::shared_ptr<pointObj> get(int i) const { return at_or_null(points, i); }
    /// Appends a copy.
    int add(pointObj const& p);
    int set(int i, pointObj const& p);

#ifndef SWIG
    explicit lineObj(std::span<geometry::Point const> positions);
    /// Where its points are.
    [[nodiscard]] std::vector<geometry::Point> positions() const;

    std::vector<std::shared_ptr<pointObj>> points;
#endif
};

struct rectObj {
    double minx;
    double miny;
    double maxx;
    double maxy;

    /// \param imageunits not 0: y grows down
    rectObj(double minx = -1, double miny = -1, double maxx = -1, double maxy = -1,
            int imageunits = 0);

    int project(std::shared_ptr<projectionObj> projin, std::shared_ptr<projectionObj> projout);
    /// Grows to the shape of an image. \return the cell size
    double fit(int width, int height);
    int draw(mapObj& map, layerObj& layer, imageObj& image, int classindex, Text const& text);
    [[nodiscard]] std::shared_ptr<pointObj> getCenter() const;
    [[nodiscard]] std::shared_ptr<shapeObj> toPolygon() const;
    [[nodiscard]] Text toString() const;

#ifndef SWIG
    explicit rectObj(geometry::Box const& box);
    [[nodiscard]] geometry::Box box() const;
#endif
};

struct shapeObj {
    int type; ///< MS_SHAPE_POINT ...
    rectObj bounds;
    long index = -1;
    int tileindex = -1;
    int classindex = 0;
    int resultindex = -1;
    int scratch = 0;
    Text text;

    explicit shapeObj(int type = 3);

    [[nodiscard]] static std::shared_ptr<shapeObj> fromWKT(Text const& wkt);
    /// NULL for a shape that has nothing.
    [[nodiscard]] Text toWKT() const;

    int project(std::shared_ptr<projectionObj> projin, std::shared_ptr<projectionObj> projout);
    /// The line itself, not a copy; NULL beyond the ends.
    [[nodiscard]] std::shared_ptr<lineObj> get(int i) const { return at_or_null(lines, i); }
    /// Appends a copy.
    int add(lineObj const& line);
    int draw(mapObj& map, layerObj& layer, imageObj& image);
    void setBounds();
    int copy(shapeObj& dest) const;
    [[nodiscard]] std::shared_ptr<shapeObj> clone() const;

    [[nodiscard]] Text getValue(int i) const { return at_or_null(values, i); }
    int setValue(int i, Text const& value);
    void initValues(int numvalues);

    [[nodiscard]] std::shared_ptr<pointObj> getCentroid() const;
    /// -1 when one of them is empty.
    [[nodiscard]] double distanceToShape(shapeObj const& shape) const;
    [[nodiscard]] double getArea() const;
    [[nodiscard]] double getLength() const;
    [[nodiscard]] double distanceToPoint(pointObj const& point) const;
    [[nodiscard]] std::shared_ptr<pointObj> getLabelPoint() const;

#ifndef SWIG
    /// Feature `index` of a column, with its bounds.
    [[nodiscard]] static std::shared_ptr<shapeObj> from(geometry::GeometryColumn const& column,
                                                        std::size_t index);
    /// The same of a batch, with its values and its text.
    [[nodiscard]] static std::shared_ptr<shapeObj> from(feature::FeatureBatch const& batch,
                                                        std::size_t row);
    /// The shape as the only feature of a column.
    [[nodiscard]] geometry::GeometryColumn column() const;
    /// The same with every polygon as a part, whose first ring is the outer one.
    [[nodiscard]] geometry::GeometryColumn parted() const;

    std::vector<std::shared_ptr<lineObj>> lines;
    std::vector<Text> values;
#endif
};

} // namespace ms::script
