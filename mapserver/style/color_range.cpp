// SPDX-License-Identifier: MIT
#include "style/color_range.hpp"

#include "base/string.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace ms::style {

namespace {

using Parts = std::array<double, 3>;

/// Hue in degrees, saturation and lightness 0..1 (CSS Color 4, section 7.1, the other way round).
Parts to_hsl(image::Color color)
{
    double const r = color.red / 255.0;
    double const g = color.green / 255.0;
    double const b = color.blue / 255.0;
    double const high = std::max({r, g, b});
    double const low = std::min({r, g, b});
    double const spread = high - low;
    double const lightness = (high + low) / 2;
    if (!(spread > 0)) {
        return {0, 0, lightness};
    }
    double const sector = high == r   ? std::fmod((g - b) / spread + 6, 6)
                          : high == g ? (b - r) / spread + 2
                                      : (r - g) / spread + 4;
    return {sector * 60, spread / (1 - std::abs(2 * lightness - 1)), lightness};
}

/// CSS Color 4, section 7.1.
Parts to_rgb(Parts const& hsl)
{
    double const reach = hsl[1] * std::min(hsl[2], 1 - hsl[2]);
    auto const part = [&](double n) {
        double const k = std::fmod(n + hsl[0] / 30 + 12, 12);
        // The small offset preserves whole numbers.
        return 255 * (hsl[2] - reach * std::max(-1.0, std::min({k - 3, 9 - k, 1.0}))) + 1e-6;
    };
    return {part(0), part(8), part(4)};
}

Parts between(Parts const& a, Parts const& b, double t)
{
    return {a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t};
}

std::uint8_t byte_of(double value)
{
    return static_cast<std::uint8_t>(std::clamp(value, 0.0, 255.0)); // cuts off, as MapServer
}

Parts rgb_of(image::Color color)
{
    return {static_cast<double>(color.red), static_cast<double>(color.green),
            static_cast<double>(color.blue)};
}

Parts limited(Parts hsl)
{
    return {std::fmod(std::fmod(hsl[0], 360) + 360, 360), std::clamp(hsl[1], 0.0, 1.0),
            std::clamp(hsl[2], 0.0, 1.0)};
}

} // namespace

ColorSpace color_space_of(mapfile::Layer const& layer)
{
    auto const value = layer.processing_value("RANGE_COLORSPACE");
    return value && equals_ignoring_case(*value, "HSL") ? ColorSpace::Hsl : ColorSpace::Rgb;
}

bool has_color_range(mapfile::Style const& style) noexcept
{
    return !style.range_item.empty() && style.range_min_color && style.range_max_color;
}

image::Color color_in_range(mapfile::Style const& style, double value, ColorSpace space) noexcept
{
    auto const low = *style.range_min_color;
    auto const high = *style.range_max_color;
    double const width = style.range_max - style.range_min;
    double const t = (value - style.range_min) / width;
    if (!std::isfinite(t)) {
        return low;
    }
    auto const rgb = space == ColorSpace::Rgb
                         ? between(rgb_of(low), rgb_of(high), t)
                         : to_rgb(limited(between(to_hsl(low), to_hsl(high), t)));
    double const alpha = low.alpha + (high.alpha - low.alpha) * t;
    return {byte_of(rgb[0]), byte_of(rgb[1]), byte_of(rgb[2]), byte_of(alpha)};
}

} // namespace ms::style
