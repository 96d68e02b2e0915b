// SPDX-License-Identifier: MIT
#include "style/symbolizer.hpp"

#include "paint/marker_shape.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ms::style {

namespace {

using geometry::Kind;

constexpr double largest_width_px = 10000; // beyond any picture; keeps absurd input bounded

paint::Cap cap_of(mapfile::LineCap cap)
{
    switch (cap) {
    case mapfile::LineCap::Butt:
        return paint::Cap::Butt;
    case mapfile::LineCap::Square:
        return paint::Cap::Square;
    case mapfile::LineCap::Triangle:
        return paint::Cap::Triangle;
    case mapfile::LineCap::Round:
        break;
    }
    return paint::Cap::Round;
}

paint::Join join_of(mapfile::LineJoin join)
{
    switch (join) {
    case mapfile::LineJoin::Round:
        return paint::Join::Round;
    case mapfile::LineJoin::Miter:
        return paint::Join::Miter;
    case mapfile::LineJoin::Bevel:
        return paint::Join::Bevel;
    case mapfile::LineJoin::None:
        break;
    }
    return paint::Join::None;
}

// Like MapServer: the lower limit wins over the upper one for lines, the other way round for sizes.
double line_width(double width, mapfile::Style const& style, Scaling const& scaling)
{
    double const scaled =
        std::min(width * scaling.factor, style.max_width * scaling.resolution_factor);
    return std::min(std::max(scaled, style.min_width * scaling.resolution_factor),
                    largest_width_px);
}

double marker_size(double size, mapfile::Style const& style, Scaling const& scaling)
{
    double const scaled =
        std::max(size * scaling.factor, style.min_size * scaling.resolution_factor);
    return std::min({scaled, style.max_size * scaling.resolution_factor, largest_width_px});
}

Stroke make_stroke(mapfile::Style const& style, image::Color color, double width,
                   double pattern_scale)
{
    Stroke stroke;
    stroke.pen.color = color;
    stroke.pen.width = width;
    stroke.pen.cap = cap_of(style.line_cap);
    stroke.pen.join = join_of(style.line_join);
    stroke.pen.miter_limit = style.line_join_max_size;
    stroke.pen.is_antialiased = style.antialias;
    for (double const length : style.pattern) {
        stroke.dashes.push_back(length * pattern_scale);
    }
    // INITIALGAP shifts the pattern; -1 is "not given".
    stroke.pen.dash_offset = style.initial_gap > 0 ? style.initial_gap * pattern_scale : 0;
    return stroke;
}

void add_line(Symbolizers& out, mapfile::Style const& style, StyleValues const& values,
              Scaling const& scaling)
{
    auto const color = with_opacity(values.color, values.opacity);
    auto const outline = with_opacity(values.outline_color, values.opacity);
    double const width = line_width(values.width, style, scaling);
    double const pattern_scale = values.width > 0 ? width / values.width : 1;
    if (outline && values.outline_width > 0) {
        // The casing is WIDTH + 2 * OUTLINEWIDTH before limits (reference: mapfile, Size formulas).
        double const wide =
            values.width + values.outline_width * 2 * scaling.resolution_factor / scaling.factor;
        out.casing = make_stroke(style, *outline, line_width(wide, style, scaling), pattern_scale);
    }
    if (color) {
        out.stroke = make_stroke(style, *color, width, pattern_scale);
    } else if (outline && !out.casing) {
        out.stroke = make_stroke(style, *outline, width, pattern_scale);
    }
}

void add_area(Symbolizers& out, mapfile::Style const& style, StyleValues const& values,
              Scaling const& scaling)
{
    auto const color = with_opacity(values.color, values.opacity);
    if (!color) {
        add_line(out, style, values, scaling);
        return;
    }
    out.fill = paint::Brush{.color = *color, .rule = paint::FillRule::EvenOdd};
    if (auto outline = with_opacity(values.outline_color, values.opacity)) {
        // MapServer gives the outline the fill's alpha and limits its width in plain pixels.
        outline->alpha = color->alpha;
        double const width = std::clamp(values.width * scaling.factor, style.min_width,
                                        std::max(style.min_width, style.max_width));
        out.stroke =
            make_stroke(style, *outline, width, values.width > 0 ? width / values.width : 1);
    }
}

mapfile::Symbol const* find_symbol(mapfile::Map const& map,
                                   mapfile::SymbolReference const& reference)
{
    int const index = reference.name.empty() ? reference.index : map.find_symbol(reference.name);
    return index > 0 && static_cast<std::size_t>(index) < map.symbols.size()
               ? &map.symbols[static_cast<std::size_t>(index)]
               : nullptr;
}

bool is_vector(mapfile::Symbol const& symbol)
{
    return symbol.type == mapfile::SymbolType::Vector ||
           symbol.type == mapfile::SymbolType::Ellipse ||
           symbol.type == mapfile::SymbolType::Simple;
}

/// The symbol's box; its height is its default SIZE.
geometry::Point natural_size(std::span<geometry::Point const> points)
{
    auto size = paint::symbol_size(points);
    if (size.x <= 0) {
        size.x = size.y > 0 ? size.y : 1;
    }
    if (size.y <= 0) {
        size.y = size.x;
    }
    return size;
}

std::vector<geometry::Point> points_of(mapfile::Symbol const& symbol)
{
    std::vector<geometry::Point> points;
    points.reserve(symbol.points.size());
    for (auto const& point : symbol.points) {
        points.push_back({point.x, point.y});
    }
    return points;
}

void add_marker(Symbolizers& out, mapfile::Map const& map, mapfile::Style const& style,
                StyleValues const& values, Scaling const& scaling)
{
    auto const* const symbol = find_symbol(map, values.symbol);
    if (symbol == nullptr || !is_vector(*symbol)) {
        return; // symbol 0 marks nothing, as in MapServer
    }
    auto const points = points_of(*symbol);
    auto const natural = natural_size(points);
    double const size = marker_size(values.size > 0 ? values.size : natural.y, style, scaling);
    auto color = with_opacity(values.color, values.opacity);
    auto outline = with_opacity(values.outline_color, values.opacity);
    if (!symbol->filled && !outline) {
        outline = color; // COLOR draws the lines of an unfilled symbol
    }

    paint::Marker marker;
    paint::Placement const placement{.scale = size / natural.y,
                                     .angle_rad = values.angle * std::numbers::pi / 180,
                                     .anchor = {symbol->anchor_x, symbol->anchor_y}};
    marker.shape = symbol->type == mapfile::SymbolType::Ellipse
                       ? paint::ellipse_shape(natural, placement)
                       : paint::vector_shape(points, symbol->filled, placement);
    if (symbol->filled && color) {
        marker.fill = paint::Brush{.color = *color, .rule = paint::FillRule::EvenOdd};
    }
    double const width = line_width(values.width, style, scaling);
    if (outline && width > 0) {
        marker.outline = paint::Pen{.color = *outline,
                                    .width = width,
                                    .cap = cap_of(style.line_cap),
                                    .join = join_of(style.line_join),
                                    .miter_limit = style.line_join_max_size};
    }
    if (marker.fill || marker.outline) {
        auto const box = marker.shape.box_of(0);
        out.reach_px = std::max({-box.min_x, -box.min_y, box.max_x, box.max_y, 0.0}) + width;
        out.marker = std::move(marker);
    }
}

/// OFFSET and POLAROFFSET as one shift; the parallel-line forms of OFFSET shift nothing.
geometry::Point shift_of(StyleValues const& values, Scaling const& scaling)
{
    geometry::Point shift;
    if (values.offset_y != -99 && values.offset_y != -999) {
        shift = {values.offset_x * scaling.factor, values.offset_y * scaling.factor};
    }
    double const angle = values.polar_offset_angle * std::numbers::pi / 180;
    shift.x += values.polar_offset_pixel * scaling.factor * std::cos(angle);
    shift.y -= values.polar_offset_pixel * scaling.factor * std::sin(angle);
    return shift;
}

} // namespace

