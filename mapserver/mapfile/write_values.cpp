// SPDX-License-Identifier: MIT
#include "mapfile/expression_text.hpp"
#include "mapfile/quote.hpp"
#include "mapfile/values.hpp"

#include "base/string.hpp"

namespace ms::mapfile {

namespace {

std::string hex(std::uint8_t value)
{
    constexpr std::string_view digits = "0123456789abcdef";
    return {digits[value >> 4U], digits[value & 15U]};
}

/// "+proj=utm +zone=11" as "proj=utm" and "zone=11".
std::vector<std::string> single_arguments(Projection const& projection)
{
    std::vector<std::string> arguments;
    for (auto const& text : projection.arguments) {
        if (!text.starts_with('+')) {
            arguments.push_back(text);
            continue;
        }
        for (auto const part : split(text, '+')) {
            if (auto const argument = trim(part); !argument.empty()) {
                arguments.emplace_back(argument);
            }
        }
    }
    return arguments;
}

void write_point(Writer& out, auto const& point)
{
    out.begin_line("");
    out.number(point.x);
    out.number(point.y);
    out.end_line();
}

} // namespace

void write_value(Writer& out, bool value, Rule const& rule)
{
    if (rule.words == YesNo::OnOff) {
        out.word(value ? "ON" : "OFF");
    } else {
        out.word(value ? "TRUE" : "FALSE");
    }
}

void write_value(Writer& out, int value, Rule const&)
{
    out.word(std::to_string(value));
}

void write_value(Writer& out, double value, Rule const&)
{
    out.number(value);
}

void write_value(Writer& out, char value, Rule const&)
{
    if (value == '\0' || value == '\\') {
        out.quoted_word(value == '\0' ? "" : "\\");
    } else {
        std::string const quote = value == '\'' ? "\"" : "'";
        out.word(quote + value + quote);
    }
}

void write_value(Writer& out, std::string const& value, Rule const& rule)
{
    bool const is_expression = rule.takes_expression && value.starts_with('(') &&
                               value.ends_with(')') && value.find('\n') == std::string::npos;
    if (is_expression) {
        out.word(value);
    } else {
        out.quoted_word(value);
    }
}

void write_value(Writer& out, OptionalColor const& value, Rule const&)
{
    if (!value) {
        out.word("-1 -1 -1");
    } else if (value->alpha == 255) {
        out.number(value->red);
        out.number(value->green);
        out.number(value->blue);
    } else {
        out.quoted_word('#' + hex(value->red) + hex(value->green) + hex(value->blue) +
                        hex(value->alpha));
    }
}

void write_value(Writer& out, Extent const& value, Rule const&)
{
    for (double const side : {value.min_x, value.min_y, value.max_x, value.max_y}) {
        out.number(side);
    }
}

void write_value(Writer& out, Size const& value, Rule const&)
{
    out.word(std::to_string(value.width));
    out.word(std::to_string(value.height));
}

void write_value(Writer& out, SymbolReference const& value, Rule const&)
{
    if (value.name.empty()) {
        out.word(std::to_string(value.index));
    } else {
        out.quoted_word(value.name);
    }
}

void write_value(Writer& out, Expression const& value, Rule const&)
{
    if (value.kind == ExpressionKind::String) {
        out.word(in_quotes(value.text) + (value.ignore_case ? "i" : ""));
    } else if (value.is_set()) {
        out.word(text_of(value));
    }
}

std::vector<std::pair<std::string, std::string> const*> entries_of(Writer const& out,
                                                                   StringMap const& map)
{
    if (out.spells_out()) {
        return map.in_table_order();
    }
    std::vector<std::pair<std::string, std::string> const*> entries;
    for (auto const& entry : map.entries) {
        entries.push_back(&entry);
    }
    return entries;
}

void write_list(Writer& out, std::string_view name, StringMap const& value)
{
    out.open(name);
    for (auto const* const entry : entries_of(out, value)) {
        out.pair(entry->first, entry->second);
    }
    out.close();
}

void write_list(Writer& out, std::string_view name, Projection const& value)
{
    out.open(name);
    for (auto const& argument : out.spells_out() ? single_arguments(value) : value.arguments) {
        out.begin_line("");
        out.quoted_word(argument);
        out.end_line();
    }
    out.close();
}

void write_list(Writer& out, std::string_view name, std::vector<double> const& value)
{
    out.begin_line(name);
    out.end_line();
    out.begin_line(" ");
    for (double const number : value) {
        out.fixed_number(number, 2);
    }
    out.end_line();
    out.begin_line("END #");
    out.word(name);
    out.end_line();
}

void write_list(Writer& out, std::string_view name, std::vector<SymbolPoint> const& value)
{
    out.open(name);
    for (auto const& point : value) {
        write_point(out, point);
    }
    out.close();
}

void write_list(Writer& out, std::string_view name,
                std::vector<std::vector<Feature::Point>> const& value)
{
    for (auto const& part : value) { // not indented, as MapServer writes them
        out.begin_line(name);
        out.end_line();
        for (auto const& point : part) {
            write_point(out, point);
        }
        out.begin_line("END #");
        out.word(name);
        out.end_line();
    }
}

void write_list(Writer& out, std::string_view name,
                std::vector<std::pair<double, std::string>> const& value)
{
    out.open(name);
    for (auto const& [limit, text] : value) {
        out.pair(format_double(limit), text);
    }
    out.close();
}

} // namespace ms::mapfile
