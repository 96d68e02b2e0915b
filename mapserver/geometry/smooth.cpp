// SPDX-License-Identifier: MIT
#include "geometry/smooth.hpp"

#include "geometry/geos_limit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace ms::geometry {

namespace {

using Line = std::vector<Point>;

constexpr int widest_window = 63;              // weights are powers of two
constexpr std::size_t max_steps = 200'000'000; // of a feature: vertices, window, passes

Point middle(Point a, Point b)
{
    return {(a.x + b.x) / 2, (a.y + b.y) / 2};
}

/// Whether the line turns by more than a right angle's half at b.
bool is_sharp(Point a, Point b, Point c)
{
    double const turn = std::abs(std::remainder(
        std::atan2(c.y - b.y, c.x - b.x) - std::atan2(b.y - a.y, b.x - a.x), 2 * std::numbers::pi));
    return turn > std::numbers::pi / 4;
}

/// A line or ring; of a ring the closing point is left out.
struct Track {
    Line points;
    bool is_ring = false;

    [[nodiscard]] std::size_t at(std::ptrdiff_t i) const
    {
        auto const size = static_cast<std::ptrdiff_t>(points.size());
        return static_cast<std::size_t>(((i % size) + size) % size);
    }
};

/// Inserts the middles of the adjacent segments at vertices 2 to n - 3 of a line, and at all of a
/// ring; between two such neighbours the middle occurs twice.
void add_vertices(Track& track, MoreVertices which)
{
    auto const& points = track.points;
    auto const count = static_cast<std::ptrdiff_t>(points.size());
    if (which == MoreVertices::None || count < 3) {
        return;
    }
    Line more;
    for (std::ptrdiff_t i = 0; i < count; ++i) {
        auto const here = points[track.at(i)];
        bool const is_free = track.is_ring || (i >= 2 && i + 2 < count);
        auto const before = points[track.at(i - 1)];
        auto const after = points[track.at(i + 1)];
        if (is_free && (which == MoreVertices::All || is_sharp(before, here, after))) {
            more.insert(more.end(), {middle(before, here), here, middle(here, after)});
        } else {
            more.push_back(here);
        }
    }
    track.points = std::move(more);
}

void average(Track& track, int window)
{
    auto const half = static_cast<std::ptrdiff_t>(window / 2);
    auto const count = static_cast<std::ptrdiff_t>(track.points.size());
    auto const first = track.is_ring ? 0 : half;
    std::array<double, widest_window> weight_at{};
    for (auto j = -half; j <= half; ++j) {
        weight_at[static_cast<std::size_t>(half + j)] =
            std::exp2(static_cast<double>(half - std::abs(j)));
    }
    Line smooth = track.points;
    for (auto i = first; i < count - first; ++i) {
        Point sum;
        double weights = 0;
        for (auto j = -half; j <= half; ++j) {
            double const weight = weight_at[static_cast<std::size_t>(half + j)];
            auto const& p = track.points[track.at(i + j)];
            sum = {sum.x + weight * p.x, sum.y + weight * p.y};
            weights += weight;
        }
        smooth[static_cast<std::size_t>(i)] = {sum.x / weights, sum.y / weights};
    }
    track.points = std::move(smooth);
}

void append_track(Track const& track, GeometryColumn& out)
{
    out.points.insert(out.points.end(), track.points.begin(), track.points.end());
    if (track.is_ring) {
        out.points.push_back(track.points.front());
    }
    out.end_ring();
}

/// A line that ends where it begins is a ring, too.
/// \param steps that the feature may take; is decreased
void append_smooth_line(std::span<Point const> line, Smoothing const& smoothing, std::size_t& steps,
                        GeometryColumn& out)
{
    Track track{{line.begin(), line.end()}, line.size() > 3 && line.front() == line.back()};
    if (track.is_ring) {
        track.points.pop_back();
    }
    add_vertices(track, smoothing.more_vertices);
    // At least 3; the widest odd window that is smaller than the number of points, closing one
    // included.
    auto const count = static_cast<int>(
        std::min<std::size_t>(track.points.size() + (track.is_ring ? 1U : 0U), 1000));
    int const requested = std::min({std::max(smoothing.window, 3), widest_window, count - 1});
    int const window = requested % 2 == 0 ? requested - 1 : requested;
    int const passes = std::max(smoothing.iterations - 1, 1);
    auto const cost = track.points.size() * static_cast<std::size_t>(std::max(window, 1));
    auto const most = static_cast<int>(steps / std::max<std::size_t>(cost, 1)) + 1;
    for (int pass = 0; pass < std::min(passes, most) && window >= 3; ++pass) {
        look_at_geos_time();
        average(track, window);
        steps -= std::min(steps, cost);
    }
    append_track(track, out);
}

/// Copies part by part; `append(ring)` adds points and returns whether the ring remains.
template <typename Append>
bool append_parts(Shape shape, GeometryColumn& out, Append const& append)
{
    if (!shape.exists()) {
        return false;
    }
    auto const& column = *shape.column;
    auto const parts_before = out.part_ends.size();
    for (auto part = column.first_part(shape.index); part < column.feature_ends[shape.index];
         ++part) {
        auto const rings_before = out.ring_ends.size();
        for (auto ring = column.first_ring(part); ring < column.part_ends[part]; ++ring) {
            append(column.ring(ring));
        }
        if (out.ring_ends.size() > rings_before) {
            out.end_part();
        }
    }
    if (out.part_ends.size() == parts_before) {
        return false;
    }
    out.end_feature(shape.kind());
    return true;
}

} // namespace

bool append_generalized(Shape shape, double tolerance, GeometryColumn& out)
{
    double const least = tolerance * tolerance;
    return append_parts(shape, out, [&](std::span<Point const> ring) {
        if (ring.empty()) {
            return;
        }
        auto const before = out.points.size();
        for (std::size_t i = 0; i < ring.size(); ++i) {
            auto const& kept = out.points.size() > before ? out.points.back() : ring[i];
            double const dx = ring[i].x - kept.x;
            double const dy = ring[i].y - kept.y;
            if (shape.kind() == Kind::Point || i == 0 || i + 1 == ring.size() ||
                dx * dx + dy * dy >= least) {
                out.points.push_back(ring[i]);
            }
        }
        if (shape.kind() == Kind::Polygon && out.points.size() - before < 4) {
            out.points.resize(before);
        } else {
            out.end_ring();
        }
    });
}

bool append_smoothed(Shape shape, Smoothing const& smoothing, GeometryColumn& out)
{
    auto steps = max_steps;
    return append_parts(shape, out, [&](std::span<Point const> ring) {
        if (!ring.empty()) {
            append_smooth_line(ring, smoothing, steps, out);
        }
    });
}

} // namespace ms::geometry
