// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses and writes each type of the model: one pair of functions per type.

#include "mapfile/names.hpp"
#include "mapfile/reader.hpp"
#include "mapfile/writer_stream.hpp"

#include <concepts>

namespace ms::mapfile {

// Values after a keyword. Reading \throws ReadError; writing adds to the line.
void read_value(Reader& in, bool& value, Rule const& rule);
void read_value(Reader& in, int& value, Rule const& rule);
void read_value(Reader& in, double& value, Rule const& rule);
void read_value(Reader& in, char& value, Rule const& rule);
void read_value(Reader& in, std::string& value, Rule const& rule);
void read_value(Reader& in, OptionalColor& value, Rule const& rule);
void read_value(Reader& in, Extent& value, Rule const& rule);
void read_value(Reader& in, Size& value, Rule const& rule);
void read_value(Reader& in, SymbolReference& value, Rule const& rule);
void read_value(Reader& in, Expression& value, Rule const& rule);

void write_value(Writer& out, bool value, Rule const& rule);
void write_value(Writer& out, int value, Rule const& rule);
void write_value(Writer& out, double value, Rule const& rule);
void write_value(Writer& out, char value, Rule const& rule);
void write_value(Writer& out, std::string const& value, Rule const& rule);
void write_value(Writer& out, OptionalColor const& value, Rule const& rule);
void write_value(Writer& out, Extent const& value, Rule const& rule);
void write_value(Writer& out, Size const& value, Rule const& rule);
void write_value(Writer& out, SymbolReference const& value, Rule const& rule);
void write_value(Writer& out, Expression const& value, Rule const& rule);

// Values that continue until an END.
void read_list(Reader& in, StringMap& value);
void read_list(Reader& in, Projection& value);
void read_list(Reader& in, std::vector<double>& value);
void read_list(Reader& in, std::vector<SymbolPoint>& value);
void read_list(Reader& in, std::vector<std::vector<Feature::Point>>& value); ///< adds a part
void read_list(Reader& in, std::vector<std::pair<double, std::string>>& value);

/// The entries of a table as they are written: those of a full text in the order of MapServer.
[[nodiscard]] std::vector<std::pair<std::string, std::string> const*>
entries_of(Writer const& out, StringMap const& map);

void write_list(Writer& out, std::string_view name, StringMap const& value);
void write_list(Writer& out, std::string_view name, Projection const& value);
void write_list(Writer& out, std::string_view name, std::vector<double> const& value);
void write_list(Writer& out, std::string_view name, std::vector<SymbolPoint> const& value);
void write_list(Writer& out, std::string_view name,
                std::vector<std::vector<Feature::Point>> const& value);
void write_list(Writer& out, std::string_view name,
                std::vector<std::pair<double, std::string>> const& value);

// Enumerations by their words
[[nodiscard]] std::uint8_t read_enum(Reader& in, std::span<EnumName const> names, Rule const& rule);

template <typename Enum>
requires std::is_enum_v<Enum>
void read_value(Reader& in, Enum& value, Rule const& rule)
{
    value = static_cast<Enum>(read_enum(in, names_of<Enum>(), rule));
}

template <typename Enum>
requires std::is_enum_v<Enum>
void write_value(Writer& out, Enum value, Rule const&)
{
    out.word(word_of(value));
}

/// TRANSPARENT: set or not.
template <typename T>
void read_value(Reader& in, std::optional<T>& value, Rule const& rule)
{
    read_value(in, value.emplace(), rule);
}

template <typename T>
void write_value(Writer& out, std::optional<T> const& value, Rule const& rule)
{
    write_value(out, *value, rule);
}

/// A constant, `[attribute]`, or `( expression )` if the rule allows it. The last one has priority.
template <typename T>
void read_value(Reader& in, Bindable<T>& value, Rule const& rule)
{
    Position const at = in.peek().at;
    if (in.is_kind(TokenKind::Binding)) {
        if (in.peek().text.empty()) {
            in.fail("needs the name of an attribute in [ ]");
        }
        value = {.value = T(value.value), .attribute = std::string{in.next().text}};
    } else if (in.is_kind(TokenKind::Expression) && rule.takes_expression) {
        value = {.value = T(value.value), .expression = std::string{in.next().text}};
    } else {
        T constant = value.value;
        read_value(in, constant, rule);
        value = {.value = std::move(constant)};
    }
    value.at = at;
}

template <typename T>
void write_value(Writer& out, Bindable<T> const& value, Rule const& rule)
{
    if (!value.attribute.empty()) {
        out.word('[' + value.attribute + ']');
    } else if (!value.expression.empty()) {
        out.word(value.expression);
    } else {
        write_value(out, value.value, rule);
    }
}

} // namespace ms::mapfile
