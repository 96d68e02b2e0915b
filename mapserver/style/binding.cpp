// SPDX-License-Identifier: MIT
#include "style/binding.hpp"

#include "base/string.hpp"
#include "expr/scalar.hpp"
#include "style/geom_transform.hpp"

namespace ms::style {

namespace {

void assign_symbol(StyleValues& values, std::string_view text)
{
    auto const number = parse_int(text);
    values.symbol = number ? mapfile::SymbolReference{.index = *number}
                           : mapfile::SymbolReference{.name = std::string{text}};
}

template <typename Visit>
void each_bindable(mapfile::Style const& style, Visit&& visit)
{
    visit(style.color, assign_color<StyleValues, &StyleValues::color>);
    visit(style.outline_color, assign_color<StyleValues, &StyleValues::outline_color>);
    visit(style.opacity, assign_number<StyleValues, &StyleValues::opacity>);
    visit(style.symbol, assign_symbol);
    visit(style.size, assign_number<StyleValues, &StyleValues::size>);
    visit(style.width, assign_number<StyleValues, &StyleValues::width>);
    visit(style.outline_width, assign_number<StyleValues, &StyleValues::outline_width>);
    visit(style.angle, assign_number<StyleValues, &StyleValues::angle>);
    visit(style.offset_x, assign_number<StyleValues, &StyleValues::offset_x>);
    visit(style.offset_y, assign_number<StyleValues, &StyleValues::offset_y>);
    visit(style.polar_offset_pixel, assign_number<StyleValues, &StyleValues::polar_offset_pixel>);
    visit(style.polar_offset_angle, assign_number<StyleValues, &StyleValues::polar_offset_angle>);
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

StyleBinding::StyleBinding(mapfile::Style const& style, std::span<std::string const> columns,
                           mapfile::Expressions const& expressions, ColorSpace space)
    : m_style(style), m_space(space), m_constants(constant_values(style))
{
    if (has_color_range(style)) {
        m_range_column = column_of(style.range_item, columns);
    }
    if (!style.size.attribute.empty()) {
        m_constants.size = size_without_value;
    }
    each_bindable(style, [&](auto const& bindable, auto assign) {
        m_bindings.add_attribute(bindable.attribute, assign, columns);
    });
    each_expression(style, [&](std::string const& expression, auto member) {
        m_bindings.add_number(member, false, {expressions.logical(expression), columns});
    });
}

StyleValues StyleBinding::values(feature::FeatureBatch const& batch, std::size_t row)
{
    StyleValues values = m_constants;
    m_bindings.assign(batch, row, values);
    if (m_range_column) {
        auto const text = batch.attributes[*m_range_column][row];
        values.color = color_in_range(m_style, expr::leading_number(text), m_space);
    }
    return values;
}

} // namespace ms::style
