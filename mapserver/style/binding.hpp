// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reading a style's `[attribute]` and `( ... )` values feature by feature.

#include "expr/bind.hpp"
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
void collect_fields(mapfile::Style const& style, std::vector<std::string>& fields);

/// Appends a name unless it is there already.
void add_field(std::vector<std::string>& fields, std::string_view name);

void add_fields(std::vector<std::string>& fields, expr::Expression const& expression);

/// A colour as attributes spell it: "#rrggbb", "#rrggbbaa" or "r g b".
[[nodiscard]] mapfile::OptionalColor parse_color(std::string_view text);

/// The bindings of one style, tied to the columns of a batch. Belongs to one thread.
class StyleBinding {
public:
    /// \param style must outlive the binding
    /// \param columns names of the batch's attributes
    /// \throws Error{BadMapfile} for an attribute that is not among the columns
    StyleBinding(mapfile::Style const& style, std::span<std::string const> columns,
                 ColorSpace space = ColorSpace::Rgb);

    /// Whether every feature looks alike.
    [[nodiscard]] bool is_constant() const noexcept
    {
        return m_bindings.empty() && !m_size && !m_range_column;
    }
    /// The values for one row. An attribute that is NULL or no number leaves the style's default.
    [[nodiscard]] StyleValues values(feature::FeatureBatch const& batch, std::size_t row);

private:
    using Assign = void (*)(StyleValues&, std::string_view);
    struct Binding {
        std::size_t column = 0;
        Assign assign = nullptr;
    };
    template <typename T>
    void bind(mapfile::Bindable<T> const& bindable, std::span<std::string const> columns,
              Assign assign);

    mapfile::Style const& m_style;
    ColorSpace m_space;
    std::optional<std::size_t> m_range_column; ///< RANGEITEM
    StyleValues m_constants;
    std::vector<Binding> m_bindings;
    std::optional<expr::Bound> m_size;
};

} // namespace ms::style
