// SPDX-License-Identifier: MIT
#include "render/surround/class_icon.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "expr/bind.hpp"
#include "geometry/feature_of.hpp"
#include "image/decode.hpp"
#include "render/core/symbol_painter.hpp"
#include "render/surround/furniture_text.hpp"
#include "style/binding.hpp"
#include "style/color_range.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ms::render {

namespace {

using geometry::Box;
using geometry::feature_of;
using geometry::GeometryColumn;
using geometry::Kind;
using geometry::Point;

/// The shape that the styles draw.
enum class Shape { Point, Zigzag, Rectangle };

/// An area is one when a style has a COLOR of its own; as in MapServer outlines, colours of
/// attributes and symbols alone are shown along a line.
bool is_filled(mapfile::Class const& drawn_class)
{
    return std::ranges::any_of(drawn_class.styles, [](mapfile::Style const& style) {
        return style.color.value.has_value();
    });
}

Shape shape_of(mapfile::Layer const& layer, mapfile::Class const& drawn_class)
{
    switch (layer.type) {
    case mapfile::LayerType::Point:
        return Shape::Point;
    case mapfile::LayerType::Line:
        return Shape::Zigzag;
    case mapfile::LayerType::Polygon:
        return is_filled(drawn_class) ? Shape::Rectangle : Shape::Zigzag;
    default:
        return Shape::Rectangle;
    }
}

/// Distance of the line from the key's edges: half the width of the first style. Ignores RESOLUTION
/// and the limits of WIDTH.
double zigzag_inset(IconSetting const& setting, mapfile::Class const& drawn_class)
{
    auto const& style = drawn_class.styles.front();
    auto const* const symbol = style::find_symbol(setting.map, style.symbol.value);
    bool const has_symbol = symbol != nullptr && symbol->type != mapfile::SymbolType::Simple;
    constexpr double no_size = -1; // MapServer counts with it
    double const size = style.size.value > 0 ? style.size.value : no_size;
    return (has_symbol ? size : style.width.value) / 2;
}

/// Half of the widest outline, which lies outside the rectangle; at least the half pixel that makes
/// a thin one crisp.
double rectangle_inset(mapfile::Class const& drawn_class)
{
    double inset = 0.5;
    for (auto const& style : drawn_class.styles) {
        if (style.outline_color.value) {
            inset = std::max(inset, style.width.value / 2);
        }
    }
    return inset;
}

GeometryColumn zigzag(Box const& key, double inset)
{
    double const third = key.width() / 3;
    return feature_of({{key.min_x + inset, key.max_y - inset},
                       {key.min_x + std::round(third) - 1, key.min_y + inset},
                       {key.min_x + std::round(2 * third) - 1, key.max_y - inset},
                       {key.max_x - inset, key.min_y + inset}},
                      Kind::Line);
}

GeometryColumn rectangle(Box const& key, double inset)
{
    auto const box = key.grown(-inset);
    return feature_of(box);
}

/// On a whole pixel; halves go to the even one.
Point middle_of(Box const& key)
{
    return {key.min_x + std::nearbyint(key.width() / 2),
            key.min_y + std::nearbyint(key.height() / 2)};
}

GeometryColumn icon_shape(IconSetting const& setting, mapfile::Layer const& layer,
                          mapfile::Class const& drawn_class, Box const& key)
{
    switch (shape_of(layer, drawn_class)) {
    case Shape::Point:
        return feature_of({middle_of(key)}, Kind::Point);
    case Shape::Zigzag:
        return zigzag(key, zigzag_inset(setting, drawn_class));
    case Shape::Rectangle:
        break;
    }
    return rectangle(key, rectangle_inset(drawn_class));
}

/// The colours of COLORRANGE from left to right, whole pixels wide, in place of the style. Like
/// MapServer's, they begin at the nearest pixel, of two the even one, and keep their width.
void draw_gradient(paint::Canvas& canvas, mapfile::Style const& style, Box const& box)
{
    auto in_pixels = style;
    in_pixels.range_min = std::nearbyint(box.min_x);
    in_pixels.range_max = in_pixels.range_min + std::floor(box.width());
    double const top = std::nearbyint(box.min_y);
    double const bottom = top + std::floor(box.height());
    double const opacity = style.opacity.is_constant() ? style.opacity.value / 100 : 1;
    for (double x = in_pixels.range_min; x < in_pixels.range_max; ++x) {
        auto color = style::color_in_range(in_pixels, x, style::ColorSpace::Rgb);
        color.alpha = static_cast<std::uint8_t>(std::lround(color.alpha * opacity));
        auto const column = feature_of(Box{x, top, x + 1, bottom});
        canvas.fill(paint::path_of(column, 0), {.color = color});
    }
}

/// What an expression of GEOMTRANSFORM makes of the shape, whose units are pixels. One that fails,
/// or needs attributes, leaves it unchanged, and points always are.
/// \param made the place of a new shape
/// \returns nullptr if nothing is left
GeometryColumn const* transformed(IconSetting const& setting, mapfile::Style const& style,
                                  GeometryColumn const& shape, GeometryColumn& made)
{
    if (!style::is_expression(style.geom_transform) || shape.kinds.front() == Kind::Point) {
        return &shape;
    }
    try {
        expr::Bound transform{style::parse_transform(style.geom_transform, setting.map.expressions),
                              {}};
        return transform.append_shape({}, 0, shape, made) ? &made : nullptr;
    } catch (Error const&) {
        return &shape;
    }
}

void draw_styles(paint::Canvas& canvas, IconSetting const& setting,
                 std::vector<mapfile::Style> const& styles, style::Scaling const& scaling,
                 GeometryColumn const& shape)
{
    style::SymbolArt art{setting.map, &setting.fonts};
    art.set_budget(setting.budget);
    SymbolPainter painter{canvas, setting.image, setting.budget};
    for (auto style : styles) {
        if (!style::is_in_scale(setting.scale_denominator, style.min_scale_denominator,
                                style.max_scale_denominator)) {
            continue;
        }
        bool const has_range =
            style.range_min_color && style.range_max_color && style.geom_transform.empty();
        if (has_range && shape.kinds.front() == Kind::Polygon) {
            draw_gradient(canvas, style, shape.box_of(0));
        } else {
            // COLORRANGE colours features by value; a line or point without COLOR has no colour.
            style.range_item.clear();
            style.range_min_color.reset();
            style.range_max_color.reset();
            if (!style::part_of(style, shape.kinds.front())) {
                style.geom_transform.clear(); // parts of labels, which a legend does not have
            }
            // As in MapServer, RESOLUTION does not enlarge what is drawn of transformed areas.
            bool const is_part =
                !style.geom_transform.empty() && shape.kinds.front() == Kind::Polygon;
            auto const& style_scaling = is_part ? setting.label_scaling : scaling;
            GeometryColumn made;
            if (auto const* const drawn = transformed(setting, style, shape, made)) {
                painter.paint(*drawn, 0,
                              style::make_symbolizers(art, style, style::constant_values(style),
                                                      drawn->kinds.front(), style_scaling,
                                                      setting.image),
                              Pass::All);
            }
        }
    }
}

/// Letters about as high as the key; MINSIZE and MAXSIZE apply.
void draw_letters(paint::Canvas& canvas, IconSetting const& setting, mapfile::Label label,
                  Box const& key)
{
    label.size.value = key.height() - 1;
    FurnitureText const text{setting.map, label, setting.scaling, setting.fonts};
    auto const letters = text.set("Az");
    auto const middle = middle_of(key);
    text.draw(canvas, letters,
              {middle.x - letters.width_px() / 2, middle.y - letters.height_px() / 2});
}

/// The styles of a label that an icon shows: the areas below texts are left out, and all of them
/// in a legend of no scale.
std::vector<mapfile::Style> shown_styles(IconSetting const& setting, mapfile::Label const& label)
{
    auto styles = setting.scale_denominator > 0 ? label.styles : std::vector<mapfile::Style>{};
    std::erase_if(styles, [](mapfile::Style const& style) {
        return equals_ignoring_case(style.geom_transform, "labelpoly");
    });
    return styles;
}

/// Draws the symbols of all labels over the class or its KEYIMAGE; a class with only a text is
/// represented by letters.
void draw_labels(paint::Canvas& canvas, IconSetting const& setting,
                 mapfile::Class const& drawn_class, Box const& key)
{
    auto const& labels = drawn_class.labels;
    bool const has_symbols = std::ranges::any_of(
        labels, [&](mapfile::Label const& label) { return !shown_styles(setting, label).empty(); });
    if (drawn_class.styles.empty() && !labels.empty() && !has_symbols) {
        draw_letters(canvas, setting, labels.front(), key);
    }
    auto const middle = feature_of({middle_of(key)}, Kind::Point);
    for (auto const& label : labels) {
        draw_styles(canvas, setting, shown_styles(setting, label), setting.label_scaling, middle);
    }
}

/// As high as the shorter side of the key.
void draw_key_image(paint::Canvas& canvas, IconSetting const& setting,
                    mapfile::Class const& drawn_class, Box const& key)
{
    try {
        auto const image = image::decode_file(setting.map.origin.directory / drawn_class.key_image);
        auto const middle = middle_of(key);
        canvas.draw_turned(image.view(),
                           {.scale = std::min(key.width(), key.height()) / image.height(),
                            .pivot_x = image.width() / 2.0,
                            .pivot_y = image.height() / 2.0,
                            .to_x = middle.x,
                            .to_y = middle.y});
    } catch (Error const& error) {
        throw Error{ErrorKind::BadMapfile,
                    fmt::format("{}: KEYIMAGE \"{}\": {}", setting.map.where(drawn_class.at),
                                drawn_class.key_image, error.what())};
    }
}

} // namespace

void draw_class_icon(paint::Canvas& canvas, IconSetting const& setting, mapfile::Layer const& layer,
                     mapfile::Class const& drawn_class, geometry::Box const& key)
{
    if (!drawn_class.key_image.empty()) {
        draw_key_image(canvas, setting, drawn_class, key);
    } else if (!drawn_class.styles.empty()) {
        draw_styles(canvas, setting, drawn_class.styles, setting.scaling,
                    icon_shape(setting, layer, drawn_class, key));
    }
    draw_labels(canvas, setting, drawn_class, key);
}

double icon_inset(mapfile::Layer const& layer, mapfile::Class const& drawn_class)
{
    constexpr double half_a_pixel = 0.5;
    bool const is_rectangle =
        drawn_class.key_image.empty() && shape_of(layer, drawn_class) == Shape::Rectangle;
    return is_rectangle ? rectangle_inset(drawn_class) : half_a_pixel;
}

} // namespace ms::render
