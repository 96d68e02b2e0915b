// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The common part of `[attribute]` and `( ... )` values of styles and labels.

#include "expr/bind.hpp"
#include "mapfile/expressions.hpp"
#include "mapfile/model/common.hpp"

#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ms::style {

/// Appends a name unless it is there already.
void add_field(std::vector<std::string>& fields, std::string_view name);

void add_fields(std::vector<std::string>& fields, expr::Expression const& expression);

/// The index of an attribute among the columns of a batch.
/// \throws Error{BadMapfile} if it is not there
[[nodiscard]] std::size_t column_of(std::string const& attribute,
                                    std::span<std::string const> columns);

/// A colour as attributes spell it: "#rrggbb", "#rrggbbaa" or "r g b".
[[nodiscard]] mapfile::OptionalColor parse_color(std::string_view text);

/// The number that a text begins with ("12 px"), as MapServer reads it: 0 if it begins with none.
/// 0 for infinity and NaN, too.
[[nodiscard]] double number_in(std::string_view text) noexcept;

/// SIZE [attribute] where the attribute is NULL or empty, as in MapServer.
constexpr double size_without_value = 1;

/// An empty text leaves what is there.
template <typename Values, double Values::*member>
void assign_number(Values& values, std::string_view text)
{
    if (!text.empty()) {
        values.*member = number_in(text);
    }
}

template <typename Values, mapfile::OptionalColor Values::*member>
void assign_color(Values& values, std::string_view text)
{
    if (auto const color = parse_color(text)) {
        values.*member = color;
    }
}

/// The values of an object that vary, tied to the columns of a batch. Belongs to one thread.
template <typename Values>
class ValueBinding {
public:
    using Assign = void (*)(Values&, std::string_view);

    /// \throws Error{BadMapfile} when it is none of the columns
    void add_attribute(std::string const& attribute, Assign assign,
                       std::span<std::string const> columns)
    {
        if (!attribute.empty()) {
            m_attributes.push_back({column_of(attribute, columns), assign});
        }
    }
    void add_number(double Values::*member, bool is_whole, expr::Bound expression)
    {
        m_numbers.push_back({member, is_whole, std::move(expression)});
    }

    [[nodiscard]] bool is_empty() const noexcept
    {
        return m_attributes.empty() && m_numbers.empty();
    }

    /// Reads a row into values; NULL, an empty text, and a word or colour that is unknown, leave
    /// what is there.
    void assign(feature::FeatureBatch const& batch, std::size_t row, Values& values)
    {
        for (auto const& [number, assign] : m_attributes) {
            auto const& column = batch.attributes[number];
            if (!column.is_null(row)) {
                assign(values, column[row]);
            }
        }
        for (auto& [member, is_whole, expression] : m_numbers) {
            double const number = expression.number(batch, row).value_or(values.*member);
            values.*member = is_whole ? std::nearbyint(number) : number;
        }
    }

private:
    struct Attribute {
        std::size_t column;
        Assign assign;
    };
    struct Number {
        double Values::*member;
        bool is_whole;
        expr::Bound expression;
    };
    std::vector<Attribute> m_attributes;
    std::vector<Number> m_numbers;
};

} // namespace ms::style
