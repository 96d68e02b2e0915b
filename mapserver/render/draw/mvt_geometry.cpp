// SPDX-License-Identifier: MIT
#include "render/draw/mvt_geometry.hpp"

#include "geometry/nesting.hpp"

#include <algorithm>
#include <cmath>

namespace ms::render {

namespace {

using geometry::Kind;
using geometry::Point;

enum class Command : std::uint8_t { MoveTo = 1, LineTo = 2, ClosePath = 7 };

constexpr std::uint32_t integer_of(Command command, std::size_t count) noexcept
{
    return static_cast<std::uint32_t>(command) | static_cast<std::uint32_t>(count) << 3U;
}

/// Small numbers of either sign become small ones without.
constexpr std::uint32_t zigzag(std::int32_t value) noexcept
{
    return (static_cast<std::uint32_t>(value) << 1U) ^ static_cast<std::uint32_t>(value >> 31U);
}

/// Half of a unit up, as PostGIS rounds.
std::int32_t rounded(double value) noexcept
{
    return static_cast<std::int32_t>(std::floor(value + 0.5));
}

/// Twice the area of a closed ring, exactly; positive if it is clockwise where y points down.
std::int64_t twice_area(std::span<Point const> ring) noexcept
{
    std::int64_t sum = 0;
    for (std::size_t i = 1; i < ring.size(); ++i) {
        sum += static_cast<std::int64_t>(ring[i - 1].x) * static_cast<std::int64_t>(ring[i].y) -
               static_cast<std::int64_t>(ring[i].x) * static_cast<std::int64_t>(ring[i - 1].y);
    }
    return sum;
}

/// Of a ring that covers nothing all points are on one line; that of a bow tie has none of its own
/// either, as its halves cancel out.
bool has_area(std::span<Point const> ring) noexcept
{
    if (ring.size() < 4) {
        return false;
    }
    auto const a = ring[0];
    auto const b = ring[1];
    return twice_area(ring) != 0 || std::ranges::any_of(ring, [&](Point p) {
               return (b.x - a.x) * (p.y - a.y) != (b.y - a.y) * (p.x - a.x);
           });
}

/// Of the first feature.
void append_parts(geometry::GeometryColumn const& from, geometry::GeometryColumn& to)
{
    for (std::uint32_t part = 0; part < from.feature_ends[0]; ++part) {
        for (auto ring = from.first_ring(part); ring < from.part_ends[part]; ++ring) {
            append_ring(from, ring, to);
        }
        to.end_part();
    }
}

} // namespace

std::span<std::uint32_t const> MvtGeometry::encode(geometry::Shape shape)
{
    m_commands.clear();
    m_cursor = {};
    switch (shape.kind()) {
    case Kind::Point:
        write_points(shape);
        break;
    case Kind::Line:
        write_lines(shape);
        break;
    case Kind::Polygon:
        write_polygons(shape);
        break;
    case Kind::None:
        break;
    }
    return m_commands;
}

/// Into m_vertices, without repeated ones.
void MvtGeometry::round(std::span<Point const> points)
{
    m_vertices.clear();
    for (auto const& point : points) {
        Vertex const vertex{rounded(point.x), rounded(point.y)};
        if (m_vertices.empty() || vertex != m_vertices.back()) {
            m_vertices.push_back(vertex);
        }
    }
}

void MvtGeometry::write_points(geometry::Shape shape)
{
    auto const points = shape.column->points_of(shape.index);
    if (points.empty()) {
        return;
    }
    move_to(points.size());
    for (auto const& point : points) {
        write_vertex({rounded(point.x), rounded(point.y)});
    }
}

void MvtGeometry::write_lines(geometry::Shape shape)
{
    auto const rings = shape.rings();
    for (auto ring = rings.first; ring < rings.last; ++ring) {
        m_budget.work();
        round(shape.column->ring(ring));
        if (m_vertices.size() < 2) {
            continue;
        }
        move_to(1);
        write_vertex(m_vertices.front());
        line_to(m_vertices.size() - 1);
        std::for_each(m_vertices.begin() + 1, m_vertices.end(),
                      [&](Vertex vertex) { write_vertex(vertex); });
    }
}

void MvtGeometry::write_polygons(geometry::Shape shape)
{
    round_rings(shape);
    auto const* const rings = valid_rings();
    if (rings == nullptr) {
        return;
    }
    for (auto const& polygon : geometry::nested_rings({rings, 0})) {
        write_ring(rings->ring(polygon.outer), true);
        for (auto const hole : polygon.holes) {
            write_ring(rings->ring(hole), false);
        }
    }
}

/// Null if nothing is left. Only polygons that touch themselves or others are repaired, unless
/// parts lie inside others, which shows in no contact, or snapping made new contacts.
geometry::GeometryColumn const* MvtGeometry::valid_rings()
{
    geometry::Shape const rounded{&m_rounded, 0};
    if (!rounded.exists()) {
        return nullptr;
    }
    if (!m_makes_valid) {
        return &m_rounded;
    }
    m_valid.clear();
    if (m_contacts.find(rounded)) {
        if (m_rounded.part_ends.size() == 1 && !m_contacts.is_any_touched()) {
            return &m_rounded;
        }
        repair_touched();
        if (!m_valid.part_ends.empty() &&
            (m_valid.part_ends.size() == 1 || m_operations.is_valid({&m_valid, 0}))) {
            return &m_valid;
        }
    }
    m_valid.clear();
    return m_operations.append_valid_in_units(rounded, m_valid) ? &m_valid : nullptr;
}

/// From m_rounded to m_valid.
void MvtGeometry::repair_touched()
{
    m_touched.clear();
    for (auto const& polygon : geometry::nested_rings({&m_rounded, 0})) {
        bool const is_touched = m_contacts.is_touched(polygon.outer) ||
                                std::ranges::any_of(polygon.holes, [&](auto hole) {
                                    return m_contacts.is_touched(hole);
                                });
        auto& to = is_touched ? m_touched : m_valid;
        append_ring(m_rounded, polygon.outer, to);
        for (auto const hole : polygon.holes) {
            append_ring(m_rounded, hole, to);
        }
        to.end_part();
    }
    if (!m_touched.part_ends.empty()) {
        m_touched.end_feature(Kind::Polygon);
        m_repaired.clear();
        if (m_operations.append_valid_in_units({&m_touched, 0}, m_repaired)) {
            append_parts(m_repaired, m_valid);
        }
    }
    m_valid.end_feature(Kind::Polygon);
}

/// Into m_rounded: closed rings that still cover something.
void MvtGeometry::round_rings(geometry::Shape shape)
{
    m_rounded.clear();
    auto const& column = *shape.column;
    for (auto part = column.first_part(shape.index); part < column.feature_ends[shape.index];
         ++part) {
        auto const first_ring = m_rounded.ring_ends.size();
        for (auto ring = column.first_ring(part); ring < column.part_ends[part]; ++ring) {
            m_budget.work();
            round(column.ring(ring));
            auto const first = m_rounded.points.size();
            for (auto const& vertex : m_vertices) {
                m_rounded.points.push_back(
                    {static_cast<double>(vertex.x), static_cast<double>(vertex.y)});
            }
            if (has_area(std::span{m_rounded.points}.subspan(first))) {
                m_rounded.end_ring();
            } else {
                m_rounded.points.resize(first);
            }
        }
        if (m_rounded.ring_ends.size() > first_ring) {
            m_rounded.end_part();
        }
    }
    m_rounded.end_feature(m_rounded.part_ends.empty() ? Kind::None : Kind::Polygon);
}

/// \param is_outer its direction: clockwise on the screen, holes the other way round
void MvtGeometry::write_ring(std::span<Point const> points, bool is_outer)
{
    bool const is_turned = (twice_area(points) > 0) != is_outer;
    auto const count = points.size() - 1; // the last is the first
    auto const vertex = [&](std::size_t i) {
        auto const& point = points[is_turned ? count - i : i];
        return Vertex{static_cast<std::int32_t>(point.x), static_cast<std::int32_t>(point.y)};
    };
    move_to(1);
    write_vertex(vertex(0));
    line_to(count - 1);
    for (std::size_t i = 1; i < count; ++i) {
        write_vertex(vertex(i));
    }
    m_commands.push_back(integer_of(Command::ClosePath, 1));
}

void MvtGeometry::move_to(std::size_t count)
{
    m_commands.push_back(integer_of(Command::MoveTo, count));
}

void MvtGeometry::line_to(std::size_t count)
{
    m_commands.push_back(integer_of(Command::LineTo, count));
}

void MvtGeometry::write_vertex(Vertex vertex)
{
    m_commands.push_back(zigzag(vertex.x - m_cursor.x));
    m_commands.push_back(zigzag(vertex.y - m_cursor.y));
    m_cursor = vertex;
}

} // namespace ms::render
