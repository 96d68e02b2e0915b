// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Evaluates a style's `[attribute]` and `( ... )` values feature by feature.

#include "expr/bind.hpp"
#include "mapfile/expressions.hpp"
#include "style/color_range.hpp"
#include "style/values.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ms::style {

/// Appends the attributes a style reads to `fields`, each once.
/// \throws Error{BadMapfile} for an expression that does not parse
/// \param expressions of the style's map, here and below
void collect_fields(mapfile::Style const& style, std::vector<std::string>& fields,
                    mapfile::Expressions const& expressions = {});

/// Whether an expression uses the shape of the feature. \throws as collect_fields()
[[nodiscard]] bool uses_shape(mapfile::Style const& style,
                              mapfile::Expressions const& expressions = {});
/// Whether any value of a style comes from attributes or an expression.
[[nodiscard]] bool has_bindings(mapfile::Style const& style);

/// Appends a name unless it is there already.
void add_field(std::vector<std::string>& fields, std::string_view name);

void add_fields(std::vector<std::string>& fields, expr::Expression const& expression);

/// The index of an attribute among the columns of a batch.
/// \throws Error{BadMapfile} if it is not there
[[nodiscard]] std::size_t column_of(std::string const& attribute,
                                    std::span<std::string const> columns);

/// An attribute and what it does to the values it is read into.
template <typename Values>
struct AttributeBinding {
    std::size_t column = 0; ///< of the batch
    void (*assign)(Values&, std::string_view) = nullptr;
};

/// Reads a row's attributes into values; NULL leaves what is there.
template <typename Values>
void assign_attributes(std::vector<AttributeBinding<Values>> const& bindings,
                       feature::FeatureBatch const& batch, std::size_t row, Values& values)
{
    for (auto const& binding : bindings) {
        auto const& column = batch.attributes[binding.column];
        if (!column.is_null(row)) {
            binding.assign(values, column[row]);
        }
    }
}

/// A colour as attributes spell it: "#rrggbb", "#rrggbbaa" or "r g b".
[[nodiscard]] mapfile::OptionalColor parse_color(std::string_view text);

/// The bindings of one style, tied to the columns of a batch. Belongs to one thread.
class StyleBinding {
public:
    /// \param style must outlive the binding
    /// \param columns names of the batch's attributes
    /// \throws Error{BadMapfile} for an attribute that is not among the columns
    StyleBinding(mapfile::Style const& style, std::span<std::string const> columns,
                 mapfile::Expressions const& expressions = {}, ColorSpace space = ColorSpace::Rgb);

    /// Whether every feature has the same values.
    [[nodiscard]] bool is_constant() const noexcept
    {
        return m_bindings.empty() && m_numbers.empty() && !m_range_column;
    }
    /// The values for one row. An attribute that is NULL or no number leaves the style's default.
    [[nodiscard]] StyleValues values(feature::FeatureBatch const& batch, std::size_t row);

private:
    struct Number {
        double StyleValues::*member;
        expr::Bound expression;
    };

    mapfile::Style const& m_style;
    ColorSpace m_space;
    std::optional<std::size_t> m_range_column; ///< RANGEITEM
    StyleValues m_constants;
    std::vector<AttributeBinding<StyleValues>> m_bindings;
    std::vector<Number> m_numbers;
};

} // namespace ms::style
