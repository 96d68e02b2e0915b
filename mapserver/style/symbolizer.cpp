// SPDX-License-Identifier: MIT
#include "style/symbolizer.hpp"

#include "base/string.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace ms::style {

namespace {

using geometry::Kind;

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

Stroke make_stroke(mapfile::Style const& style, image::Color color, double width,
                   double pattern_scale)
{
    Stroke stroke;
    stroke.pen.color = color;
    stroke.pen.width = width;
    stroke.pen.cap = cap_of(style.line_cap);
    stroke.pen.join = join_of(style.line_join);
    stroke.pen.is_antialiased = style.antialias;
    for (double const length : style.pattern) {
        stroke.dashes.push_back(length * pattern_scale);
    }
    // INITIALGAP shifts the pattern; -1 is "not given".
    stroke.pen.dash_offset = style.initial_gap > 0 ? -style.initial_gap * pattern_scale : 0;
    return stroke;
}

void add_line(Symbolizers& out, mapfile::Style const& style, StyleValues const& values, Kind kind,
              Scaling const& scaling)
{
    auto const color = with_opacity(values.color, values.opacity);
    auto const outline = with_opacity(values.outline_color, values.opacity);
    double const width = line_width(values.width, style, scaling);
    double const pattern_scale = values.width > 0 ? width / values.width : 1;
    if (values.outline_width > 0 && kind == Kind::Line && (outline || color)) {
        // MapServer limits the width of the line, not of its casing, and does not limit outlines of
        // areas. Without OUTLINECOLOR the casing has the line's colour.
        double const beside = 2 * values.outline_width * scaling.resolution_factor;
        double const scale = (width + beside) / (values.width + beside / scaling.factor);
        out.casing = make_stroke(style, outline ? *outline : *color, width + beside, scale);
    }
    if (color) {
        out.stroke = make_stroke(style, *color, width, pattern_scale);
    } else if (outline && !out.casing) {
        out.stroke = make_stroke(style, *outline, width, pattern_scale);
    }
}

/// Along lines ANCHORPOINT is a fraction of at least one pixel, also of a symbol without width.
void move_flat_symbol(MarkerSymbol& marker, mapfile::Symbol const& symbol, double angle_deg)
{
    double const x = (0.5 - symbol.anchor_x) * marker.below_pixel.x;
    double const y = (0.5 - symbol.anchor_y) * marker.below_pixel.y;
    double const cosine = std::cos(angle_deg * std::numbers::pi / 180);
    double const sine = std::sin(angle_deg * std::numbers::pi / 180);
    for (auto& part : marker.shapes) {
        for (auto& point : part.shape.points) {
            point.x += x * cosine + y * sine;
            point.y += y * cosine - x * sine;
        }
    }
}

/// Symbols every GAP.
LineMarkers spaced(mapfile::Style const& style, StyleValues const& values, Scaling const& scaling,
                   MarkerSymbol marker)
{
    double const width_scale =
        values.width > 0 ? line_width(values.width, style, scaling) / values.width : 1;
    LineMarkers markers{.symbol = std::move(marker), .spacing = {}, .is_turned = style.gap < 0};
    markers.spacing = {.distance = std::abs(style.gap) * markers.symbol.size_scale,
                       .first = style.initial_gap < 0 ? -1 : style.initial_gap * width_scale,
                       .symbol_width = markers.symbol.width_px};
    return markers;
}

/// A line with a SYMBOL.
LineSymbols make_line_symbols(SymbolArt& art, mapfile::Style const& style,
                              StyleValues const& values, mapfile::Symbol const& symbol,
                              Scaling const& scaling)
{
    LineSymbols symbols;
    if (style.gap == 0) {
        symbols.brush = make_line_brush(art, style, values, scaling);
    } else if (auto marker = make_marker(art, style, values, scaling)) {
        move_flat_symbol(*marker, symbol, values.angle);
        symbols.markers = spaced(style, values, scaling, std::move(*marker));
    }
    return symbols;
}

/// OUTLINEWIDTH of a line with a SYMBOL: as in MapServer the same symbols once more below, larger,
/// and COLOR and OUTLINECOLOR exchanged.
LineSymbols make_line_casing(SymbolArt& art, mapfile::Style style, StyleValues values,
                             mapfile::Symbol const& symbol, Scaling const& scaling)
{
    double const outline = values.outline_width * scaling.resolution_factor;
    style.min_width += 2 * values.outline_width;
    style.max_width += 2 * values.outline_width;
    values.size += outline / scaling.factor;
    values.width += 2 * outline / scaling.factor;
    std::swap(values.color, values.outline_color);
    return make_line_symbols(art, style, values, symbol, scaling);
}

void add_area(Symbolizers& out, mapfile::Style const& style, StyleValues const& values,
              Scaling const& scaling)
{
    auto const color = with_opacity(values.color, values.opacity);
    if (!color) {
        add_line(out, style, values, Kind::Polygon, scaling);
        return;
    }
    out.fill = paint::Brush{.color = *color, .rule = paint::FillRule::EvenOdd};
    if (auto outline = with_opacity(values.outline_color, values.opacity)) {
        // MapServer gives the outline the fill's alpha, limits its width in plain pixels and always
        // draws it solid and round.
        outline->alpha = color->alpha;
        double const width = std::clamp(values.width * scaling.factor, style.min_width,
                                        std::max(style.min_width, style.max_width));
        out.stroke = Stroke{.pen = {.color = *outline,
                                    .width = width,
                                    .cap = paint::Cap::Round,
                                    .join = paint::Join::Round},
                            .dashes = {}};
    }
}

bool is_image(mapfile::Symbol const& symbol)
{
    return symbol.type == mapfile::SymbolType::Pixmap || symbol.type == mapfile::SymbolType::Svg;
}

void add_parts(Symbolizers& out, SymbolArt& art, mapfile::Style const& style,
               StyleValues const& values, Kind kind, Scaling const& scaling, ImageSize const& image)
{
    auto const* const symbol = find_symbol(art.map(), values.symbol);
    if (kind == Kind::Point) {
        // Symbol 0 marks nothing, as in MapServer.
        out.marker = make_marker(art, style, values, scaling);
        out.is_marker_turned = style.angle_mode == mapfile::AngleMode::Auto;
        return;
    }
    bool const is_area =
        kind == Kind::Polygon && (values.color || (symbol != nullptr && is_image(*symbol)));
    if (symbol == nullptr || symbol->type == mapfile::SymbolType::Simple) {
        is_area ? add_area(out, style, values, scaling)
                : add_line(out, style, values, kind, scaling);
    } else if (is_area) {
        out.pattern = make_pattern(art, style, values, scaling, image);
    } else {
        bool const is_cased = values.outline_width > 0 && kind == Kind::Line;
        if (is_cased) {
            out.line_casing = make_line_casing(art, style, values, *symbol, scaling);
        }
        if (!is_cased || values.color) {
            out.line_symbols = make_line_symbols(art, style, values, *symbol, scaling);
        }
    }
}

/// The scale of OFFSET: with WIDTH, which has limits, of lines and of areas that are only outlined;
/// elsewhere that of the layer.
double offset_scale(Symbolizers const& out, mapfile::Style const& style, StyleValues const& values,
                    Kind kind, Scaling const& scaling)
{
    bool const is_outlined = kind == Kind::Polygon && !out.fill && !out.pattern;
    return (kind == Kind::Line || is_outlined) && values.width > 0
               ? line_width(values.width, style, scaling) / values.width
               : scaling.factor;
}

/// OFFSET and POLAROFFSET; -99 and -999 as y of OFFSET make parallel lines instead of a shift.
void add_offsets(Symbolizers& out, mapfile::Style const& style, StyleValues const& values,
                 Kind kind, Scaling const& scaling)
{
    double const scale = offset_scale(out, style, values, kind, scaling);
    if (kind != Kind::Point && values.offset_y == -99) {
        out.parallel = Parallel::OneSide;
    } else if (kind != Kind::Point && values.offset_y == -999) {
        out.parallel = Parallel::BothSides;
    }
    if (out.parallel == Parallel::None) {
        out.offset = {values.offset_x * scale, values.offset_y * scale};
    } else {
        out.parallel_px = values.offset_x * scale;
    }
    if (kind == Kind::Point) { // MapServer moves only points this way
        double const angle = values.polar_offset_angle * std::numbers::pi / 180;
        out.offset.x += values.polar_offset_pixel * scale * std::cos(angle);
        out.offset.y -= values.polar_offset_pixel * scale * std::sin(angle);
    }
}

void add_reach(Symbolizers& out)
{
    double of_miters = 0;
    for (auto const& stroke : {out.casing, out.stroke}) {
        if (stroke) {
            out.reach_px = std::max(out.reach_px, stroke->pen.width / 2);
            if (stroke->pen.join == paint::Join::Miter) {
                of_miters = std::max(of_miters, stroke->pen.width / 2 * stroke->pen.miter_limit);
            }
        }
    }
    if (out.marker) {
        out.reach_px = std::max(out.reach_px, out.marker->reach_px);
    }
    for (auto const* symbols : {&out.line_casing, &out.line_symbols}) {
        if (symbols->brush) {
            out.reach_px = std::max(out.reach_px, 2.0 * symbols->brush->tile->height());
        }
        if (symbols->markers) {
            out.reach_px = std::max(out.reach_px, symbols->markers->symbol.reach_px);
        }
    }
    double const moved =
        std::max({std::abs(out.offset.x), std::abs(out.offset.y), std::abs(out.parallel_px)}) + 1;
    out.edge_px = out.reach_px + moved;
    out.reach_px = std::max(out.reach_px, of_miters) + moved;
}

/// Reference: mapfile, Size formulas, "Clip rectangle".
double clip_reach(SymbolArt& art, Symbolizers const& out, mapfile::Style const& style,
                  StyleValues const& values, Scaling const& scaling)
{
    double size = std::max(values.size, values.width);
    if (auto const& markers = out.line_symbols.markers) {
        size = std::max(size, markers->symbol.size_px / scaling.factor);
    } else if (find_symbol(art.map(), values.symbol) == nullptr) {
        size = std::max(size, 1.0); // the default size of symbol 0
    }
    double const least = std::max(style.min_size, style.min_width) * scaling.resolution_factor;
    return std::nearbyint(std::max(size * scaling.factor, least) + 1);
}

} // namespace

