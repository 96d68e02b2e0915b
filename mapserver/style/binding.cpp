// SPDX-License-Identifier: MIT
#include "style/binding.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "expr/scalar.hpp"
#include "style/geom_transform.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace ms::style {

namespace {

template <double StyleValues::*member>
void assign_number(StyleValues& values, std::string_view text)
{
    if (auto const number = parse_double(text)) {
        values.*member = *number;
    }
}

std::optional<std::uint8_t> parse_hex_byte(std::string_view digits)
{
    std::uint8_t value = 0;
    auto const* const end = digits.data() + digits.size();
    auto const [stop, error] = std::from_chars(digits.data(), end, value, 16);
    return error == std::errc{} && stop == end ? std::optional{value} : std::nullopt;
}

template <mapfile::OptionalColor StyleValues::*member>
void assign_color(StyleValues& values, std::string_view text)
{
    if (auto const color = parse_color(text)) {
        values.*member = color;
    }
}

void assign_symbol(StyleValues& values, std::string_view text)
{
    auto const number = parse_int(text);
    values.symbol = number ? mapfile::SymbolReference{.index = *number}
                           : mapfile::SymbolReference{.name = std::string{text}};
}

template <typename Visit>
void each_bindable(mapfile::Style const& style, Visit&& visit)
{
    visit(style.color, assign_color<&StyleValues::color>);
    visit(style.outline_color, assign_color<&StyleValues::outline_color>);
    visit(style.opacity, assign_number<&StyleValues::opacity>);
    visit(style.symbol, assign_symbol);
    visit(style.size, assign_number<&StyleValues::size>);
    visit(style.width, assign_number<&StyleValues::width>);
    visit(style.outline_width, assign_number<&StyleValues::outline_width>);
    visit(style.angle, assign_number<&StyleValues::angle>);
    visit(style.offset_x, assign_number<&StyleValues::offset_x>);
    visit(style.offset_y, assign_number<&StyleValues::offset_y>);
    visit(style.polar_offset_pixel, assign_number<&StyleValues::polar_offset_pixel>);
    visit(style.polar_offset_angle, assign_number<&StyleValues::polar_offset_angle>);
}

/// Runs a function for each number that is an expression: a mapfile has them in SIZE, an SLD in
/// any.
template <typename Visit>
void each_expression(mapfile::Style const& style, Visit const& visit)
{
    auto const visit_set = [&](mapfile::Bindable<double> const& number,
                               double StyleValues::*member) {
        if (!number.expression.empty()) {
            visit(number.expression, member);
        }
    };
    visit_set(style.opacity, &StyleValues::opacity);
    visit_set(style.size, &StyleValues::size);
    visit_set(style.width, &StyleValues::width);
    visit_set(style.outline_width, &StyleValues::outline_width);
    visit_set(style.angle, &StyleValues::angle);
    visit_set(style.offset_x, &StyleValues::offset_x);
    visit_set(style.offset_y, &StyleValues::offset_y);
}

} // namespace

bool has_bindings(mapfile::Style const& style)
{
    bool has = false;
    each_bindable(style,
                  [&](auto const& value, auto const&) { has = has || !value.is_constant(); });
    return has;
}

mapfile::OptionalColor parse_color(std::string_view text)
{
    text = trim(text);
    std::array<std::uint8_t, 4> parts{0, 0, 0, 255};
    if (text.starts_with('#') && (text.size() == 7 || text.size() == 9)) {
        for (std::size_t i = 0; i * 2 + 1 < text.size(); ++i) {
            auto const part = parse_hex_byte(text.substr(i * 2 + 1, 2));
            if (!part) {
                return std::nullopt;
            }
            parts[i] = *part;
        }
    } else {
        auto const words = split_words(text);
        if (words.size() != 3) {
            return std::nullopt;
        }
        for (std::size_t i = 0; i < 3; ++i) {
            auto const part = parse_int(words[i]);
            if (!part || *part < 0 || *part > 255) {
                return std::nullopt;
            }
            parts[i] = static_cast<std::uint8_t>(*part);
        }
    }
    return image::Color{parts[0], parts[1], parts[2], parts[3]};
}

void add_field(std::vector<std::string>& fields, std::string_view name)
{
    if (std::ranges::find(fields, name) == fields.end()) {
        fields.emplace_back(name);
    }
}

void add_fields(std::vector<std::string>& fields, expr::Expression const& expression)
{
    for (auto const& name : expression.attributes()) {
        add_field(fields, name);
    }
}

void collect_fields(mapfile::Style const& style, std::vector<std::string>& fields,
                    mapfile::Expressions const& expressions)
{
    each_bindable(style, [&](auto const& bindable, auto) {
        if (!bindable.attribute.empty()) {
            add_field(fields, bindable.attribute);
        }
    });
    each_expression(style, [&](std::string const& expression, auto) {
        add_fields(fields, expressions.logical(expression));
    });
    if (has_color_range(style)) {
        add_field(fields, style.range_item);
    }
    if (is_expression(style.geom_transform)) {
        add_fields(fields, parse_transform(style.geom_transform, expressions));
    }
}

bool uses_shape(mapfile::Style const& style, mapfile::Expressions const& expressions)
{
    bool uses = false;
    each_expression(style, [&](std::string const& expression, auto) {
        uses = uses || expressions.logical(expression).uses_shape();
    });
    return uses;
}

std::size_t column_of(std::string const& attribute, std::span<std::string const> columns)
{
    auto const column = std::ranges::find(columns, attribute);
    if (column == columns.end()) {
        throw Error{ErrorKind::BadMapfile, "unknown attribute [" + attribute + "]"};
    }
    return static_cast<std::size_t>(column - columns.begin());
}

StyleBinding::StyleBinding(mapfile::Style const& style, std::span<std::string const> columns,
                           mapfile::Expressions const& expressions, ColorSpace space)
    : m_style(style), m_space(space), m_constants(constant_values(style))
{
    if (has_color_range(style)) {
        m_range_column = column_of(style.range_item, columns);
    }
    each_bindable(style, [&](auto const& bindable, auto assign) {
        if (!bindable.attribute.empty()) {
            m_bindings.push_back({column_of(bindable.attribute, columns), assign});
        }
    });
    each_expression(style, [&](std::string const& expression, auto member) {
        m_numbers.push_back({member, {expressions.logical(expression), columns}});
    });
}

StyleValues StyleBinding::values(feature::FeatureBatch const& batch, std::size_t row)
{
    StyleValues values = m_constants;
    assign_attributes(m_bindings, batch, row, values);
    if (m_range_column) {
        auto const text = batch.attributes[*m_range_column][row];
        values.color = color_in_range(m_style, expr::leading_number(text), m_space);
    }
    for (auto& [member, expression] : m_numbers) {
        values.*member = expression.number(batch, row).value_or(values.*member);
    }
    return values;
}

} // namespace ms::style
