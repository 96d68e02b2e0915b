// SPDX-License-Identifier: MIT
#include "style/label_binding.hpp"

#include "base/string.hpp"
#include "style/binding.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ms::style {

namespace {

/// To the nearest whole number, as MapServer.
template <double LabelValues::*member>
void assign_whole(LabelValues& values, std::string_view text)
{
    if (!text.empty()) {
        values.*member = std::nearbyint(number_in(text));
    }
}

void assign_font(LabelValues& values, std::string_view text)
{
    values.font = text;
}

template <typename T>
using Word = std::pair<std::string_view, T>;

/// Whether it is one of the words.
template <typename T, std::size_t n>
bool assign_word(T& value, std::string_view text, std::array<Word<T>, n> const& words)
{
    for (auto const& [word, meaning] : words) {
        if (equals_ignoring_case(trim(text), word)) {
            value = meaning;
            return true;
        }
    }
    return false;
}

void assign_align(LabelValues& values, std::string_view text)
{
    using enum mapfile::TextAlign;
    constexpr std::array words{Word<mapfile::TextAlign>{"left", Left},
                               Word<mapfile::TextAlign>{"center", Center},
                               Word<mapfile::TextAlign>{"right", Right}};
    assign_word(values.align, text, words);
}

/// MapServer 8.0.0 knows no AUTO as a value.
void assign_position(LabelValues& values, std::string_view text)
{
    using enum mapfile::Placement;
    using Row = Word<mapfile::Placement>;
    constexpr std::array words{Row{"ul", UL}, Row{"uc", UC}, Row{"ur", UR},
                               Row{"cl", CL}, Row{"cc", CC}, Row{"cr", CR},
                               Row{"ll", LL}, Row{"lc", LC}, Row{"lr", LR}};
    values.has_position = assign_word(values.position, text, words);
}

template <typename Visit>
void each_bindable(mapfile::Label const& label, Visit&& visit)
{
    visit(label.font, assign_font);
    visit(label.size, assign_number<LabelValues, &LabelValues::size>);
    visit(label.color, assign_color<LabelValues, &LabelValues::color>);
    visit(label.outline_color, assign_color<LabelValues, &LabelValues::outline_color>);
    visit(label.shadow_size_x, assign_whole<&LabelValues::shadow_x>);
    visit(label.shadow_size_y, assign_whole<&LabelValues::shadow_y>);
    visit(label.align, assign_align);
    visit(label.angle, assign_number<LabelValues, &LabelValues::angle>);
    visit(label.position, assign_position);
    visit(label.offset_x, assign_whole<&LabelValues::offset_x>);
    visit(label.offset_y, assign_whole<&LabelValues::offset_y>);
    visit(label.priority, assign_number<LabelValues, &LabelValues::priority>);
}

/// \param visit gets an expression, the number that it makes and whether that is rounded
template <typename Visit>
void each_expression(mapfile::Label const& label, Visit const& visit)
{
    auto const visit_set = [&](std::string const& expression, double LabelValues::*member,
                               bool is_whole) {
        if (!expression.empty()) {
            visit(expression, member, is_whole);
        }
    };
    visit_set(label.size.expression, &LabelValues::size, false);
    visit_set(label.angle.expression, &LabelValues::angle, false);
    visit_set(label.offset_x.expression, &LabelValues::offset_x, true);
    visit_set(label.offset_y.expression, &LabelValues::offset_y, true);
    visit_set(label.priority.expression, &LabelValues::priority, false);
}

} // namespace

LabelValues constant_values(mapfile::Label const& label)
{
    std::vector<StyleValues> styles;
    for (auto const& style : label.styles) {
        styles.push_back(constant_values(style));
    }
    return {.font = label.font.value,
            .size = label.size.value,
            .color = label.color.value,
            .outline_color = label.outline_color.value,
            .shadow_x = label.shadow_size_x.value,
            .shadow_y = label.shadow_size_y.value,
            .align = label.align.value,
            .angle = label.angle.value,
            .position = label.position.value,
            .offset_x = static_cast<double>(label.offset_x.value),
            .offset_y = static_cast<double>(label.offset_y.value),
            .priority = static_cast<double>(label.priority.value),
            .styles = std::move(styles)};
}

void collect_fields(mapfile::Label const& label, std::vector<std::string>& fields,
                    mapfile::Expressions const& expressions)
{
    each_bindable(label, [&](auto const& bindable, auto) {
        if (!bindable.attribute.empty()) {
            add_field(fields, bindable.attribute);
        }
    });
    each_expression(label, [&](std::string const& expression, auto, bool) {
        add_fields(fields, expressions.logical(expression));
    });
    for (auto const& style : label.styles) {
        collect_fields(style, fields, expressions);
    }
}

LabelBinding::LabelBinding(mapfile::Label const& label, std::span<std::string const> columns,
                           mapfile::Expressions const& expressions)
    : m_constants(constant_values(label))
{
    if (!label.size.attribute.empty()) {
        m_constants.size = size_without_value;
    }
    m_constants.has_position = label.position.attribute.empty();
    each_bindable(label, [&](auto const& bindable, auto assign) {
        m_bindings.add_attribute(bindable.attribute, assign, columns);
    });
    each_expression(label, [&](std::string const& expression, auto member, bool is_whole) {
        m_bindings.add_number(member, is_whole, {expressions.logical(expression), columns});
    });
    for (std::size_t i = 0; i < label.styles.size(); ++i) {
        StyleBinding binding{label.styles[i], columns, expressions};
        if (!binding.is_constant()) {
            m_styles.emplace_back(i, std::move(binding));
        }
    }
}

LabelValues LabelBinding::values(feature::FeatureBatch const& batch, std::size_t row)
{
    LabelValues values = m_constants;
    m_bindings.assign(batch, row, values);
    for (auto& [index, binding] : m_styles) {
        values.styles[index] = binding.values(batch, row);
    }
    return values;
}

} // namespace ms::style
