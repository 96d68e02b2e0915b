// SPDX-License-Identifier: MIT
#include "ows/template/label_point.hpp"

#include "geometry/clip.hpp"
#include "geometry/label_point.hpp"
#include "geometry/measure.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace ms::ows::tmpl {

namespace {

using geometry::GeometryColumn;
using geometry::Kind;

double length_of(std::span<geometry::Point const> points)
{
    double length = 0;
    for (std::size_t i = 1; i < points.size(); ++i) {
        length += std::hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y);
    }
    return length;
}

/// The middle of the longest segment of the longest part of a line, as MapServer; the first of
/// equal ones.
std::optional<geometry::Point> middle_of_line(GeometryColumn const& column)
{
    std::span<geometry::Point const> part;
    double part_length = -1;
    auto const rings = column.rings_of(0);
    for (auto index = rings.first; index < rings.last; ++index) {
        auto const points = column.ring(index);
        if (auto const length = length_of(points); length > part_length) {
            part = points;
            part_length = length;
        }
    }
    if (part.size() < 2) {
        return part.empty() ? std::nullopt : std::optional{part.front()};
    }
    std::size_t longest = 0;
    for (std::size_t i = 1; i + 1 < part.size(); ++i) {
        if (length_of(part.subspan(i, 2)) > length_of(part.subspan(longest, 2))) {
            longest = i;
        }
    }
    auto const [from, to] = std::pair{part[longest], part[longest + 1]};
    return geometry::Point{(from.x + to.x) / 2, (from.y + to.y) / 2};
}

/// Appends the pieces of a linestring that are in the box, each as a part.
void append_pieces(std::span<geometry::Point const> points, geometry::Box const& box,
                   GeometryColumn& out)
{
    auto const end_piece = [&] {
        out.end_ring();
        out.end_part();
    };
    std::optional<geometry::Point> end;
    for (std::size_t i = 1; i < points.size(); ++i) {
        auto const inside = geometry::clip_segment({points[i - 1], points[i]}, box);
        if (!inside) {
            continue;
        }
        if (end != inside->start) {
            if (end) {
                end_piece();
            }
            out.points.push_back(inside->start);
        }
        out.points.push_back(inside->end);
        end = inside->end;
    }
    if (end) {
        end_piece();
    }
}

void append_clipped(GeometryColumn const& shape, geometry::Box const& box, GeometryColumn& out)
{
    geometry::RingClipper clipper;
    for (std::uint32_t part = 0; part < shape.part_ends.size(); ++part) {
        auto const rings_before = out.ring_ends.size();
        for (auto ring = shape.first_ring(part); ring < shape.part_ends[part]; ++ring) {
            if (shape.kinds.front() == Kind::Line) {
                append_pieces(shape.ring(ring), box, out);
                continue;
            }
            auto const inside = clipper.clip(shape.ring(ring), box);
            if (!inside.empty()) {
                out.points.insert(out.points.end(), inside.begin(), inside.end());
                out.end_ring();
            }
        }
        if (shape.kinds.front() == Kind::Polygon && out.ring_ends.size() > rings_before) {
            out.end_part();
        }
    }
}

} // namespace

GeometryColumn clipped_to(geometry::Box const& box, GeometryColumn shape)
{
    auto const kind = shape.kinds.front();
    if (kind != Kind::Line && kind != Kind::Polygon) {
        return shape;
    }
    GeometryColumn inside;
    append_clipped(shape, box, inside);
    inside.end_feature(kind);
    return inside;
}

std::optional<geometry::Point> label_point_of(GeometryColumn const& shape)
{
    if (shape.points.empty()) {
        return std::nullopt;
    }
    if (shape.kinds.front() == Kind::Point) {
        return shape.points.front(); // of several the first, as in MapServer
    }
    if (auto const point = geometry::LabelPointFinder{}.find(shape, 0)) {
        return point;
    }
    return shape.kinds.front() == Kind::Line ? middle_of_line(shape) : geometry::centroid(shape, 0);
}

} // namespace ms::ows::tmpl
