// SPDX-License-Identifier: MIT
#include "render/core/navigate.hpp"

#include <algorithm>
#include <cstdlib>

namespace ms::render {

namespace {

/// One axis of kept_within().
void keep_within(double& min, double& max, double limit_min, double limit_max) noexcept
{
    double const span = max - min;
    if (min < limit_min) {
        min = limit_min;
        max = std::min(min + span, limit_max);
    }
    if (max > limit_max) {
        max = limit_max;
        min = std::max(max - span, limit_min);
    }
}

} // namespace

geometry::Point from_pixel(geometry::Point pixel, mapfile::Size size,
                           geometry::Box const& extent) noexcept
{
    return {extent.min_x + pixel.x * extent.width() / size.width,
            extent.max_y - pixel.y * extent.height() / size.height};
}

geometry::Box zoomed(geometry::Box const& extent, geometry::Point center, int factor) noexcept
{
    double const scale = factor > 1 ? 1.0 / factor : factor < -1 ? std::abs(factor) : 1;
    return box_around(center, extent.width() * scale, extent.height() * scale);
}

geometry::Box box_around(geometry::Point center, double width, double height) noexcept
{
    return {center.x - width / 2, center.y - height / 2, center.x + width / 2,
            center.y + height / 2};
}

geometry::Box kept_within(geometry::Box extent, geometry::Box const& limit) noexcept
{
    keep_within(extent.min_x, extent.max_x, limit.min_x, limit.max_x);
    keep_within(extent.min_y, extent.max_y, limit.min_y, limit.max_y);
    return extent;
}

geometry::Box with_square_pixels(geometry::Box const& extent, mapfile::Size size) noexcept
{
    double const columns = std::max(size.width - 1, 1);
    double const rows = std::max(size.height - 1, 1);
    double const cell = std::max(extent.width() / columns, extent.height() / rows);
    geometry::Point const center{(extent.min_x + extent.max_x) / 2,
                                 (extent.min_y + extent.max_y) / 2};
    return box_around(center, cell * columns, cell * rows);
}

} // namespace ms::render
