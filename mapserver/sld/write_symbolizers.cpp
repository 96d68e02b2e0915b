// SPDX-License-Identifier: MIT
#include "sld/se_writer.hpp"

#include "base/base64.hpp"
#include "base/string.hpp"
#include "sld/marks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ms::sld {

namespace {

/// The URL of a symbol's image: wms_sld_symbol_onlineresource followed by its name.
std::string image_url(mapfile::Layer const& layer, mapfile::Symbol const& symbol)
{
    for (auto const* const key :
         {"wms_sld_symbol_onlineresource", "ows_sld_symbol_onlineresource"}) {
        if (auto const* const prefix = layer.metadata.find(key)) {
            return *prefix + symbol.image;
        }
    }
    return symbol.image;
}

std::string_view image_format(mapfile::Symbol const& symbol)
{
    if (symbol.type == mapfile::SymbolType::Svg) {
        return "image/svg+xml";
    }
    auto const ends_with = [&](std::string_view ending) {
        return symbol.image.size() > ending.size() &&
               equals_ignoring_case(
                   std::string_view{symbol.image}.substr(symbol.image.size() - ending.size()),
                   ending);
    };
    return ends_with(".gif") ? "image/gif" : ends_with(".jpg") ? "image/jpeg" : "image/png";
}

void write_external(SeWriter& writer, std::string_view url, std::string_view format)
{
    writer.open("ExternalGraphic");
    writer.open("OnlineResource");
    writer.xml().attribute("xlink:type", "simple").attribute("xlink:href", url);
    writer.close();
    writer.element("Format", format);
    writer.close();
}

void write_opacity(SeWriter& writer, std::string_view name, mapfile::Style const& style,
                   mapfile::OptionalColor const& color)
{
    if (auto const opacity = opacity_of(style, color); opacity < 1) {
        writer.parameter(name, two_decimals(opacity));
    }
}

void write_mark_stroke(SeWriter& writer, mapfile::Style const& style,
                       mapfile::Bindable<mapfile::OptionalColor> const& color)
{
    writer.open("Stroke");
    writer.color("stroke", color);
    writer.bound_parameter("stroke-width", style.width, six_digits(style.width.value));
    write_opacity(writer, "stroke-opacity", style, color.value);
    writer.close();
}

/// Marks without COLOR and OUTLINECOLOR are invisible.
void write_mark(SeWriter& writer, mapfile::Style const& style, std::string_view name,
                bool is_filled)
{
    writer.open("Mark");
    writer.element("WellKnownName", name);
    if (is_filled && is_set(style.color)) {
        writer.open("Fill");
        writer.color("fill", style.color);
        write_opacity(writer, "fill-opacity", style, style.color.value);
        writer.close();
    }
    if (!is_filled && is_set(style.color)) {
        write_mark_stroke(writer, style, style.color);
    } else if (is_set(style.outline_color)) {
        write_mark_stroke(writer, style, style.outline_color);
    }
    writer.close();
}

void write_number(SeWriter& writer, std::string_view name, mapfile::Bindable<double> const& value)
{
    if (value.attribute.empty()) {
        writer.element(name, six_digits(value.value));
    } else {
        writer.open(name);
        writer.xml().element("ogc:PropertyName", value.attribute);
        writer.close();
    }
}

void write_size_and_turn(SeWriter& writer, mapfile::Style const& style,
                         mapfile::Symbol const* symbol)
{
    if (!style.size.attribute.empty()) {
        write_number(writer, "Size", style.size);
    } else if (style.size.value > 0) {
        writer.element("Size", six_digits(style.size.value));
    } else if (symbol == nullptr || symbol->image.empty()) {
        writer.element("Size", "1"); // the default of SIZE
    }
    if (style.angle.is_constant() && style.angle.value != 0) {
        writer.element("Rotation", six_digits(std::fmod(720 - style.angle.value, 360)));
    }
    bool const is_moved = style.offset_x.value != 0 || style.offset_y.value != 0;
    if (is_moved && style.offset_y.value > -99) {
        writer.open("Displacement");
        writer.element("DisplacementX", six_digits(style.offset_x.value));
        writer.element("DisplacementY", six_digits(style.offset_y.value));
        writer.close();
    }
}

bool is_drawn_shape(mapfile::Symbol const& symbol)
{
    return symbol.type == mapfile::SymbolType::Vector ||
           symbol.type == mapfile::SymbolType::Ellipse ||
           symbol.type == mapfile::SymbolType::Simple;
}

void write_dashes(SeWriter& writer, mapfile::Style const& style)
{
    if (!style.pattern.empty()) {
        writer.parameter("stroke-dasharray", fmt::format("{:.2f}", fmt::join(style.pattern, " ")));
    }
    // This reader and MapServer's default to butt for dashes, round for plain lines.
    auto const usual = style.pattern.empty() ? mapfile::LineCap::Round : mapfile::LineCap::Butt;
    if (style.line_cap != usual && style.line_cap != mapfile::LineCap::Triangle) {
        constexpr std::array names{"butt", "round", "square"};
        writer.parameter("stroke-linecap", names[static_cast<std::size_t>(style.line_cap)]);
    }
    if (style.line_join != mapfile::LineJoin::None) {
        constexpr std::array names{"", "round", "mitre", "bevel"};
        writer.parameter("stroke-linejoin", names[static_cast<std::size_t>(style.line_join)]);
    }
    if (!style.pattern.empty() && style.initial_gap > 0) {
        // The offset goes into the dashes, the gap is in front of them.
        double const period = std::accumulate(style.pattern.begin(), style.pattern.end(), 0.0);
        if (period > 0) {
            writer.parameter("stroke-dashoffset",
                             six_digits(period - std::fmod(style.initial_gap, period)));
        }
    }
}

void write_spread(SeWriter& writer, std::string_view element, mapfile::Layer const& layer,
                  mapfile::Style const& style)
{
    writer.open(element);
    write_graphic(writer, layer, style);
    if (style.gap > 0) {
        writer.element("Gap", two_decimals(style.gap));
    }
    if (style.initial_gap > 0) {
        writer.element("InitialGap", two_decimals(style.initial_gap));
    }
    writer.close();
}

} // namespace