Symbolizers make_symbolizers(mapfile::Map const& map, mapfile::Style const& style,
                             StyleValues const& values, Kind kind, Scaling const& scaling)
{
    Symbolizers out;
    if (!undrawn_part(map, style, kind).empty()) {
        return out;
    }
    switch (kind) {
    case Kind::Point:
        add_marker(out, map, style, values, scaling);
        break;
    case Kind::Line:
        add_line(out, style, values, scaling);
        break;
    case Kind::Polygon:
        add_area(out, style, values, scaling);
        break;
    case Kind::None:
        break;
    }
    out.offset = shift_of(values, scaling);
    for (auto const& stroke : {out.casing, out.stroke}) {
        if (stroke) {
            // A miter reaches beyond half the width, at most by the limit.
            double const corner =
                stroke->pen.join == paint::Join::Miter ? stroke->pen.miter_limit : 1;
            out.reach_px = std::max(out.reach_px, stroke->pen.width / 2 * std::max(corner, 1.0));
        }
    }
    out.reach_px += std::max(std::abs(out.offset.x), std::abs(out.offset.y)) + 1;
    return out;
}

std::string undrawn_part(mapfile::Map const& map, mapfile::Style const& style, Kind kind)
{
    if (!style.geom_transform.empty()) {
        return "GEOMTRANSFORM";
    }
    if (!style.range_item.empty()) {
        return "RANGEITEM";
    }
    if (kind != Kind::Point && (style.offset_y.value == -99 || style.offset_y.value == -999)) {
        return "OFFSET of parallel lines";
    }
    if (!style.symbol.attribute.empty()) {
        return {}; // known row by row only
    }
    auto const* const symbol = find_symbol(map, style.symbol.value);
    if (symbol == nullptr) {
        return {};
    }
    if (kind == Kind::Point) {
        return is_vector(*symbol) ? "" : "SYMBOL \"" + symbol->name + "\" of this type";
    }
    return symbol->type == mapfile::SymbolType::Simple
               ? ""
               : "SYMBOL \"" + symbol->name + "\" along lines and in areas";
}

} // namespace ms::style
