// SPDX-License-Identifier: MIT
#include "style/scaling.hpp"

namespace ms::style {

double inches_per(mapfile::Units units) noexcept
{
    // Reference: mapfile, MAP, "inches per unit".
    switch (units) {
    case mapfile::Units::Inches:
        return 1;
    case mapfile::Units::Feet:
        return 12;
    case mapfile::Units::Miles:
        return 63360;
    case mapfile::Units::Meters:
        return 39.3701;
    case mapfile::Units::Kilometers:
        return 39370.1;
    case mapfile::Units::NauticalMiles:
        return 72913.3858;
    case mapfile::Units::Degrees:
        return 4374754;
    case mapfile::Units::Pixels:
    case mapfile::Units::Percentages:
        break;
    }
    return 0;
}

Scaling layer_scaling(mapfile::Layer const& layer, ImageScale const& image)
{
    Scaling scaling{image.resolution_factor, image.resolution_factor};
    double const inches = inches_per(layer.size_units);
    if (inches > 0) {
        scaling.factor = inches / image.inches_per_unit / image.cell_size;
    } else if (layer.symbol_scale_denominator > 0 && image.denominator > 0) {
        scaling.factor =
            layer.symbol_scale_denominator / image.denominator * image.resolution_factor;
    }
    return scaling;
}

bool is_in_scale(double scale, double min, double max) noexcept
{
    return scale <= 0 || ((min < 0 || scale >= min) && (max < 0 || scale < max));
}

bool is_in_layer_scale(mapfile::Layer const& layer, double scale) noexcept
{
    return scale <= 0 ||
           ((layer.max_scale_denominator <= 0 || scale <= layer.max_scale_denominator) &&
            (layer.min_scale_denominator <= 0 || scale > layer.min_scale_denominator));
}

} // namespace ms::style
