// SPDX-License-Identifier: MIT
#include "cql2/geometry.hpp"

#include "cql2/refuse.hpp"
#include "crs/box_image.hpp"
#include "crs/transformation.hpp"
#include "geometry/geos_operations.hpp"
#include "geometry/wkt.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace ms::cql2 {

namespace {

using geometry::Box;
using geometry::GeometryColumn;
using geometry::Kind;
using geometry::Point;

constexpr int steps_per_edge = 16;

/// OGC 21-065r2 6.5: the default CRS of coordinates is CRS84.
crs::Definition reference_system(Context const& context)
{
    return context.filter_crs.is_defined() ? context.filter_crs
                                           : crs::parse(std::string_view{"CRS:84"});
}

void append_ring(std::vector<Point> const& ring, GeometryColumn& out)
{
    out.points.insert(out.points.end(), ring.begin(), ring.end());
    out.end_ring();
    out.end_part();
}

std::vector<Point> edges_of(Box const& box, int steps)
{
    std::vector<Point> ring;
    auto const add_edge = [&](Point from, Point to) {
        for (int i = 0; i < steps; ++i) {
            double const t = static_cast<double>(i) / steps;
            ring.push_back({std::lerp(from.x, to.x, t), std::lerp(from.y, to.y, t)});
        }
    };
    add_edge({box.min_x, box.min_y}, {box.max_x, box.min_y});
    add_edge({box.max_x, box.min_y}, {box.max_x, box.max_y});
    add_edge({box.max_x, box.max_y}, {box.min_x, box.max_y});
    add_edge({box.min_x, box.max_y}, {box.min_x, box.min_y});
    ring.push_back(ring.front());
    return ring;
}

/// Whether points return to their original place.
bool is_one_to_one(crs::Transformation const& transformation, std::vector<Point> const& from,
                   std::vector<Point> images, double tolerance)
{
    return transformation.inverse(images) == 0 &&
           std::ranges::equal(from, images, [&](Point const& a, Point const& b) {
               return std::abs(a.x - b.x) <= tolerance && std::abs(a.y - b.y) <= tolerance;
           });
}

void append_box(Box const& box, crs::Definition const& system, crs::Definition const& layer_crs,
                GeometryColumn& out)
{
    crs::Transformation const transformation{system, layer_crs};
    if (transformation.is_identity()) {
        return append_ring(edges_of(box, 1), out);
    }
    auto const ring = edges_of(box, steps_per_edge);
    auto images = ring;
    double const tolerance = 1e-6 * std::max({1.0, box.width(), box.height()});
    if (transformation.forward(images) == 0 &&
        is_one_to_one(transformation, ring, images, tolerance)) {
        return append_ring(images, out);
    }
    auto const around = crs::image_of(box, system, layer_crs);
    if (!around.is_empty() && std::isfinite(around.width()) && std::isfinite(around.height())) {
        append_ring(edges_of(around, 1), out);
    }
}

/// The box as one, or as two if it crosses the antimeridian: its west is then greater than its east
/// (OGC 21-065r2, bbox literals, as in RFC 7946 5.2).
std::vector<Box> boxes_of(GeometryColumn const& shape, crs::Definition const& system)
{
    auto const low = shape.points[0];
    auto const high = shape.points[2];
    if (low.x > high.x && system.is_geographic()) {
        return {{low.x, low.y, 180, high.y}, {-180, low.y, high.x, high.y}};
    }
    return {{std::min(low.x, high.x), std::min(low.y, high.y), std::max(low.x, high.x),
             std::max(low.y, high.y)}};
}

/// Empty if no part of the box has an image.
GeometryColumn transformed_box(GeometryColumn const& shape, crs::Definition const& system,
                               crs::Definition const& layer_crs)
{
    GeometryColumn out;
    for (auto const& box : boxes_of(shape, system)) {
        append_box(box, system, layer_crs, out);
    }
    out.end_feature(out.points.empty() ? Kind::None : Kind::Polygon);
    return out;
}

/// OGC 06-103r4, 6.1.7 and 6.1.10: a line has two points, a ring is closed. Databases refuse
/// others.
void check_form(GeometryColumn const& shape)
{
    constexpr std::size_t min_of_ring = 4;
    auto const kind = shape.kinds.front();
    auto const rings = kind == Kind::Point ? 0 : shape.ring_ends.size();
    for (std::size_t i = 0; i < rings; ++i) {
        auto const points = shape.ring(i);
        if (kind == Kind::Line && points.size() < 2) {
            cannot_translate("a line has less than two points");
        }
        if (kind == Kind::Polygon && points.size() < min_of_ring) {
            cannot_translate("a ring of a polygon has less than three corners");
        }
    }
    if (kind == Kind::Polygon && !geometry::ShapeOperations{}.is_valid({&shape, 0})) {
        cannot_translate("a polygon crosses itself or is not valid otherwise");
    }
}

} // namespace

std::string to_wkt(Term const& geometry, Context const& context)
{
    auto const system = reference_system(context);
    auto shape = *geometry.shape;
    if (!geometry.is_box) {
        check_form(shape);
    }
    if (system.is_axis_inverted()) {
        for (auto& point : shape.points) {
            std::swap(point.x, point.y);
        }
    }
    if (geometry.is_box) {
        shape = transformed_box(shape, system, context.layer_crs);
    } else if (crs::Transformation{system, context.layer_crs}.forward(shape.points) > 0) {
        cannot_translate("a geometry lies outside the CRS of the layer");
    }
    return geometry::encode_wkt(shape, 0);
}

} // namespace ms::cql2