void write_graphic(SeWriter& writer, mapfile::Layer const& layer, mapfile::Style const& style)
{
    auto const* const symbol = symbol_of(writer.map(), style);
    auto const known =
        symbol == nullptr ? std::string_view{"square"} : well_known_name(symbol->name);
    writer.open("Graphic");
    if (symbol != nullptr && symbol->type == mapfile::SymbolType::Hatch) {
        write_mark(writer, style, hatch_name(style.angle.value), false);
        writer.close();
        return;
    }
    if (symbol == nullptr || !known.empty()) {
        bool const is_filled = symbol == nullptr || symbol->filled;
        write_mark(writer, style, known, is_filled);
    } else if (!symbol->image.empty()) {
        write_external(writer, image_url(layer, *symbol), image_format(*symbol));
    } else if (is_drawn_shape(*symbol)) {
        auto const svg = to_svg(*symbol, style, style.color.value, style.outline_color.value);
        std::vector<std::uint8_t> const bytes{svg.begin(), svg.end()};
        write_external(writer, "data:image/svg+xml;base64," + to_base64(bytes), "image/svg+xml");
    } else {
        write_mark(writer, style, symbol->name, symbol->filled);
    }
    write_size_and_turn(writer, style, symbol);
    writer.close();
}

void write_point(SeWriter& writer, mapfile::Layer const& layer, mapfile::Style const& style)
{
    writer.open("PointSymbolizer");
    write_graphic(writer, layer, style);
    writer.close();
}

void write_line(SeWriter& writer, mapfile::Layer const& layer, mapfile::Style const& style)
{
    auto const& color = is_set(style.color) ? style.color : style.outline_color;
    writer.open("LineSymbolizer");
    writer.open("Stroke");
    if (symbol_of(writer.map(), style) != nullptr) {
        write_spread(writer, "GraphicStroke", layer, style);
    } else {
        writer.color("stroke", color);
        write_opacity(writer, "stroke-opacity", style, color.value);
        writer.bound_parameter("stroke-width", style.width, two_decimals(style.width.value));
        write_dashes(writer, style);
    }
    writer.close();
    if (style.offset_y.value == -99 && style.offset_x.value != 0) {
        writer.element("PerpendicularOffset", six_digits(style.offset_x.value));
    }
    writer.close();
}

void write_polygon(SeWriter& writer, mapfile::Layer const& layer, mapfile::Style const& style)
{
    writer.open("PolygonSymbolizer");
    bool const has_symbol = symbol_of(writer.map(), style) != nullptr;
    if (has_symbol) {
        writer.open("Fill");
        write_spread(writer, "GraphicFill", layer, style);
        writer.close();
    } else if (is_set(style.color)) {
        writer.open("Fill");
        writer.color("fill", style.color);
        write_opacity(writer, "fill-opacity", style, style.color.value);
        writer.close();
    }
    if (is_set(style.outline_color) && !has_symbol) {
        writer.open("Stroke");
        writer.color("stroke", style.outline_color);
        writer.bound_parameter("stroke-width", style.width, two_decimals(style.width.value));
        write_opacity(writer, "stroke-opacity", style, style.outline_color.value);
        write_dashes(writer, style);
        writer.close();
    }
    writer.close();
}

} // namespace ms::sld
