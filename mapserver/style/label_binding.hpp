// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Evaluates a label's `[attribute]` and `( ... )` values feature by feature.

#include "mapfile/model/label.hpp"
#include "style/binding.hpp"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ms::style {

/// The bindable part of a label as plain values, in the mapfile's units.
struct LabelValues {
    std::string font;
    double size = 10;
    mapfile::OptionalColor color;
    mapfile::OptionalColor outline_color;
    double shadow_x = 1;
    double shadow_y = 1;
    mapfile::TextAlign align = mapfile::TextAlign::Default;
    double angle = 0; ///< degrees, counter-clockwise
    mapfile::Placement position = mapfile::Placement::CC;
    bool has_position = true; ///< false if the value of an attribute is not one of the nine
    double offset_x = 0;
    double offset_y = 0;
    double priority = 1;
    std::vector<StyleValues> styles; ///< of its STYLEs, in their order

    friend bool operator==(LabelValues const&, LabelValues const&) = default;
};

/// The values of a label whose bindings are left aside.
[[nodiscard]] LabelValues constant_values(mapfile::Label const& label);

/// Appends the attributes a label's values read to `fields`, each once.
/// \throws Error{BadMapfile} for an expression that does not parse
/// \param expressions of the label's map, here and below
void collect_fields(mapfile::Label const& label, std::vector<std::string>& fields,
                    mapfile::Expressions const& expressions = {});

/// The bindings of one label, tied to the columns of a batch. Belongs to one thread.
class LabelBinding {
public:
    /// \param label must outlive the binding
    /// \throws Error{BadMapfile} for an attribute that is not among the columns
    LabelBinding(mapfile::Label const& label, std::span<std::string const> columns,
                 mapfile::Expressions const& expressions = {});

    /// Whether every feature has the same values.
    [[nodiscard]] bool is_constant() const noexcept
    {
        return m_bindings.is_empty() && m_styles.empty();
    }
    /// The values for one row. An attribute that is NULL or no such value leaves the default.
    [[nodiscard]] LabelValues values(feature::FeatureBatch const& batch, std::size_t row);

private:
    LabelValues m_constants;
    ValueBinding<LabelValues> m_bindings;
    std::vector<std::pair<std::size_t, StyleBinding>> m_styles; ///< those that vary, by number
};

} // namespace ms::style
