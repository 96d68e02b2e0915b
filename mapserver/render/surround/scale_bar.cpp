// SPDX-License-Identifier: MIT
#include "render/surround/scale_bar.hpp"

#include "base/error.hpp"
#include "geometry/feature_of.hpp"
#include "render/surround/furniture_text.hpp"
#include "style/scaling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ms::render {

namespace {

using geometry::Box;
using geometry::feature_of;
using geometry::Kind;
using geometry::Point;

constexpr int margin = 3;           // pixels
constexpr int step = 5;             // pixels by which a bar that does not fit is shortened
constexpr double line_gap = 0.8;    // between bar and text, in heights of a digit
constexpr int text_overlap = 5;     // pixels by which the image is lower than the sum of its parts
constexpr double last_text_gap = 2; // pixels before the text at the end

std::string_view abbreviation(mapfile::Units units) noexcept
{
    switch (units) {
    case mapfile::Units::Inches:
        return "in";
    case mapfile::Units::Feet:
        return "ft";
    case mapfile::Units::Miles:
        return "mi";
    case mapfile::Units::Meters:
        return "m";
    case mapfile::Units::Kilometers:
        return "km";
    case mapfile::Units::NauticalMiles:
        return "NM";
    case mapfile::Units::Degrees:
        return "dd";
    case mapfile::Units::Pixels:
    case mapfile::Units::Percentages:
        break;
    }
    return "";
}

/// The width of the bar and its texts, in pixels.
int room_needed(mapfile::ScaleBar const& bar, ScaleBarLayout const& layout, double digit_width)
{
    auto const number = layout.number(bar.intervals).size();
    auto const unit = abbreviation(bar.units).size();
    double const characters = 1.5 + static_cast<double>(number) / 2 + static_cast<double>(unit);
    return 2 * margin + bar.intervals * layout.interval_px +
           static_cast<int>(std::nearbyint(characters * digit_width));
}

int left_of_bar(mapfile::TextAlign align, int width, int room, double digit_width)
{
    switch (align) {
    case mapfile::TextAlign::Left:
        return margin; // the first number is cut off, as in MapServer
    case mapfile::TextAlign::Right:
        return static_cast<int>(std::nearbyint(width - room + 2 * margin + digit_width));
    case mapfile::TextAlign::Default:
    case mapfile::TextAlign::Center:
        break;
    }
    return static_cast<int>(std::nearbyint((width - room) / 2.0 + margin + digit_width / 2));
}

bool is_cairo(paint::CanvasKind const& canvas)
{
    return canvas.name == "CAIRO";
}

/// Without OUTLINECOLOR outlines are white, as in MapServer: seen on other grounds; black by cairo.
image::Color outline_of(mapfile::ScaleBar const& bar, FurnitureSetting const& setting)
{
    return bar.outline_color.value_or(is_cairo(*setting.canvas) ? image::Color{0, 0, 0, 255}
                                                                : image::Color{255, 255, 255, 255});
}

/// STYLE 0: boxes, by turns in COLOR and BACKGROUNDCOLOR.
void draw_boxes(paint::Canvas& canvas, mapfile::ScaleBar const& bar, ScaleBarLayout const& layout,
                image::Color outline)
{
    double const bottom = margin + bar.size.height;
    for (int i = 0; i < bar.intervals; ++i) {
        double const left = layout.left + i * layout.interval_px;
        double const right = left + layout.interval_px;
        if (auto const color = i % 2 == 0 ? bar.color : bar.background_color) {
            // Between the outlines, which are a pixel wide.
            auto const box = feature_of(Box{left + 1, margin + 1, right, bottom});
            canvas.fill(paint::path_of(box, 0), {.color = *color});
        }
        auto const box = feature_of(Box{left + 0.5, margin + 0.5, right + 0.5, bottom + 0.5});
        canvas.stroke(paint::path_of(box, 0),
                      {.color = outline, .closing = paint::Closing::Joined});
    }
}

/// STYLE 1: a line with ticks.
/// Of STYLE 1: as MapServer's, which is finer by cairo.
paint::Pen tick_pen(image::Color color, FurnitureSetting const& setting)
{
    return is_cairo(*setting.canvas)
               ? paint::Pen{.color = color, .width = 1, .cap = paint::Cap::Round}
               : paint::Pen{.color = color, .width = 2, .cap = paint::Cap::Butt};
}

void draw_ticks(paint::Canvas& canvas, mapfile::ScaleBar const& bar, ScaleBarLayout const& layout,
                FurnitureSetting const& setting)
{
    if (!bar.color) {
        return;
    }
    auto const pen = tick_pen(*bar.color, setting);
    double const end = layout.left + bar.intervals * layout.interval_px;
    auto const line =
        feature_of({{static_cast<double>(layout.left), margin}, {end, static_cast<double>(margin)}},
                   Kind::Line);
    canvas.stroke(paint::path_of(line, 0), pen);
    for (int i = 0; i <= bar.intervals; ++i) {
        double const x = layout.left + i * layout.interval_px;
        auto const tick = feature_of(
            {{x, margin}, {x, static_cast<double>(margin + bar.size.height)}}, Kind::Line);
        canvas.stroke(paint::path_of(tick, 0), pen);
    }
}

void draw_text(paint::Canvas& canvas, FurnitureText const& label, SetText const& text, Point corner)
{
    label.draw_area(canvas, text, corner);
    label.draw(canvas, text, corner);
}

void draw_numbers(paint::Canvas& canvas, mapfile::ScaleBar const& bar, FurnitureText const& label,
                  ScaleBarLayout const& layout, double digit_width)
{
    for (int i = 0; i < bar.intervals; ++i) {
        auto const text = label.set(layout.number(i));
        double const x = layout.left + i * layout.interval_px;
        draw_text(canvas, label, text,
                  {x - text.width_px() / 2, layout.text_middle - text.height_px() / 2});
    }
    // Only the number of the last text is below the end of the bar; with ticks the whole text.
    auto const number = layout.number(bar.intervals);
    auto const last = fmt::format("{} {}", number, abbreviation(bar.units));
    auto const characters = static_cast<double>(bar.style == 0 ? number.size() : last.size());
    auto const text = label.set(last);
    double const x = layout.left + bar.intervals * layout.interval_px -
                     std::nearbyint(characters * digit_width / 2) + last_text_gap;
    // MapServer only checks whether OFFSET's y is above 0, and then positions the text by its
    // middle.
    double const down = label.offset().y;
    double const up = down > 0 ? text.height_px() / 2 : down;
    draw_text(canvas, label, text, {x, layout.text_middle - text.height_px() / 2 - up});
}

BarText measure(FurnitureText const& label)
{
    constexpr std::string_view digits = "0123456789";
    auto const text = label.set(digits);
    // FreeType uses 64ths of a pixel; heights of rounded halves depend on it.
    auto const in_64ths = [](double length) { return std::round(length * 64) / 64; };
    return {text.width_px() / static_cast<double>(digits.size()),
            in_64ths(text.block.box.max_y) + in_64ths(-text.block.box.min_y)};
}

} // namespace

