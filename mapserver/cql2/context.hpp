// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// What the names in a filter stand for.

#include "crs/definition.hpp"
#include "expr/node.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace ms::cql2 {

/// What a name in a filter stands for.
struct Queryable {
    std::string attribute;              ///< of the layer; unused for the geometry
    expr::Type type = expr::Type::Text; ///< Shape: the layer's geometry
};

/// What a filter means depends on the collection it is put to.
struct Context {
    /// By its name in filters, as written; nothing for what may not be asked for.
    std::function<std::optional<Queryable>(std::string_view name)> queryable{};
    crs::Definition layer_crs{}; ///< geometries are transformed to it
    /// Of the filter's geometries, in its authority's axis order; undefined: CRS84.
    crs::Definition filter_crs{};
};

} // namespace ms::cql2
