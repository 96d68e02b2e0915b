// SPDX-License-Identifier: MIT
#include "script/reproject.hpp"

#include "geometry/finite.hpp"
#include "script/projection.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace ms::script {

namespace {

using geometry::Point;

constexpr double half_world = 180;
constexpr double rounding = 1e-9;
constexpr int bisections = 60; ///< of a segment: to the last bit

crs::Definition degrees()
{
    return crs::parse("EPSG:4326");
}

crs::Definition definition_of(projectionObj const* projection)
{
    auto const definition = projection == nullptr ? crs::Definition{} : projection->definition();
    return definition.is_defined() ? definition : degrees();
}

bool wraps(crs::Definition const& crs, std::string_view where)
{
    return crs.proj_text().find("lon_wrap=" + std::string{where}) != std::string::npos;
}

Point middle(Point a, Point b) noexcept
{
    return {std::midpoint(a.x, b.x), std::midpoint(a.y, b.y)};
}

Point position(pointObj const& point) noexcept
{
    return {point.x, point.y};
}

} // namespace

Reprojection::Reprojection(projectionObj const* from, projectionObj const* to)
    : m_way(definition_of(from), definition_of(to))
{
    auto const source = definition_of(from);
    auto const target = definition_of(to);
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

std::optional<Point> Reprojection::image(Point point) const
{
    m_way.forward({&point, 1});
    return geometry::is_finite(point) ? std::optional{point} : std::nullopt;
}

/// The image of the last point of a segment that can be seen.
Point Reprojection::horizon(Point seen, Point hidden) const
{
    for (int i = 0; i < bisections; ++i) {
        auto const between = middle(seen, hidden);
        (image(between) ? seen : hidden) = between;
    }
    return *image(seen);
}

/// Whether both ends of the world are one place of the source, as at a pole; else they are its
/// edges, and coordinates beyond them are meant.
bool Reprojection::is_seam_inside(double latitude) const
{
    if (!m_is_from_plane) {
        return true;
    }
    std::array<Point, 2> ends{Point{-half_world, latitude}, Point{half_world, latitude}};
    m_to_degrees->inverse(ends);
    double const size = std::max({std::abs(ends[0].x), std::abs(ends[0].y), 1.0});
    return std::hypot(ends[1].x - ends[0].x, ends[1].y - ends[0].y) < 1e-6 * size;
}

Point Reprojection::placed(Point in_degrees) const
{
    if (m_from_degrees) {
        m_from_degrees->forward({&in_degrees, 1});
    }
    return in_degrees;
}

/// The crossing of a segment with the antimeridian.
std::optional<Reprojection::Cut> Reprojection::cut(Point from, Point to) const
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

void Reprojection::append(Path& path, pointObj const& like, Point at) const
{
    if (m_runs_on && !path.empty()) {
        double const jump = at.x - path.back().x;
        at.x += jump > half_world ? -2 * half_world : jump < -half_world ? 2 * half_world : 0;
    }
    path.emplace_back(at.x, at.y, like.z, like.m);
}

void Reprojection::append_horizon(Path& path, pointObj const& seen, pointObj const& hidden) const
{
    append(path, seen, horizon(position(seen), position(hidden)));
}

std::vector<Path> Reprojection::parts(Path const& points, Kind kind) const
{
    std::vector<Path> parts(1);
    auto const end_part = [&] {
        if (kind == Kind::Line && !parts.back().empty()) {
            parts.emplace_back();
        }
    };
    std::optional<Point> before;
    for (std::size_t i = 0; i < points.size(); ++i) {
        auto const now = image(position(points[i]));
        if (i > 0 && before && !now) {
            append_horizon(parts.back(), points[i - 1], points[i]);
            end_part();
        } else if (i > 0 && !before && now) {
            append_horizon(parts.back(), points[i], points[i - 1]);
        } else if (i > 0 && now && kind == Kind::Line) {
            if (auto const ends = cut(position(points[i - 1]), position(points[i]))) {
                append(parts.back(), points[i], ends->before);
                end_part();
                append(parts.back(), points[i], ends->after);
            }
        }
        if (now) {
            append(parts.back(), points[i], *now);
        }
        before = now;
    }
    return parts;
}

std::vector<Path> Reprojection::line(Path const& points) const
{
    auto all = parts(points, Kind::Line);
    std::erase_if(all, [](Path const& part) { return part.empty(); });
    return all;
}

Path Reprojection::ring(Path const& points) const
{
    auto ring = std::move(parts(points, Kind::Ring).front());
    bool const is_closed = ring.empty() || position(ring.front()) == position(ring.back());
    if (!is_closed) {
        ring.push_back(pointObj{ring.front()});
    }
    return ring;
}

Path Reprojection::points(Path const& points) const
{
    Path moved;
    for (auto const& point : points) {
        if (auto const now = image(position(point))) {
            append(moved, point, *now);
        }
    }
    return moved;
}

} // namespace ms::script
