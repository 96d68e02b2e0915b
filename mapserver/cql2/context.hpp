// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The collection that a filter applies to: its properties and CRS.

#include "base/budget.hpp"
#include "crs/definition.hpp"
#include "expr/node.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace ms::cql2 {

/// The attribute that a name in a filter refers to.
struct Queryable {
    std::string attribute;              ///< of the layer; unused for the geometry
    expr::Type type = expr::Type::Text; ///< Shape: the layer's geometry
};

/// The collection that a filter applies to, which determines its meaning.
struct Context {
    /// By its name in filters, as written; nullopt for a name that is not queryable.
    std::function<std::optional<Queryable>(std::string_view name)> queryable{};
    crs::Definition layer_crs{}; ///< geometries are transformed to it
    /// Of the filter's geometries, in its authority's axis order; undefined: CRS84.
    crs::Definition filter_crs{};
    Budget* budget = nullptr; ///< of the request; null: unlimited
};

} // namespace ms::cql2
