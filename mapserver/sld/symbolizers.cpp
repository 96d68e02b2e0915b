// SPDX-License-Identifier: MIT
#include "sld/symbolizers.hpp"

#include "base/string.hpp"
#include "sld/css.hpp"

#include <utility>

namespace ms::sld {

namespace {

using mapfile::LayerType;

/// PerpendicularOffset as a parallel line.
void apply_offset(XmlNode const& symbolizer, mapfile::Style& style)
{
    if (auto const* const offset = symbolizer.child("PerpendicularOffset")) {
        style.offset_x = number_of(offset, 0);
        style.offset_y.value = style.offset_x.value != 0 || !style.offset_x.is_constant() ? -99 : 0;
    }
}

/// Around an area: the OUTLINECOLOR goes along its edge, a COLOR would fill it.
void move_to_outline(mapfile::Style& style)
{
    if (style.color.value || !style.color.attribute.empty()) {
        style.outline_color = std::exchange(style.color, {});
    }
}

/// Symbols along a line or over an area, and how far they are apart.
[[nodiscard]] bool apply_spread(XmlNode const& spread, SymbolBuilder& builder,
                                mapfile::Style& style, GraphicUse use = GraphicUse::Mark)
{
    auto const* const graphic = spread.child("Graphic");
    if (graphic == nullptr) {
        refuse("<" + spread.name + "> has no <Graphic>");
    }
    if (!apply_graphic(*graphic, use, builder, style)) {
        return false;
    }
    style.gap = number_of(spread.child("Gap"), style.gap).value;
    style.initial_gap = number_of(spread.child("InitialGap"), style.initial_gap).value;
    return true;
}

} // namespace

void append_point(XmlNode const& symbolizer, SymbolBuilder& builder, mapfile::Class& out)
{
    auto const* const graphic = symbolizer.child("Graphic");
    if (graphic == nullptr) {
        return; // SE 1.1, 11.3.2: no graphic is plotted without one
    }
    mapfile::Style style;
    if (!apply_graphic(*graphic, GraphicUse::Mark, builder, style)) {
        return;
    }
    if (builder.layer_type() != LayerType::Point) {
        style.geom_transform = "centroid";
    }
    out.styles.push_back(std::move(style));
}

void append_line(XmlNode const& symbolizer, SymbolBuilder& builder, mapfile::Class& out)
{
    auto const* const stroke = symbolizer.child("Stroke");
    if (stroke == nullptr) {
        return; // SE 1.1, 11.1.2: "if the Stroke element is omitted ... the geometry is not drawn"
    }
    bool const is_around_area = builder.layer_type() == LayerType::Polygon;
    mapfile::Style style;
    auto const* const graphic = stroke->child("GraphicStroke");
    auto const* const fill = stroke->child("GraphicFill");
    if (graphic != nullptr || fill != nullptr) {
        if (!apply_spread(graphic != nullptr ? *graphic : *fill, builder, style)) {
            return;
        }
        if (graphic == nullptr) {
            style.width = number_of(find_parameter(stroke, "stroke-width"), 1);
        }
        if (is_around_area) {
            move_to_outline(style);
        }
    } else {
        apply_stroke(*stroke, is_around_area ? StrokeOf::Area : StrokeOf::Line, style);
    }
    apply_offset(symbolizer, style);
    out.styles.push_back(std::move(style));
}

void append_polygon(XmlNode const& symbolizer, SymbolBuilder& builder, mapfile::Class& out)
{
    auto const append = [&](mapfile::Style style) {
        style.offset_x = number_of(symbolizer.find("Displacement/DisplacementX"), 0);
        style.offset_y = number_of(symbolizer.find("Displacement/DisplacementY"), 0);
        out.styles.push_back(std::move(style));
    };
    if (auto const* const fill = symbolizer.child("Fill")) {
        mapfile::Style style;
        auto const* const graphic = fill->child("GraphicFill");
        if (graphic == nullptr) {
            set_color(find_parameter(fill, "fill"), image::Color{128, 128, 128, 255},
                      opacity_of(find_parameter(fill, "fill-opacity"), style), style);
        }
        if (graphic == nullptr || apply_spread(*graphic, builder, style, GraphicUse::AreaFill)) {
            append(std::move(style));
        }
    }
    if (auto const* const stroke = symbolizer.child("Stroke")) {
        mapfile::Style style;
        auto const* const graphic = stroke->child("GraphicStroke");
        if (graphic == nullptr) {
            apply_stroke(*stroke, StrokeOf::Area, style);
        }
        if (graphic == nullptr || apply_spread(*graphic, builder, style)) {
            append(std::move(style));
        }
    }
}

} // namespace ms::sld