std::string ScaleBarLayout::number(int i) const
{
    return fmt::format("{:g}", i * interval);
}

double round_interval(double length) noexcept
{
    if (!(length > 0) || !std::isfinite(length)) {
        return 0;
    }
    // One digit below 1, whole numbers below 100, two digits from there on.
    double const power = std::floor(std::log10(length));
    double const unit =
        length < 1 ? std::pow(10.0, power) : std::pow(10.0, std::max(power - 1, 0.0));
    return std::round(length / unit) * unit;
}

ScaleBarLayout lay_out_scale_bar(mapfile::ScaleBar const& bar, Viewport const& view,
                                 BarText const& text)
{
    double const unit = style::inches_per(bar.units);
    double const pixel = view.cell_size_x * view.inches_per_unit / unit; // in UNITS
    if (!(pixel > 0) || !std::isfinite(pixel)) {
        throw Error{ErrorKind::BadMapfile, "SCALEBAR: the map's UNITS are no lengths"};
    }
    ScaleBarLayout layout{.width = bar.size.width};
    for (int width = bar.size.width - 2 * margin; width > 0; width -= step) {
        layout.interval = round_interval(pixel * width / bar.intervals);
        layout.interval_px = static_cast<int>(std::nearbyint(layout.interval / pixel));
        int const room = room_needed(bar, layout, text.digit_width);
        if (layout.interval_px > 0 && room <= bar.size.width) {
            layout.left = left_of_bar(bar.align, bar.size.width, room, text.digit_width);
            double const gap = std::nearbyint(line_gap * text.digit_height);
            layout.text_middle = margin + bar.size.height + gap;
            layout.height = static_cast<int>(2 * margin + gap + text.digit_height +
                                             bar.size.height - text_overlap);
            return layout;
        }
    }
    throw ScaleBarTooSmall{ErrorKind::BadMapfile,
                           "SCALEBAR: SIZE is too small for the INTERVALS and their texts"};
}

std::optional<bool> transparency_of(mapfile::ScaleBar const& bar, paint::CanvasKind const& canvas)
{
    bool const has_no_ground = is_cairo(canvas) && !bar.image_color;
    return bar.transparent || !has_no_ground ? bar.transparent : true;
}

MapImage scale_bar_image(mapfile::Map const& map, Viewport const& view,
                         FurnitureSetting const& setting, Services const& services)
{
    auto const& bar = map.scale_bar;
    // RESOLUTION scales the limits of the texts' SIZE, and nothing else, as in MapServer 8.0.0.
    style::Scaling const scaling{.factor = 1,
                                 .resolution_factor = view.resolution / view.def_resolution};
    auto const text = measure(FurnitureText{map, bar.label, scaling, services.fonts});
    auto const layout = lay_out_scale_bar(bar, view, text);
    FurnitureText const label{
        map, bar.label, scaling, services.fonts, {layout.width, std::max(1, layout.height)}};
    paint::CanvasOptions options{.width = layout.width, .height = std::max(1, layout.height)};
    if (!setting.is_transparent) {
        options.background = bar.image_color.value_or(image::Color{255, 255, 255, 255});
    }
    auto const canvas = canvas_for(setting, options);
    bar.style == 0 ? draw_boxes(*canvas, bar, layout, outline_of(bar, setting))
                   : draw_ticks(*canvas, bar, layout, setting);
    draw_numbers(*canvas, bar, label, layout, text.digit_width);
    return finished(*canvas, setting);
}

image::Bitmap draw_scale_bar(mapfile::Map const& map, Viewport const& view,
                             FurnitureSetting setting, Services const& services)
{
    setting.document = {};
    return scale_bar_image(map, view, setting, services).bitmap;
}

} // namespace ms::render
