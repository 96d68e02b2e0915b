// SPDX-License-Identifier: MIT
#include "render/draw/kml_geometry.hpp"

#include "base/string.hpp"
#include "geometry/nesting.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <iterator>

namespace ms::render {

namespace {

using geometry::Kind;
using geometry::Point;

std::string switch_of(mapfile::Layer const& layer, std::string_view key)
{
    auto const* const text = layer.metadata.find(key);
    auto const number = text == nullptr ? std::nullopt : parse_int(*text);
    return number && *number != 0 ? "1" : ""; // 0 is the default of viewers, and not written
}

double length_of(std::span<Point const> line)
{
    double length = 0;
    for (std::size_t i = 1; i < line.size(); ++i) {
        length += std::hypot(line[i].x - line[i - 1].x, line[i].y - line[i - 1].y);
    }
    return length;
}

/// The middle of its longest segment.
std::optional<Point> middle_of(std::span<Point const> line)
{
    std::optional<Point> middle;
    double longest = -1;
    for (std::size_t i = 1; i < line.size(); ++i) {
        auto const& a = line[i - 1];
        auto const& b = line[i];
        if (double const length = std::hypot(b.x - a.x, b.y - a.y); length > longest) {
            longest = length;
            middle = Point{(a.x + b.x) / 2, (a.y + b.y) / 2};
        }
    }
    return middle;
}

} // namespace

KmlAltitude kml_altitude_of(mapfile::Layer const& layer)
{
    KmlAltitude altitude{.mode = {},
                         .extrude = switch_of(layer, "kml_extrude"),
                         .tessellate = switch_of(layer, "kml_tessellate")};
    constexpr std::array modes{"absolute", "relativeToGround", "clampToGround"};
    auto const* const text = layer.metadata.find("kml_altitudemode");
    for (auto const* const mode : modes) {
        if (text != nullptr && equals_ignoring_case(*text, mode)) {
            altitude.mode = mode;
        }
    }
    return altitude;
}

std::size_t KmlGeometry::write(XmlWriter& out, geometry::Shape shape, What const& what)
{
    m_bytes = 0;
    m_height = what.elevation;
    if (!m_height && m_altitude.has_height()) {
        m_height = 0;
    }
    auto const label = what.has_label ? label_point(shape) : std::nullopt;
    auto const rings = shape.rings();
    bool const is_point = what.kind == Kind::Point;
    auto const count = is_point                     ? shape.column->points_of(shape.index).size()
                       : what.kind == Kind::Polygon ? geometry::nested_rings(shape).size()
                                                    : std::size_t{rings.last} - rings.first;
    bool const is_multi = label || count > 1;
    if (is_multi) {
        out.open("MultiGeometry");
    }
    if (is_point) {
        for (auto const& point : shape.column->points_of(shape.index)) {
            open(out, "Point");
            write_coordinates(out, {&point, 1});
            out.close();
        }
    } else if (what.kind == Kind::Polygon) {
        write_areas(out, shape);
    } else {
        for (auto ring = rings.first; ring < rings.last; ++ring) {
            open(out, "LineString");
            write_coordinates(out, shape.column->ring(ring));
            out.close();
        }
    }
    if (label) {
        open(out, "Point");
        write_coordinates(out, {&*label, 1});
        out.close();
    }
    if (is_multi) {
        out.close();
    }
    return m_bytes;
}

void KmlGeometry::write_areas(XmlWriter& out, geometry::Shape shape)
{
    for (auto const& polygon : geometry::nested_rings(shape)) {
        open(out, "Polygon");
        out.open("outerBoundaryIs");
        write_ring(out, shape, polygon.outer);
        out.close();
        for (auto const hole : polygon.holes) {
            out.open("innerBoundaryIs");
            write_ring(out, shape, hole);
            out.close();
        }
        out.close();
    }
}

void KmlGeometry::write_ring(XmlWriter& out, geometry::Shape shape, std::size_t ring)
{
    out.open("LinearRing");
    write_coordinates(out, shape.column->ring(ring));
    out.close();
}

/// The elements before the coordinates, in the order of KML's schema.
void KmlGeometry::open(XmlWriter& out, char const* name)
{
    out.open(name);
    if (!m_altitude.extrude.empty()) {
        out.element("extrude", m_altitude.extrude);
    }
    if (!m_altitude.tessellate.empty() && std::string_view{name} != "Point") {
        out.element("tessellate", m_altitude.tessellate);
    }
    if (!m_altitude.mode.empty()) {
        out.element("altitudeMode", m_altitude.mode);
    }
}

void KmlGeometry::write_coordinates(XmlWriter& out, std::span<Point const> points)
{
    std::string text = "\n";
    for (auto const& point : points) {
        m_budget.work();
        if (!std::isfinite(point.x) || !std::isfinite(point.y)) {
            continue; // not reprojected
        }
        fmt::format_to(std::back_inserter(text), "\t{:.8f},{:.8f}", point.x, point.y);
        if (m_height) {
            fmt::format_to(std::back_inserter(text), ",{:.8f}", *m_height);
        }
        text += '\n';
    }
    text += '\t';
    m_bytes += text.size() + 100;
    out.element("coordinates", text);
}

std::optional<Point> KmlGeometry::label_point(geometry::Shape shape)
{
    if (shape.kind() == Kind::Polygon) {
        return m_label_points.find(*shape.column, shape.index);
    }
    auto const rings = shape.rings();
    std::optional<Point> middle;
    double longest = -1;
    for (auto ring = rings.first; ring < rings.last; ++ring) {
        auto const line = shape.column->ring(ring);
        if (double const length = length_of(line); length > longest) {
            longest = length;
            middle = middle_of(line);
        }
    }
    return middle;
}

} // namespace ms::render
