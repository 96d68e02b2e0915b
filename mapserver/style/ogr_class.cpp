// SPDX-License-Identifier: MIT
#include "style/ogr_class.hpp"

#include "base/string.hpp"
#include "expr/expression.hpp"
#include "expr/node.hpp"
#include "expr/print.hpp"
#include "style/binding.hpp"
#include "style/ogr_style.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

namespace ms::style {

namespace {

/// What a tool refers to.
struct Scene {
    mapfile::Map const& map;
    OgrContext const& context;
};

bool names(OgrTool const& tool, std::string_view id)
{
    auto const* const ids = tool.find("id");
    return ids != nullptr && ids->find(id) != std::string::npos;
}

/// The first of the names in an id that is a symbol of the map.
void set_symbol(mapfile::Style& style, Scene const& scene, OgrTool const& tool)
{
    auto const* const id = tool.find("id");
    if (id == nullptr) {
        return;
    }
    for (auto const name : split(*id, ',')) {
        if (scene.map.find_symbol(std::string{trim(name)}) > 0) {
            style.symbol.value.name = trim(name);
            return;
        }
    }
}

void set_length(double& value, Scene const& scene, OgrTool const& tool, std::string_view parameter)
{
    auto const* const text = tool.find(parameter);
    if (auto const number =
            text == nullptr ? std::nullopt : ogr_pixels(*text, scene.context.ground_per_pixel)) {
        value = *number;
    }
}

void set_number(double& value, OgrTool const& tool, std::string_view parameter)
{
    auto const* const text = tool.find(parameter);
    if (auto const number = text == nullptr ? std::nullopt : parse_double(*text)) {
        value = *number;
    }
}

mapfile::OptionalColor color_of(OgrTool const& tool, std::string_view parameter)
{
    auto const* const text = tool.find(parameter);
    return text == nullptr ? std::nullopt : parse_color(*text);
}

/// Lengths of dashes in pixels; no others count, and all or none do.
std::vector<double> pattern_of(OgrTool const& tool)
{
    std::vector<double> pattern;
    auto const* const text = tool.find("p");
    for (auto const word : split_words(text == nullptr ? std::string_view{} : *text)) {
        auto const length = word.ends_with("px") ? ogr_pixels(word, 0) : std::nullopt;
        if (!length) {
            return {};
        }
        pattern.push_back(*length);
    }
    return pattern.size() > 1 ? pattern : std::vector<double>{};
}

void set_ends(mapfile::Style& style, OgrTool const& tool)
{
    if (auto const* const cap = tool.find("cap")) {
        style.line_cap = *cap == "r"   ? mapfile::LineCap::Round
                         : *cap == "p" ? mapfile::LineCap::Square
                                       : mapfile::LineCap::Butt;
    }
    if (auto const* const join = tool.find("j")) {
        style.line_join = *join == "r"   ? mapfile::LineJoin::Round
                          : *join == "b" ? mapfile::LineJoin::Bevel
                                         : mapfile::LineJoin::Miter;
    }
}

/// OFFSET n -99 of a style: a line beside the line.
constexpr double beside = -99;

/// Widths are whole pixels, and the size of its symbol; as in MapServer.
mapfile::Style pen_of(Scene const& scene, OgrTool const& tool)
{
    mapfile::Style style;
    style.color.value = color_of(tool, "c");
    set_length(style.width.value, scene, tool, "w");
    style.width.value = std::trunc(style.width.value);
    style.size.value = style.width.value;
    set_symbol(style, scene, tool);
    style.pattern = pattern_of(tool);
    if (tool.find("dp") != nullptr) {
        set_length(style.offset_x.value, scene, tool, "dp");
        style.offset_y.value = beside;
    }
    set_ends(style, tool);
    if (scene.context.pens == Pens::AreOutlines) {
        std::swap(style.color.value, style.outline_color.value);
    }
    return style;
}

/// Symbols lie apart when dx and dy are the same; other distances are ignored, as in MapServer.
double gap_of(Scene const& scene, OgrTool const& tool)
{
    double x = 0;
    double y = 0;
    set_length(x, scene, tool, "dx");
    set_length(y, scene, tool, "dy");
    return x == y ? x : 0;
}

mapfile::Style brush_of(Scene const& scene, OgrTool const& tool)
{
    mapfile::Style style;
    style.color.value = color_of(tool, "fc");
    set_length(style.size.value, scene, tool, "s");
    set_number(style.angle.value, tool, "a");
    style.gap = gap_of(scene, tool);
    set_symbol(style, scene, tool);
    return style;
}

/// Sizes are whole pixels, angles whole degrees; a symbol that the map does not have is its
/// "default-marker". All as in MapServer.
mapfile::Style symbol_of(Scene const& scene, OgrTool const& tool)
{
    constexpr char const* fallback = "default-marker";
    mapfile::Style style;
    style.color.value = color_of(tool, "c");
    style.outline_color.value = color_of(tool, "o");
    set_length(style.size.value, scene, tool, "s");
    style.size.value = std::trunc(style.size.value);
    set_number(style.angle.value, tool, "a");
    style.angle.value = std::trunc(style.angle.value);
    set_symbol(style, scene, tool);
    if (style.symbol.value.name.empty() && scene.map.find_symbol(fallback) > 0) {
        style.symbol.value.name = fallback;
    }
    return style;
}

/// The font of this name, in the weight and slant requested where there is one: the keys of
/// FONTSETs end with them. A name that is not a font's is "default"; without that, the built-in
/// one.
std::string font_of(Scene const& scene, OgrTool const& tool)
{
    auto const* const name = tool.find("f");
    if (name == nullptr) {
        return "";
    }
    auto const is_font = [&](std::string_view key) { return scene.map.find_font(key) != nullptr; };
    auto const is_requested = [&](std::string_view parameter) {
        auto const* const value = tool.find(parameter);
        return value != nullptr && *value == "1";
    };
    if (is_font(*name)) {
        auto const turned =
            *name + (is_requested("bo") ? "-bold" : "") + (is_requested("it") ? "-italic" : "");
        return is_font(turned) ? turned : *name;
    }
    return is_font("default") ? "default" : "";
}

/// Anchors 1 to 12 by where the point lies of the text: the base line, the middle, the top, the
/// bottom, each from left to right. The bottom is the base line, as in MapServer.
mapfile::Placement placement_of(OgrTool const& tool)
{
    using enum mapfile::Placement;
    constexpr std::array anchors{UR, UC, UL, CR, CC, CL, LR, LC, LL, UR, UC, UL};
    auto const* const text = tool.find("p");
    auto const number = text == nullptr ? std::nullopt : parse_int(*text);
    return number && *number >= 1 && *number <= static_cast<int>(anchors.size())
               ? anchors[static_cast<std::size_t>(*number - 1)]
               : UR;
}

/// Whole pixels, at least one. Where no font of the name is found, text has the size MEDIUM.
double size_of(Scene const& scene, OgrTool const& tool, std::string const& font)
{
    constexpr double medium = 10;
    if (font.empty() && tool.find("f") != nullptr) {
        return medium;
    }
    double size = 1;
    set_length(size, scene, tool, "s");
    return std::max(std::trunc(size), 1.0);
}

/// Drawn whatever is there already. Stretching, distances from the point and the background are
/// passed over. All as in MapServer.
mapfile::Label label_of(Scene const& scene, OgrTool const& tool)
{
    mapfile::Label label;
    auto const* const text = tool.find("t");
    label.text = {.kind = mapfile::ExpressionKind::Logical, // "[name]" is no attribute here
                  .text = expr::print(expr::Expression{expr::make_node(
                      expr::TextLiteral{text == nullptr ? "" : *text}, expr::Type::Text)})};
    label.font.value = font_of(scene, tool);
    label.size.value = size_of(scene, tool, label.font.value);
    set_number(label.angle.value, tool, "a");
    if (auto const color = color_of(tool, "c")) {
        label.color.value = color;
    }
    label.outline_color.value = color_of(tool, "o");
    label.shadow_color = color_of(tool, "h");
    label.position.value = placement_of(tool);
    label.force = mapfile::LabelForce::On;
    return label;
}

/// l: of two tools the one with the larger number is drawn on top of the other. A tool without it,
/// and a brush with a background, lie below.
int level_of(OgrTool const& tool)
{
    constexpr int lowest = std::numeric_limits<int>::min();
    auto const* const level = tool.find("l");
    return level == nullptr || tool.find("bc") != nullptr ? lowest
                                                          : parse_int(*level).value_or(lowest);
}

/// The background, then the brush itself, unless it is ogr-brush-1: an area that is not filled.
void add_brush(mapfile::Class& drawn, Scene const& scene, OgrTool const& tool)
{
    if (auto const background = color_of(tool, "bc")) {
        mapfile::Style below;
        below.color.value = background;
        drawn.styles.push_back(std::move(below));
    }
    if (!names(tool, "ogr-brush-1")) {
        drawn.styles.push_back(brush_of(scene, tool));
    }
}

/// The last LABEL is the only one. Nothing is drawn with ogr-pen-1.
void add_tool(mapfile::Class& drawn, Scene const& scene, OgrTool const& tool)
{
    if (tool.name == "BRUSH") {
        add_brush(drawn, scene, tool);
    } else if (tool.name == "SYMBOL") {
        drawn.styles.push_back(symbol_of(scene, tool));
    } else if (tool.name == "PEN" && !names(tool, "ogr-pen-1")) {
        drawn.styles.push_back(pen_of(scene, tool));
    } else if (tool.name == "LABEL") {
        drawn.labels = {label_of(scene, tool)};
    }
}

} // namespace

/// Areas lie below lines of their level, whatever the order they are written in.
mapfile::Class parse_ogr_class(mapfile::Map const& map, std::string_view text,
                               OgrContext const& context)
{
    Scene const scene{map, context};
    auto tools = parse_ogr_tools(text);
    auto const is_brush = [](OgrTool const& tool) { return tool.name == "BRUSH"; };
    auto const is_level_less = [&](OgrTool const& a, OgrTool const& b) {
        auto const order = level_of(a) <=> level_of(b);
        return order != 0 ? order < 0 : is_brush(a) && !is_brush(b);
    };
    auto const is_label = [](OgrTool const& tool) { return tool.name == "LABEL"; };
    auto const labels = std::ranges::stable_partition(tools, std::not_fn(is_label));
    std::ranges::stable_sort(tools.begin(), labels.begin(), is_level_less);
    mapfile::Class drawn;
    for (auto const& tool : tools) {
        add_tool(drawn, scene, tool);
    }
    return drawn;
}

} // namespace ms::style
