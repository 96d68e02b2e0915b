// SPDX-License-Identifier: MIT
#include "crs/transformation.hpp"

#include <array>
#include <cmath>
#include <span>
#include <vector>

namespace ms::crs {
namespace {

using geometry::Box;
using geometry::Point;

constexpr int inner_steps = 20; ///< per axis, over the whole box
constexpr int edge_steps = 100; ///< per side

/// Points of a box in rows, so that neighbours in the list are neighbours in the box.
struct Samples {
    std::vector<Point> points;
    std::vector<std::size_t> row_ends;

    void add_row(Point start, Point end, int steps)
    {
        for (int i = 0; i <= steps; ++i) {
            double const t = static_cast<double>(i) / steps;
            points.push_back({std::lerp(start.x, end.x, t), std::lerp(start.y, end.y, t)});
        }
        row_ends.push_back(points.size());
    }
};

Samples sample(Box const& box)
{
    Samples samples;
    Point const lower_left{box.min_x, box.min_y};
    Point const lower_right{box.max_x, box.min_y};
    Point const upper_left{box.min_x, box.max_y};
    Point const upper_right{box.max_x, box.max_y};
    samples.add_row(lower_left, lower_right, edge_steps);
    samples.add_row(upper_left, upper_right, edge_steps);
    samples.add_row(lower_left, upper_left, edge_steps);
    samples.add_row(lower_right, upper_right, edge_steps);
    for (int i = 1; i < inner_steps; ++i) {
        double const y = std::lerp(box.min_y, box.max_y, static_cast<double>(i) / inner_steps);
        samples.add_row({box.min_x, y}, {box.max_x, y}, inner_steps);
    }
    return samples;
}

/// Whether longitude jumps from one end of the world to the other between neighbours.
bool crosses_antimeridian(Samples const& images)
{
    std::size_t first = 0;
    for (auto const end : images.row_ends) {
        for (auto i = first + 1; i < end; ++i) {
            if (std::abs(images.points[i].x - images.points[i - 1].x) > 180) {
                return true;
            }
        }
        first = end;
    }
    return false;
}

/// 5 x 5 points.
Samples sample_coarsely(Box const& box)
{
    constexpr int steps = 4;
    Samples samples;
    for (int i = 0; i <= steps; ++i) {
        double const y = std::lerp(box.min_y, box.max_y, static_cast<double>(i) / steps);
        samples.add_row({box.min_x, y}, {box.max_x, y}, steps);
    }
    return samples;
}

/// How far three points in a row are from a line and equal distances, at most, of 5 x 5: between
/// them no point is farther out. NaN where a point has no image.
Point bend(std::span<Point const> images)
{
    constexpr std::size_t side = 5;
    Point most;
    auto const look = [&](std::size_t middle, std::size_t step) {
        auto const& a = images[middle - step];
        auto const& b = images[middle];
        auto const& c = images[middle + step];
        Point const at{std::abs(a.x - 2 * b.x + c.x) / 2, std::abs(a.y - 2 * b.y + c.y) / 2};
        most = {at.x <= most.x ? most.x : at.x, at.y <= most.y ? most.y : at.y};
    };
    for (std::size_t i = 0; i < side; ++i) {
        for (std::size_t j = 1; j + 1 < side; ++j) {
            look(i * side + j, 1);
            look(j * side + i, side);
        }
    }
    return most;
}

Box bounds(std::span<Point const> points)
{
    Box box;
    for (auto const& p : points) {
        box.extend(p); // NaN leaves it as it is
    }
    return box;
}

void widen_to_all_longitudes(Box& box)
{
    constexpr double rounding = 1e-6;
    if (box.max_x > 180 + rounding) { // +lon_wrap=180: from 0 to 360
        return;
    }
    if (box.min_x > -180 - rounding) { // else +lon_wrap gives more
        box.min_x = -180;
    }
    box.max_x = std::max(box.max_x, 180.0);
}

/// Largest distance on each axis between neighbours that both have an image.
Point largest_step(Samples const& images)
{
    Point step;
    std::size_t first = 0;
    for (auto const end : images.row_ends) {
        for (auto i = first + 1; i < end; ++i) {
            auto const dx = std::abs(images.points[i].x - images.points[i - 1].x);
            auto const dy = std::abs(images.points[i].y - images.points[i - 1].y);
            step = {dx > step.x ? dx : step.x, dy > step.y ? dy : step.y};
        }
        first = end;
    }
    return step;
}

/// The bounds of the image of a small box, in which the transformation is nearly linear; empty:
/// they need more samples.
Box bounds_of_smooth(std::span<Point const> images)
{
    constexpr double max_share = 1e-4;
    auto const box = bounds(images);
    auto const error = bend(images);
    bool const is_smooth =
        error.x <= max_share * box.width() && error.y <= max_share * box.height();
    return is_smooth ? Box{box.min_x - error.x, box.min_y - error.y, box.max_x + error.x,
                           box.max_y + error.y}
                     : Box{};
}

/// The poles lie ten times as far out as any map; the world in Web Mercator is the square, as in
/// MapServer.
Box clamped_to_mercator(Box const& degrees)
{
    constexpr double square_lat = 85.05112877980659;
    return {degrees.min_x, std::clamp(degrees.min_y, -square_lat, square_lat), degrees.max_x,
            std::clamp(degrees.max_y, -square_lat, square_lat)};
}

} // namespace

Box Transformation::transform(Box const& box, Direction direction, Accuracy accuracy) const
{
    if (box.is_empty() || is_identity()) {
        return box;
    }
    auto const to_mercator = (m_path == Path::ToWebMercator && direction == Direction::Forward) ||
                             (m_path == Path::FromWebMercator && direction == Direction::Inverse);
    auto const sampled = to_mercator ? clamped_to_mercator(box) : box;
    Samples images;
    std::size_t failures = 0;
    Box result;
    if (accuracy == Accuracy::Around) {
        images = sample_coarsely(sampled);
        failures = transform(images.points, direction);
        result = failures == 0 ? bounds_of_smooth(images.points) : Box{};
    }
    if (result.is_empty()) {
        images = sample(sampled);
        failures = transform(images.points, direction);
        result = bounds(images.points);
    }
    if (result.is_empty()) {
        return {};
    }
    if (!gives_degrees(direction)) {
        if (failures > 0) { // the edge of the image runs between two samples
            auto const step = largest_step(images);
            result.min_x -= step.x;
            result.max_x += step.x;
            result.min_y -= step.y;
            result.max_y += step.y;
        }
        return result;
    }
    if (failures > 0) {
        // The edge of the globe is in sight, where a pixel spans many degrees.
        return {-180, -90, 180, 90};
    }
    if (crosses_antimeridian(images)) {
        widen_to_all_longitudes(result);
    }
    std::array<Point, 2> poles{Point{0, -90}, Point{0, 90}};
    transform(poles, direction == Direction::Forward ? Direction::Inverse : Direction::Forward);
    if (box.contains(poles[0])) {
        result.min_y = -90;
        widen_to_all_longitudes(result);
    }
    if (box.contains(poles[1])) {
        result.max_y = 90;
        widen_to_all_longitudes(result);
    }
    return result;
}

} // namespace ms::crs
