// SPDX-License-Identifier: MIT
#include "paint/cairo_terms.hpp"

#include "base/error.hpp"

#include <cairo.h>

#include <string>

namespace ms::paint {

namespace {

void check_status(cairo_status_t status)
{
    if (status != CAIRO_STATUS_SUCCESS) {
        throw Error{ErrorKind::Internal, std::string("cairo: ") + cairo_status_to_string(status)};
    }
}

cairo_line_cap_t cap_of(Cap cap) noexcept
{
    switch (cap) {
    case Cap::Round:
        return CAIRO_LINE_CAP_ROUND;
    case Cap::Square:
        return CAIRO_LINE_CAP_SQUARE;
    case Cap::Butt:
    case Cap::Triangle: // as the other painter
        break;
    }
    return CAIRO_LINE_CAP_BUTT;
}

cairo_line_join_t join_of(Join join) noexcept
{
    switch (join) {
    case Join::Miter:
        return CAIRO_LINE_JOIN_MITER;
    case Join::Round:
        return CAIRO_LINE_JOIN_ROUND;
    case Join::None:
    case Join::Bevel:
        break;
    }
    return CAIRO_LINE_JOIN_BEVEL;
}

} // namespace

void release_context(_cairo* context) noexcept
{
    cairo_destroy(context);
}

void check(_cairo& context)
{
    check_status(cairo_status(&context));
}

void check(_cairo_surface& surface)
{
    check_status(cairo_surface_status(&surface));
}

void set_color(_cairo& context, image::Color color)
{
    cairo_set_source_rgba(&context, color.red / 255.0, color.green / 255.0, color.blue / 255.0,
                          color.alpha / 255.0);
}

void set_ends(_cairo& context, Cap cap, Join join)
{
    cairo_set_line_cap(&context, cap_of(cap));
    cairo_set_line_join(&context, join_of(join));
}

std::optional<int> pdf_operator(image::Operator op) noexcept
{
    using enum image::Operator;
    switch (op) {
    case SrcOver:
        return CAIRO_OPERATOR_OVER;
    case Multiply:
        return CAIRO_OPERATOR_MULTIPLY;
    case Screen:
        return CAIRO_OPERATOR_SCREEN;
    case Overlay:
        return CAIRO_OPERATOR_OVERLAY;
    case Darken:
        return CAIRO_OPERATOR_DARKEN;
    case Lighten:
        return CAIRO_OPERATOR_LIGHTEN;
    case ColorDodge:
        return CAIRO_OPERATOR_COLOR_DODGE;
    case ColorBurn:
        return CAIRO_OPERATOR_COLOR_BURN;
    case HardLight:
        return CAIRO_OPERATOR_HARD_LIGHT;
    case SoftLight:
        return CAIRO_OPERATOR_SOFT_LIGHT;
    case Difference:
        return CAIRO_OPERATOR_DIFFERENCE;
    case Exclusion:
        return CAIRO_OPERATOR_EXCLUSION;
    case HslHue:
        return CAIRO_OPERATOR_HSL_HUE;
    case HslSaturation:
        return CAIRO_OPERATOR_HSL_SATURATION;
    case HslColor:
        return CAIRO_OPERATOR_HSL_COLOR;
    case HslLuminosity:
        return CAIRO_OPERATOR_HSL_LUMINOSITY;
    default:
        return std::nullopt;
    }
}

} // namespace ms::paint
