// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Translates OGC filters (FES 1.0, 1.1 and 2.0) to expressions.

#include "base/budget.hpp"
#include "base/xml.hpp"
#include "crs/definition.hpp"
#include "expr/expression.hpp"
#include "expr/node.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace ms::fes {

/// The layer that a filter applies to, which determines its meaning.
struct Context {
    crs::Definition layer_crs{}; ///< geometries are transformed to it
    std::string feature_id{};    ///< attribute of FeatureId, ResourceId; "": none
    /// Whether an attribute holds texts even where a literal looks like a number; may be empty.
    std::function<bool(std::string_view attribute)> is_text{};
    /// Number or Text for attributes of known type, for comparisons of two; may be empty.
    std::function<std::optional<expr::Type>(std::string_view attribute)> type_of{};
    Budget* budget = nullptr; ///< of the request; null: unlimited
};

/// The condition in a <Filter>: comparison, logical, spatial and temporal operators, FeatureId. The
/// expression is a tree, so that sources can push it down as SQL with bound values.
/// \throws Error{BadRequest} for malformed or unknown elements, naming the element, and for more
/// than expr::max_filter_geometries, Error{Limit} beyond the budget
[[nodiscard]] expr::Expression parse_filter(XmlNode const& filter, Context const& context);

/// An expression: PropertyName, ValueReference, Literal, Add, Sub, Mul, Div, Function; and the
/// mixture of texts and expressions that SE's ParameterValueType is, which becomes one text.
/// \throws as parse_filter()
[[nodiscard]] expr::NodePtr parse_value(XmlNode const& node);
[[nodiscard]] expr::NodePtr parse_mixed_text(XmlNode const& parent);

/// "ns:roads/ns:name" without prefixes and steps: "name".
[[nodiscard]] std::string attribute_name(std::string_view property);

} // namespace ms::fes
