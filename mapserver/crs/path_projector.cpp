// SPDX-License-Identifier: MIT
#include "crs/path_projector.hpp"

#include "geometry/finite.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace ms::crs {

namespace {

using geometry::Point;

constexpr double half_world = 180;
constexpr double rounding = 1e-9;
constexpr int bisections = 60; ///< of a segment: to the last bit

Definition degrees()
{
    return crs::parse("EPSG:4326");
}

Definition or_degrees(Definition const& crs)
{
    return crs.is_defined() ? crs : degrees();
}

bool wraps(Definition const& crs, std::string_view where)
{
    return crs.proj_text().find("lon_wrap=" + std::string{where}) != std::string::npos;
}

Point middle(Point a, Point b) noexcept
{
    return {std::midpoint(a.x, b.x), std::midpoint(a.y, b.y)};
}

} // namespace

PathProjector::PathProjector(Definition const& from, Definition const& to)
    : m_way(or_degrees(from), or_degrees(to))
{
    auto const source = or_degrees(from);
    auto const target = or_degrees(to);
    m_is_from_plane = !source.is_geographic();
    m_gives_degrees = target.is_geographic();
    m_runs_on = m_is_from_plane && m_gives_degrees;
    bool const is_cut = m_is_from_plane || (m_gives_degrees && wraps(source, "0"));
    if (is_cut && m_gives_degrees && !wraps(target, "")) {
        m_to_degrees = m_way;
    } else if (is_cut && target.authority_code() == "EPSG:3857") {
        m_to_degrees.emplace(source, degrees());
        m_from_degrees.emplace(degrees(), target);
    }
}

std::optional<Point> PathProjector::image(Point point) const
{
    m_way.forward({&point, 1});
    return geometry::is_finite(point) ? std::optional{point} : std::nullopt;
}

/// The image of the last point of a segment that can be seen.
Point PathProjector::horizon(Point seen, Point hidden) const
{
    for (int i = 0; i < bisections; ++i) {
        auto const between = middle(seen, hidden);
        (image(between) ? seen : hidden) = between;
    }
    return *image(seen);
}

/// Whether both ends of the world are one place of the source, as at a pole; else they are its
/// edges, and coordinates beyond them are meant.
bool PathProjector::is_seam_inside(double latitude) const
{
    if (!m_is_from_plane) {
        return true;
    }
    std::array<Point, 2> ends{Point{-half_world, latitude}, Point{half_world, latitude}};
    m_to_degrees->inverse(ends);
    double const size = std::max({std::abs(ends[0].x), std::abs(ends[0].y), 1.0});
    return std::hypot(ends[1].x - ends[0].x, ends[1].y - ends[0].y) < 1e-6 * size;
}

Point PathProjector::placed(Point in_degrees) const
{
    if (m_from_degrees) {
        m_from_degrees->forward({&in_degrees, 1});
    }
    return in_degrees;
}

/// The crossing of a segment with the antimeridian.
std::optional<PathProjector::Cut> PathProjector::cut(Point from, Point to) const
{
    if (!m_to_degrees) {
        return std::nullopt;
    }
    std::array<Point, 2> ends{from, to};
    if (m_to_degrees->forward(ends) != 0 ||
        std::abs(ends[1].x - ends[0].x) < half_world - rounding) {
        return std::nullopt;
    }
    bool const starts_west = ends[0].x < 0;
    for (int i = 0; i < bisections; ++i) {
        auto const between = middle(from, to);
        auto in_degrees = between;
        m_to_degrees->forward({&in_degrees, 1});
        bool const is_before = (in_degrees.x < 0) == starts_west;
        (is_before ? from : to) = between;
        (is_before ? ends[0] : ends[1]) = in_degrees;
    }
    if (std::abs(ends[1].x - ends[0].x) < half_world / 2 || !is_seam_inside(ends[0].y)) {
        return std::nullopt;
    }
    if (std::abs(ends[0].y) > 90 - rounding) { // a pole has every longitude
        return Cut{placed(ends[0]), placed(ends[0])};
    }
    return Cut{placed({starts_west ? -half_world : half_world, ends[0].y}),
               placed({starts_west ? half_world : -half_world, ends[1].y})};
}

void PathProjector::append(ProjectedPath& out, std::size_t source, Point at) const
{
    if (m_runs_on && !out.empty()) {
        double const jump = at.x - out.back().at.x;
        at.x += jump > half_world ? -2 * half_world : jump < -half_world ? 2 * half_world : 0;
    }
    out.push_back({at, source});
}

std::vector<ProjectedPath> PathProjector::parts(Path path, Kind kind) const
{
    std::vector<ProjectedPath> parts(1);
    auto const end_part = [&] {
        if (kind == Kind::Line && !parts.back().empty()) {
            parts.emplace_back();
        }
    };
    std::optional<Point> before;
    for (std::size_t i = 0; i < path.size(); ++i) {
        auto const now = image(path[i]);
        if (i > 0 && before && !now) {
            append(parts.back(), i - 1, horizon(path[i - 1], path[i]));
            end_part();
        } else if (i > 0 && !before && now) {
            append(parts.back(), i, horizon(path[i], path[i - 1]));
        } else if (i > 0 && now && kind == Kind::Line) {
            if (auto const ends = cut(path[i - 1], path[i])) {
                append(parts.back(), i, ends->before);
                end_part();
                append(parts.back(), i, ends->after);
            }
        }
        if (now) {
            append(parts.back(), i, *now);
        }
        before = now;
    }
    return parts;
}

std::vector<ProjectedPath> PathProjector::line(Path path) const
{
    auto all = parts(path, Kind::Line);
    std::erase_if(all, [](ProjectedPath const& part) { return part.empty(); });
    return all;
}

ProjectedPath PathProjector::ring(Path path) const
{
    auto ring = std::move(parts(path, Kind::Ring).front());
    bool const is_closed = ring.empty() || ring.front().at == ring.back().at;
    if (!is_closed) {
        ring.push_back(ProjectedVertex{ring.front()});
    }
    return ring;
}

ProjectedPath PathProjector::points(Path path) const
{
    ProjectedPath moved;
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (auto const now = image(path[i])) {
            append(moved, i, *now);
        }
    }
    return moved;
}

} // namespace ms::crs
