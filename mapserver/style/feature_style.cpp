// SPDX-License-Identifier: MIT
#include "style/feature_style.hpp"

#include "base/string.hpp"
#include "expr/expression.hpp"
#include "expr/node.hpp"
#include "expr/print.hpp"
#include "mapfile/load.hpp"
#include "style/binding.hpp"
#include "style/ogr_style.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace ms::style {

namespace {

constexpr std::size_t longest = 1U << 16U; ///< bytes

bool starts_with_word(std::string_view text, std::string_view word)
{
    return text.size() > word.size() && equals_ignoring_case(text.substr(0, word.size()), word);
}

/// Parsed as one class of a separate map; only its drawing parts are used.
std::optional<mapfile::Class> parse_mapfile_class(std::string_view text)
{
    bool const is_class = starts_with_word(text, "class");
    std::string source = "MAP LAYER TYPE LINE ";
    source += is_class ? "" : "CLASS ";
    source.append(text);
    source += is_class ? " END END" : " END END END";
    auto loaded = mapfile::load_text(source, ".", {.reads_files = false});
    if (!loaded.map || loaded.map->layers.empty() || loaded.map->layers.front().classes.empty()) {
        return std::nullopt;
    }
    auto& parsed = loaded.map->layers.front().classes.front();
    mapfile::Class drawn;
    drawn.styles = std::move(parsed.styles);
    drawn.labels = std::move(parsed.labels);
    drawn.leader = std::move(parsed.leader);
    drawn.text = std::move(parsed.text);
    return drawn;
}

/// The first of the names in an id that is a symbol of the map.
void set_symbol(mapfile::Style& style, mapfile::Map const& map, OgrTool const& tool)
{
    auto const* const id = tool.find("id");
    if (id == nullptr) {
        return;
    }
    for (auto const name : split(*id, ',')) {
        if (map.find_symbol(std::string{trim(name)}) > 0) {
            style.symbol.value.name = trim(name);
            return;
        }
    }
}

void set_number(double& value, OgrTool const& tool, std::string_view parameter)
{
    auto const* const text = tool.find(parameter);
    if (auto const number = text == nullptr ? std::nullopt : ogr_pixels(*text)) {
        value = *number;
    }
}

mapfile::OptionalColor color_of(OgrTool const& tool, std::string_view parameter)
{
    auto const* const text = tool.find(parameter);
    return text == nullptr ? std::nullopt : parse_color(*text);
}

mapfile::Style pen_of(mapfile::Map const& map, OgrTool const& tool)
{
    mapfile::Style style;
    style.color.value = color_of(tool, "c");
    set_number(style.width.value, tool, "w");
    set_symbol(style, map, tool);
    if (auto const* const pattern = tool.find("p")) {
        for (auto const word : split_words(*pattern)) {
            if (auto const length = ogr_pixels(word)) {
                style.pattern.push_back(*length);
            }
        }
    }
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
    return style;
}

mapfile::Style brush_of(mapfile::Map const& map, OgrTool const& tool)
{
    mapfile::Style style;
    style.color.value = color_of(tool, "fc");
    set_number(style.size.value, tool, "s");
    set_number(style.angle.value, tool, "a");
    set_symbol(style, map, tool);
    return style;
}

mapfile::Style symbol_of(mapfile::Map const& map, OgrTool const& tool)
{
    mapfile::Style style;
    style.color.value = color_of(tool, "c");
    style.outline_color.value = color_of(tool, "o");
    set_number(style.size.value, tool, "s");
    set_number(style.angle.value, tool, "a");
    set_symbol(style, map, tool);
    return style;
}

/// The font of this name, in the requested weight and slant if there is one: the keys of FONTSETs
/// end with them. An unknown font name means "default"; without that, the built-in one.
std::string font_of(mapfile::Map const& map, OgrTool const& tool)
{
    auto const* const name = tool.find("f");
    if (name == nullptr) {
        return "";
    }
    auto const is_font = [&](std::string_view key) { return map.find_font(key) != nullptr; };
    auto const is_requested = [&](std::string_view parameter) {
        auto const* const value = tool.find(parameter);
        return value != nullptr && *value == "1";
    };
    if (is_font(*name)) {
        auto turned =
            *name + (is_requested("bo") ? "-bold" : "") + (is_requested("it") ? "-italic" : "");
        return is_font(turned) ? std::move(turned) : *name;
    }
    return is_font("default") ? "default" : "";
}

/// Anchors 1 to 12 by the position of the point in the text: the base line, the middle, the top,
/// the bottom, each from left to right. The bottom is the base line, as in MapServer.
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

/// Always drawn, even where it collides. Ignores stretching, distances from the point and the
/// background. All as in MapServer.
mapfile::Label label_of(mapfile::Map const& map, OgrTool const& tool)
{
    mapfile::Label label;
    auto const* const text = tool.find("t");
    label.text = {.kind = mapfile::ExpressionKind::Logical, // "[name]" is not an attribute here
                  .text = expr::print(expr::Expression{expr::make_node(
                      expr::TextLiteral{text == nullptr ? "" : *text}, expr::Type::Text)})};
    label.font.value = font_of(map, tool);
    label.size.value = 1;
    set_number(label.size.value, tool, "s");
    label.size.value = std::trunc(label.size.value);
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

/// nullopt for a brush without colour: OGR's ogr-brush-1, an unfilled area.
std::optional<mapfile::Style> style_of(mapfile::Map const& map, OgrTool const& tool)
{
    if (tool.name == "PEN") {
        return pen_of(map, tool);
    }
    if (tool.name == "SYMBOL") {
        return symbol_of(map, tool);
    }
    auto const* const id = tool.find("id");
    bool const is_clear =
        id != nullptr && id->starts_with("ogr-brush-1") && (id->size() == 11 || (*id)[11] == ',');
    return tool.name == "BRUSH" && !is_clear ? std::optional{brush_of(map, tool)} : std::nullopt;
}

/// l: of two tools the one with the larger number is drawn on top of the other.
int level_of(OgrTool const& tool)
{
    auto const* const level = tool.find("l");
    return level == nullptr ? 1 : parse_int(*level).value_or(1);
}

/// Below the symbols of a brush: bc.
std::optional<mapfile::Style> background_of(OgrTool const& tool, mapfile::Style const& brush)
{
    bool const is_brush = tool.name == "BRUSH";
    bool const has_symbol = !brush.symbol.value.name.empty();
    auto const color = is_brush && has_symbol ? color_of(tool, "bc") : mapfile::OptionalColor{};
    if (!color) {
        return std::nullopt;
    }
    mapfile::Style style;
    style.color.value = color;
    return style;
}

/// Areas are drawn below lines, in any order of the text.
std::optional<mapfile::Class> parse_ogr_class(mapfile::Map const& map, std::string_view text,
                                              Pens pens)
{
    auto tools = parse_ogr_tools(text);
    if (!tools) {
        return std::nullopt;
    }
    std::ranges::stable_partition(*tools, [](OgrTool const& tool) { return tool.name == "BRUSH"; });
    std::ranges::stable_sort(*tools, {}, level_of);
    mapfile::Class drawn;
    for (auto const& tool : *tools) {
        if (tool.name == "LABEL") {
            drawn.labels.push_back(label_of(map, tool));
        } else if (auto style = style_of(map, tool)) {
            if (tool.name == "PEN" && pens == Pens::AreOutlines) {
                std::swap(style->color.value, style->outline_color.value);
            }
            if (auto below = background_of(tool, *style)) {
                drawn.styles.push_back(std::move(*below));
            }
            drawn.styles.push_back(std::move(*style));
        }
    }
    return drawn;
}

} // namespace

std::optional<mapfile::Class> parse_feature_style(mapfile::Map const& map, std::string_view text,
                                                  Pens pens)
{
    text = trim(text);
    if (text.size() > longest) {
        return std::nullopt;
    }
    if (starts_with_word(text, "style") || starts_with_word(text, "class")) {
        return parse_mapfile_class(text);
    }
    for (std::string_view const tool : {"pen", "brush", "symbol", "label"}) {
        if (starts_with_word(text, tool)) {
            return parse_ogr_class(map, text, pens);
        }
    }
    return std::nullopt;
}

} // namespace ms::style
