// SPDX-License-Identifier: MIT
#include "base/string.hpp"
#include "sld/se_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

namespace ms::sld {

namespace {

constexpr double no_limit = std::numeric_limits<double>::infinity();

/// Values of [pixel] that a class takes: from `low` up to `high` without it, or one value.
struct PixelRange {
    double low = -no_limit;
    double high = no_limit;
    std::optional<double> value;
};

std::string_view skip(std::string_view& rest, std::size_t count)
{
    auto const taken = rest.substr(0, count);
    rest = trim(rest.substr(count));
    return taken;
}

/// The text before an operator or word, which stays in `rest`.
std::string_view operand(std::string_view& rest)
{
    if (starts_with_ignoring_case(rest, "[pixel]")) {
        return skip(rest, 7);
    }
    return skip(rest, std::min(rest.find_first_of(" <>=!&A"), rest.size()));
}

std::string_view operation(std::string_view& rest)
{
    for (std::string_view const known : {"<=", ">=", "==", "<", ">", "="}) {
        if (rest.starts_with(known)) {
            return skip(rest, known.size());
        }
    }
    return {};
}

bool narrow(PixelRange& range, std::string_view op, double number)
{
    if (op == ">=") {
        range.low = number;
    } else if (op == "<") {
        range.high = number;
    } else if (op == "=" || op == "==") {
        range.value = number;
    } else {
        return false; // a ColorMap cannot express limits that belong to the other side
    }
    return true;
}

/// nullopt unless it consists of comparisons of [pixel] with numbers, joined by AND.
std::optional<PixelRange> range_of(mapfile::Class const& from)
{
    PixelRange range;
    auto const text = replace_all(replace_all(from.expression.text, "(", " "), ")", " ");
    auto rest = trim(text);
    if (from.expression.kind == mapfile::ExpressionKind::String) {
        range.value = parse_double(rest);
        return range.value ? std::optional{range} : std::nullopt;
    }
    if (from.expression.kind != mapfile::ExpressionKind::Logical) {
        return std::nullopt;
    }
    for (;;) {
        auto const left = operand(rest);
        auto const op = operation(rest);
        auto const number = parse_double(operand(rest));
        if (!equals_ignoring_case(left, "[pixel]") || !number || !narrow(range, op, *number)) {
            return std::nullopt;
        }
        if (rest.empty()) {
            return range;
        }
        if (starts_with_ignoring_case(rest, "AND")) {
            skip(rest, 3);
        } else if (rest.starts_with("&&")) {
            skip(rest, 2);
        } else {
            return std::nullopt;
        }
    }
}

struct RangedClass {
    mapfile::Class const* from;
    PixelRange range;
};

mapfile::Style const* ramp_of(mapfile::Class const& from)
{
    auto const found = std::ranges::find_if(from.styles, [](mapfile::Style const& style) {
        return style.range_min_color && style.range_max_color;
    });
    return found == from.styles.end() ? nullptr : &*found;
}

void write_entry(SeWriter& writer, double quantity, mapfile::OptionalColor const& color,
                 double opacity, std::string const& label)
{
    auto& xml = writer.xml();
    writer.open("ColorMapEntry");
    xml.attribute("color", color ? hex_color(*color) : "#000000")
        .attribute("quantity", fmt::format("{}", quantity));
    if (!color || opacity < 1) {
        xml.attribute("opacity", color ? two_decimals(opacity) : "0");
    }
    if (!label.empty()) {
        xml.attribute("label", label);
    }
    writer.close();
}

void write_class_entry(SeWriter& writer, double quantity, mapfile::Class const& from)
{
    auto const* const style = from.styles.empty() ? nullptr : &from.styles.front();
    auto const color = style == nullptr ? mapfile::OptionalColor{} : style->color.value;
    write_entry(writer, quantity, color, style == nullptr ? 0 : opacity_of(*style, color),
                from.name);
}

/// Entries from their quantity up to the next; gaps between classes become transparent entries.
void write_steps(SeWriter& writer, std::vector<RangedClass> const& classes)
{
    for (std::size_t i = 0; i < classes.size(); ++i) {
        auto const& [from, range] = classes[i];
        write_class_entry(writer, std::max(range.low, -1e300), *from);
        bool const is_last = i + 1 == classes.size();
        if (is_last || classes[i + 1].range.low > range.high) {
            write_entry(writer, std::min(range.high, 1e300), {}, 0, {});
        }
    }
}

void write_ramp(SeWriter& writer, std::vector<RangedClass> const& classes)
{
    for (auto const& [from, range] : classes) {
        auto const& style = *ramp_of(*from);
        write_entry(writer, style.range_min, style.range_min_color,
                    style.range_min_color->alpha / 255.0, from->name);
        write_entry(writer, style.range_max, style.range_max_color,
                    style.range_max_color->alpha / 255.0, {});
    }
}

void write_color_map(SeWriter& writer, std::vector<RangedClass> classes)
{
    bool const are_ramps = std::ranges::all_of(
        classes, [](RangedClass const& each) { return ramp_of(*each.from) != nullptr; });
    bool const are_values = std::ranges::all_of(
        classes, [](RangedClass const& each) { return each.range.value.has_value(); });
    bool const are_steps = std::ranges::none_of(classes, [](RangedClass const& each) {
        return each.range.value || ramp_of(*each.from) != nullptr;
    });
    if (!are_ramps && !are_values && !are_steps) {
        writer.xml().comment("its classes are of several kinds, which no ColorMap can say");
        return;
    }
    writer.open("ColorMap");
    if (are_ramps) {
        writer.xml().attribute("type", "ramp");
        write_ramp(writer, classes);
    } else if (are_values) {
        writer.xml().attribute("type", "values");
        for (auto const& [from, range] : classes) {
            write_class_entry(writer, *range.value, *from);
        }
    } else {
        std::ranges::stable_sort(classes, {},
                                 [](RangedClass const& each) { return each.range.low; });
        write_steps(writer, classes);
    }
    writer.close();
}

} // namespace

void write_raster(SeWriter& writer, mapfile::Layer const& layer,
                  std::vector<mapfile::Class const*> const& classes)
{
    std::vector<RangedClass> ranged;
    std::vector<std::string> left_out;
    for (auto const* const each : classes) {
        auto range = range_of(*each);
        if (!range && !each->expression.is_set() && ramp_of(*each) != nullptr) {
            range = PixelRange{};
        }
        if (range) {
            ranged.push_back({each, *range});
        } else {
            left_out.push_back(each->name);
        }
    }
    writer.open("RasterSymbolizer");
    if (layer.compositors.size() == 1 && layer.compositors.front().opacity < 100) {
        writer.element("Opacity", two_decimals(layer.compositors.front().opacity / 100.0));
    }
    for (auto const& name : left_out) {
        writer.xml().comment("the class \"" + name +
                             "\" has an EXPRESSION that no ColorMap can say");
    }
    if (!ranged.empty()) {
        write_color_map(writer, std::move(ranged));
    }
    writer.close();
}

} // namespace ms::sld
