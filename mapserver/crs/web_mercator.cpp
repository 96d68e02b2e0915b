// SPDX-License-Identifier: MIT
#include "crs/web_mercator.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace ms::crs {
namespace {

constexpr double radius = 6378137;
constexpr double radians = std::numbers::pi / 180;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// PROJ lets longitudes overshoot 180 degrees by rounding errors and wraps the others.
double wrapped(double lon) noexcept
{
    constexpr double slack = 1e-12 / radians;
    return std::abs(lon) < 180 + slack ? lon : lon - 360 * std::floor((lon + 180) / 360);
}

double northing(double lat) noexcept
{
    // atanh(sin) is one sine and one logarithm, but loses digits where the sine nears 1.
    if (std::abs(lat) < 86) {
        double const sine = std::sin(lat * radians);
        return radius / 2 * std::log((1 + sine) / (1 - sine));
    }
    // PROJ lets latitudes overshoot the poles by rounding errors: those of Natural Earth's
    // Antarctica are -90.00000000000003. The tangent beyond a pole has the other sign.
    if (std::abs(lat) <= 90 + 1e-10) {
        return radius * std::asinh(std::tan(std::clamp(lat, -90.0, 90.0) * radians));
    }
    return nan;
}

} // namespace

void to_web_mercator(std::span<geometry::Point> points) noexcept
{
    // PROJ refuses longitudes beyond ten radians as a sign of confused units.
    constexpr double max_lon = 10 / radians;
    for (auto& p : points) {
        double const y = northing(p.y);
        bool const has_image = std::abs(p.x) <= max_lon && y == y;
        p = has_image ? geometry::Point{radius * radians * wrapped(p.x), y}
                      : geometry::Point{nan, nan};
    }
}

void from_web_mercator(std::span<geometry::Point> points) noexcept
{
    for (auto& p : points) {
        bool const is_finite = std::isfinite(p.x) && std::isfinite(p.y);
        p = is_finite ? geometry::Point{wrapped(p.x / (radius * radians)),
                                        std::atan(std::sinh(p.y / radius)) / radians}
                      : geometry::Point{nan, nan};
    }
}

} // namespace ms::crs
