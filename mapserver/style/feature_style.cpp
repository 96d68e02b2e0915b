// SPDX-License-Identifier: MIT
#include "style/feature_style.hpp"

#include "base/string.hpp"
#include "mapfile/load.hpp"
#include "style/binding.hpp"
#include "style/ogr_style.hpp"

#include <algorithm>

namespace ms::style {

namespace {

constexpr std::size_t longest = 1U << 16U; ///< bytes

bool starts_with_word(std::string_view text, std::string_view word)
{
    return text.size() > word.size() && equals_ignoring_case(text.substr(0, word.size()), word);
}

/// As one class of a map of its own; only its styles are taken.
std::optional<std::vector<mapfile::Style>> parse_mapfile_styles(std::string_view text)
{
    bool const is_class = starts_with_word(text, "class");
    std::string source = "MAP LAYER TYPE LINE ";
    source += is_class ? "" : "CLASS ";
    source.append(text);
    source += is_class ? " END END" : " END END END";
    auto const loaded = mapfile::load_text(source, ".", {.reads_files = false});
    if (!loaded.map || loaded.map->layers.empty() || loaded.map->layers.front().classes.empty()) {
        return std::nullopt;
    }
    return loaded.map->layers.front().classes.front().styles;
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

/// Nothing for a brush without colour: OGR's ogr-brush-1, an area that is not filled.
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

/// Areas lie below lines, whatever the order they are written in.
std::optional<std::vector<mapfile::Style>> parse_ogr_styles(mapfile::Map const& map,
                                                            std::string_view text)
{
    auto tools = parse_ogr_tools(text);
    if (!tools) {
        return std::nullopt;
    }
    std::ranges::stable_partition(*tools, [](OgrTool const& tool) { return tool.name == "BRUSH"; });
    std::vector<mapfile::Style> styles;
    for (auto const& tool : *tools) {
        if (auto style = style_of(map, tool)) {
            styles.push_back(std::move(*style));
        }
    }
    return styles;
}

} // namespace

std::optional<std::vector<mapfile::Style>> parse_feature_style(mapfile::Map const& map,
                                                               std::string_view text)
{
    text = trim(text);
    if (text.size() > longest) {
        return std::nullopt;
    }
    if (starts_with_word(text, "style") || starts_with_word(text, "class")) {
        return parse_mapfile_styles(text);
    }
    for (std::string_view const tool : {"pen", "brush", "symbol", "label"}) {
        if (starts_with_word(text, tool)) {
            return parse_ogr_styles(map, text);
        }
    }
    return std::nullopt;
}

} // namespace ms::style
