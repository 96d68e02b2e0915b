// SPDX-License-Identifier: MIT
#include "render/draw/pixel_plane.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ms::render {

namespace {

/// The file moved by whole turns to where the cell sees it. nullopt: the cell lies on both sides of
/// where longitudes begin again.
std::optional<geometry::Box> turned(geometry::Box file, PixelPlane const& plane, double margin,
                                    double turn_px, int cell_px)
{
    double low = plane.origin.x;
    double high = plane.origin.x;
    for (double const x : {plane.right.x * cell_px, plane.down.x * cell_px}) {
        (x < 0 ? low : high) += x;
    }
    double const turns = std::floor((low - margin) / turn_px);
    if (file.max_x - margin > turn_px || high + margin >= (turns + 1) * turn_px) {
        return std::nullopt;
    }
    file.min_x += turns * turn_px;
    file.max_x += turns * turn_px;
    return file;
}

} // namespace

std::optional<geometry::Box> seen_part(PixelPlane const& plane, raster::Size size, double turn_px,
                                       int cell_px)
{
    double const area = plane.right.x * plane.down.y - plane.right.y * plane.down.x;
    if (!(std::abs(area) > 0)) {
        return std::nullopt;
    }
    double const margin = plane.deviation + 1; // another pixel for rounding
    std::optional<geometry::Box> file =
        geometry::Box{-margin, -margin, size.width + margin, size.height + margin};
    if (turn_px > 0) {
        file = turned(*file, plane, margin, turn_px, cell_px);
    }
    if (!file) {
        return std::nullopt;
    }
    constexpr double infinity = std::numeric_limits<double>::infinity();
    geometry::Box seen{infinity, infinity, -infinity, -infinity};
    for (double const x : {file->min_x, file->max_x}) {
        for (double const y : {file->min_y, file->max_y}) {
            double const dx = x - plane.origin.x;
            double const dy = y - plane.origin.y;
            double const column = (dx * plane.down.y - dy * plane.down.x) / area;
            double const row = (dy * plane.right.x - dx * plane.right.y) / area;
            seen = {std::min(seen.min_x, column), std::min(seen.min_y, row),
                    std::max(seen.max_x, column), std::max(seen.max_y, row)};
        }
    }
    return seen;
}

} // namespace ms::render
