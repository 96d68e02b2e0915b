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
    if (!style.size.expression.empty()) {
        add_fields(fields, expressions.logical(style.size.expression));
    }
    if (has_color_range(style)) {
        add_field(fields, style.range_item);
    }
    if (is_expression(style.geom_transform)) {
        add_fields(fields, parse_transform(style.geom_transform, expressions));
    }
}

bool uses_shape(mapfile::Style const& style, mapfile::Expressions const& expressions)
{
    return !style.size.expression.empty() &&
           expressions.logical(style.size.expression).uses_shape();
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
    if (!style.size.expression.empty()) {
        m_size.emplace(expressions.logical(style.size.expression), columns);
    }
}

StyleValues StyleBinding::values(feature::FeatureBatch const& batch, std::size_t row)
{
    StyleValues values = m_constants;
    assign_attributes(m_bindings, batch, row, values);
    if (m_range_column) {
        auto const text = batch.attributes[*m_range_column][row];
        values.color = color_in_range(m_style, expr::leading_number(text), m_space);
    }
    if (m_size) {
        values.size = m_size->number(batch, row).value_or(values.size);
    }
    return values;
}

} // namespace ms::style
