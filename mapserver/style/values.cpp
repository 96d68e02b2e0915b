// SPDX-License-Identifier: MIT
#include "style/values.hpp"

#include "style/color_range.hpp"

#include <algorithm>

namespace ms::style {

StyleValues constant_values(mapfile::Style const& style)
{
    return {.color = has_color_range(style) ? style.range_min_color : style.color.value,
            .outline_color = style.outline_color.value,
            .opacity = style.opacity.value,
            .symbol = style.symbol.value,
            .size = style.size.value,
            .width = style.width.value,
            .outline_width = style.outline_width.value,
            .angle = style.angle.value,
            .offset_x = style.offset_x.value,
            .offset_y = style.offset_y.value,
            .polar_offset_pixel = style.polar_offset_pixel.value,
            .polar_offset_angle = style.polar_offset_angle.value};
}

mapfile::OptionalColor with_opacity(mapfile::OptionalColor color, double opacity)
{
    if (color && opacity < 100) {
        // MapServer cuts off: 50 percent is 127, 30 is 76.
        color->alpha = static_cast<std::uint8_t>(std::clamp(opacity, 0.0, 100.0) * 2.55);
    }
    return color;
}

} // namespace ms::style
