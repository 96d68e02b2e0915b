// SPDX-License-Identifier: MIT
#include "geometry/pixel_projector.hpp"

#include "geometry/finite.hpp"

#include <cmath>

namespace ms::geometry {
namespace {

constexpr std::size_t min_ring = 4; ///< vertices of a closed triangle

/// If a pole is at the end of the number range, slopes near the image stay exact to far below a
/// pixel.
Point bounded(Point p) noexcept
{
    constexpr double most = 1e12;
    return {std::clamp(p.x, -most, most), std::clamp(p.y, -most, most)};
}

} // namespace

PixelProjector::Position PixelProjector::position_of(std::span<Point const> points) const noexcept
{
    Box box;
    std::uint64_t bits = 0;
    for (auto const& p : points) {
        box.extend(p);
        bits |= non_finite_bit(p.x) | non_finite_bit(p.y);
    }
    box = m_to_pixel(box);
    if (!box.intersects(m_clip)) {
        return Position::Outside; // also if all coordinates are NaN
    }
    return (bits >> 63U) == 0 && m_clip.contains(box) ? Position::Inside : Position::Across;
}

/// Appends the vertices as a ring of the column. False, and nothing appended, when too few are
/// left.
template <typename At>
bool PixelProjector::append(Kind kind, std::size_t count, At at, GeometryColumn& out) const
{
    bool const is_thinned = m_thinning == Thinning::Pixel && kind != Kind::Point;
    if (is_thinned && kind == Kind::Polygon && count < min_ring) {
        return false;
    }
    auto const first = out.points.size();
    out.points.resize(first + count);
    // Preserving `count` vertices at an end preserves all.
    auto const ends = !is_thinned ? count : kind == Kind::Line ? m_line_ends : 2U;
    auto const* const end = thin(count, ends, at, out.points.data() + first);
    out.points.resize(static_cast<std::size_t>(end - out.points.data()));
    out.end_ring();
    return true;
}

void PixelProjector::copy(GeometryColumn const& in, std::size_t feature, GeometryColumn& out) const
{
    auto const kind = in.kinds[feature];
    for (auto part = in.first_part(feature); part < in.feature_ends[feature]; ++part) {
        bool has_rings = false;
        for (auto ring = in.first_ring(part); ring < in.part_ends[part]; ++ring) {
            auto const points = in.ring(ring);
            auto const at = [&](std::size_t i) { return m_to_pixel(points[i]); };
            has_rings |= append(kind, points.size(), at, out);
        }
        if (has_rings) {
            out.end_part();
        }
    }
}

void PixelProjector::cut_points(std::span<Point const> points, GeometryColumn& out) const
{
    auto const first = out.points.size();
    for (auto const& p : points) {
        auto const pixel = bounded(m_to_pixel(p));
        if (is_finite(p) && m_clip.contains(pixel)) {
            out.points.push_back(pixel);
        }
    }
    if (out.points.size() > first) {
        out.end_ring();
        out.end_part();
    }
}

void PixelProjector::flush_line(GeometryColumn& out)
{
    if (m_open.size() > 1) {
        append(
            Kind::Line, m_open.size(), [&](std::size_t i) { return m_open[i]; }, out);
        out.end_part();
    }
    m_open.clear();
}

bool PixelProjector::has_jump(std::span<Point const> points) const noexcept
{
    for (std::size_t i = 1; i < points.size(); ++i) {
        if (std::abs(points[i].x - points[i - 1].x) * std::abs(m_to_pixel.scale_x) > m_turn / 2) {
            return true;
        }
    }
    return false;
}

void PixelProjector::cut_segment(Point start, Point end, GeometryColumn& out)
{
    auto const piece = clip_segment({start, end}, m_clip);
    if (!piece || piece->start != start) {
        flush_line(out);
    }
    if (piece) {
        if (m_open.empty()) {
            m_open.push_back(piece->start);
        }
        m_open.push_back(piece->end);
    }
}

void PixelProjector::cut_line(std::span<Point const> line, GeometryColumn& out)
{
    m_open.clear();
    bool has_start = false;
    Point start;
    for (auto const& p : line) {
        if (!is_finite(p)) {
            flush_line(out);
            has_start = false;
            continue;
        }
        auto const end = bounded(m_to_pixel(p));
        double const step = end.x - start.x;
        if (has_start && m_turn > 0 && std::abs(step) > m_turn / 2) {
            double const turn = std::copysign(m_turn, step);
            cut_segment(start, {end.x - turn, end.y}, out);
            flush_line(out);
            cut_segment({start.x + turn, start.y}, end, out);
        } else if (has_start) {
            cut_segment(start, end, out);
        }
        start = end;
        has_start = true;
    }
    flush_line(out);
}

std::span<Point const> PixelProjector::cut_ring(std::span<Point const> ring)
{
    m_open.clear();
    for (auto const& p : ring) {
        if (is_finite(p)) {
            m_open.push_back(bounded(m_to_pixel(p)));
        }
    }
    return m_ring_clipper.clip(m_open, m_clip, m_ring_start);
}

void PixelProjector::cut_rings(GeometryColumn const& in, std::size_t part, Kind kind,
                               GeometryColumn& out)
{
    bool has_rings = false;
    for (auto ring = in.first_ring(part); ring < in.part_ends[part]; ++ring) {
        auto const clipped = cut_ring(in.ring(ring));
        if (clipped.size() >= min_ring) {
            auto const at = [&](std::size_t i) { return clipped[i]; };
            has_rings |= append(kind, clipped.size(), at, out);
        }
    }
    if (has_rings) {
        out.end_part();
    }
}

void PixelProjector::run(GeometryColumn const& in, GeometryColumn& out, std::size_t line_ends,
                         FeatureClips const& clips)
{
    m_line_ends = line_ends;
    auto const own_clip = m_clip;
    bool const are_lines_rings = line_ends == 2;
    out.clear();
    for (std::size_t feature = 0; feature < in.size(); ++feature) {
        auto const box = clips.boxes.empty() ? -1 : clips.box_of[feature];
        m_clip = box < 0 ? own_clip : clips.boxes[static_cast<std::size_t>(box)];
        auto const kind = in.kinds[feature];
        if (are_lines_rings && kind == Kind::Line) {
            m_clip = m_clip.grown(m_ring_margin);
        }
        auto const parts_before = out.part_ends.size();
        auto const points = in.points_of(feature);
        auto position = position_of(points);
        if (m_turn > 0 && kind == Kind::Line && position == Position::Inside && has_jump(points)) {
            position = Position::Across;
        }
        if (position == Position::Inside) {
            copy(in, feature, out);
        } else if (position == Position::Across && kind == Kind::Point) {
            cut_points(points, out);
        } else if (position == Position::Across) {
            for (auto part = in.first_part(feature); part < in.feature_ends[feature]; ++part) {
                if (kind == Kind::Polygon || are_lines_rings) {
                    cut_rings(in, part, kind, out);
                } else {
                    cut_line(in.ring(in.first_ring(part)), out);
                }
            }
        }
        out.end_feature(out.part_ends.size() > parts_before ? kind : Kind::None);
    }
    m_clip = own_clip;
}

} // namespace ms::geometry
