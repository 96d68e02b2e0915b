// SPDX-License-Identifier: MIT
#include "render/draw/single_places.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace ms::render {

namespace {

/// From the CRS of a file, origin first.
geometry::Point placed(raster::GeoTransform const& t, geometry::Point p)
{
    double const x = p.x - t[0];
    double const y = p.y - t[3];
    return {x * t[1] + y * t[2], x * t[4] + y * t[5]};
}

/// Without what rounding adds to whole and half pixels.
double snapped(double value)
{
    constexpr double steps = 1048576; // 2^20
    return std::nearbyint(value * steps) / steps;
}

constexpr int samples = 10; ///< per axis

std::vector<geometry::Point> grid_of(Viewport const& view)
{
    std::vector<geometry::Point> points;
    double const to_edge = view.counts_from_edges ? 0 : 0.5;
    double const left = view.extent.min_x - to_edge * view.cell_size_x;
    double const top = view.extent.max_y + to_edge * view.cell_size_y;
    for (int row = 0; row <= samples; ++row) {
        for (int column = 0; column <= samples; ++column) {
            points.push_back({left + view.cell_size_x * view.width * column / samples,
                              top - view.cell_size_y * view.height * row / samples});
        }
    }
    return points;
}

/// The image in pixels of the file; all of the file where no part of it has an image.
geometry::Box bounds(Viewport const& view, crs::Transformation const& to_file,
                     raster::GeoTransform const& from_world, raster::Size file)
{
    auto points = grid_of(view);
    if (view.angle_rad != 0) {
        turn(view, points);
    }
    bool const is_whole = to_file.forward(points) == 0;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    geometry::Box box{infinity, infinity, -infinity, -infinity};
    for (auto const& point : points) {
        auto const p = placed(from_world, point);
        if (std::isfinite(p.x) && std::isfinite(p.y)) {
            box = {std::min(box.min_x, p.x), std::min(box.min_y, p.y), std::max(box.max_x, p.x),
                   std::max(box.max_y, p.y)};
        }
    }
    if (!(box.min_x <= box.max_x)) {
        return {0, 0, static_cast<double>(file.width), static_cast<double>(file.height)};
    }
    // Between the places that have an image and those that do not.
    double const margin_x = is_whole ? 0 : box.width() / samples;
    double const margin_y = is_whole ? 0 : box.height() / samples;
    return {box.min_x - margin_x, box.min_y - margin_y, box.max_x + margin_x, box.max_y + margin_y};
}

geometry::Box snapped(geometry::Box const& box)
{
    return {snapped(box.min_x), snapped(box.min_y), snapped(box.max_x), snapped(box.max_y)};
}

/// Whether an image in degrees shows the file 360 degrees further: in two parts.
bool is_around(geometry::Box const& box, raster::Size file, double turn_px)
{
    bool const is_in_the_west = box.min_x < 0 && box.min_x + turn_px < file.width;
    bool const is_in_the_east = box.max_x > file.width && box.max_x - turn_px > 0;
    return turn_px > 0 && (is_in_the_west || is_in_the_east);
}

geometry::Point level_ratio(double step_x, double step_y)
{
    return {step_x * raster::max_coarseness, step_y * raster::max_coarseness};
}

/// With MapServer's rounding errors: in its order, and not snapped.
SinglePlaces::Stretched stretched_axes(Viewport const& view, geometry::Box const& box,
                                       raster::GeoTransform const& from_world, raster::Size file)
{
    double const to_edge = view.counts_from_edges ? 0 : 0.5;
    double const left = view.extent.min_x - to_edge * view.cell_size_x;
    double const top = view.extent.max_y + to_edge * view.cell_size_y;
    auto const& t = from_world;
    auto const column = [&](double x) { return (x - left) / view.cell_size_x; };
    auto const row = [&](double y) { return (top - y) / view.cell_size_y; };
    return {{box.min_x, box.max_x, view.width, file.width, column(t[0]),
             column(t[0] + file.width / t[1])},
            {box.min_y, box.max_y, view.height, file.height, row(t[3]),
             row(t[3] + file.height / t[5])}};
}

} // namespace

SinglePlaces single_places(Viewport const& view, crs::Transformation const& to_file,
                           raster::GeoTransform const& from_world, raster::Size file,
                           double turn_px, SingleRule const& rule)
{
    auto const exact = bounds(view, to_file, from_world, file);
    auto const box = snapped(exact);
    bool const is_upright = view.angle_rad == 0 && from_world[2] == 0 && from_world[4] == 0 &&
                            from_world[1] > 0 && from_world[5] < 0;
    SinglePlaces places;
    bool const may_stretch = is_upright && to_file.is_identity() && !is_around(box, file, turn_px);
    if (rule.rule == NearestRule::Stretched && may_stretch) {
        places.stretched.emplace(stretched_axes(view, box, from_world, file));
        places.ratio = level_ratio(places.stretched->columns.step(), places.stretched->rows.step());
        return places;
    }
    // Of a map of a whole file, twice as many parts as it has columns fit but for rounding errors,
    // which decide whether one is missing; MapServer has them, too.
    double const part =
        raster::reduced_part(exact.min_x, exact.max_x, view.width, rule.oversampling);
    if (part > 1) {
        places.reduced.emplace(SinglePlaces::Reduced{{box.min_x, box.max_x, part, file.width},
                                                     {box.min_y, box.max_y, part, file.height}});
        auto const& t = from_world;
        raster::count_as_mapserver(places.reduced->x, places.reduced->y, 1 / std::hypot(t[1], t[2]),
                                   1 / std::hypot(t[4], t[5]));
        places.ratio = level_ratio(places.reduced->x.step(), places.reduced->y.step());
    }
    return places;
}

} // namespace ms::render
