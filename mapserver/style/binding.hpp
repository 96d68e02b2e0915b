// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Evaluates a style's `[attribute]` and `( ... )` values feature by feature.

#include "style/color_range.hpp"
#include "style/value_binding.hpp"
#include "style/values.hpp"

#include <optional>
#include <span>
#include <string>
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
        return m_bindings.is_empty() && !m_range_column;
    }
    /// The values for one row. An attribute that is NULL or empty leaves the style's default, and 1
    /// for SIZE; of others the number that they begin with counts, else 0.
    [[nodiscard]] StyleValues values(feature::FeatureBatch const& batch, std::size_t row);

private:
    mapfile::Style const& m_style;
    ColorSpace m_space;
    std::optional<std::size_t> m_range_column; ///< RANGEITEM
    StyleValues m_constants;
    ValueBinding<StyleValues> m_bindings;
};

} // namespace ms::style