Symbolizers make_symbolizers(SymbolArt& art, mapfile::Style const& style, StyleValues const& values,
                             Kind kind, Scaling const& scaling, ImageSize const& image)
{
    Symbolizers out;
    if (!undrawn_part(art.map(), style, kind).empty()) {
        return out;
    }
    out.part = part_of(style, kind).value_or(DrawnPart::All);
    auto const drawn_kind = kind_of(out.part, kind);
    add_parts(out, art, style, values, drawn_kind, scaling, image);
    add_offsets(out, style, values, drawn_kind, scaling);
    add_reach(out);
    out.clip_px = clip_reach(art, out, style, values, scaling);
    return out;
}

Symbolizers make_symbolizers(mapfile::Map const& map, mapfile::Style const& style,
                             StyleValues const& values, Kind kind, Scaling const& scaling)
{
    SymbolArt art{map};
    return make_symbolizers(art, style, values, kind, scaling);
}

std::string undrawn_part(mapfile::Map const& map, mapfile::Style const& style, Kind kind)
{
    auto const part = part_of(style, kind);
    if (!part) {
        return "GEOMTRANSFORM \"" + style.geom_transform + "\"";
    }
    auto const* const symbol = find_symbol(map, style.symbol.value);
    if (!style.symbol.attribute.empty() || symbol == nullptr ||
        symbol->type == mapfile::SymbolType::Simple) {
        return {};
    }
    auto const drawn_kind = kind_of(*part, kind);
    bool const is_line =
        drawn_kind == Kind::Line || (drawn_kind == Kind::Polygon && !constant_values(style).color &&
                                     style.color.attribute.empty() && !is_image(*symbol));
    if (is_line && symbol->type == mapfile::SymbolType::Hatch) {
        return "HATCH along lines";
    }
    return {};
}

} // namespace ms::style
