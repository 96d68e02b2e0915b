// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Translates filters of OGC APIs (OGC 21-065r2, CQL2) to expressions.

#include "crs/definition.hpp"
#include "expr/expression.hpp"
#include "expr/node.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace ms::cql2 {

enum class Language : std::uint8_t { Text, Json };

/// "cql2-text" or "cql2-json", case folded; nothing for others.
[[nodiscard]] std::optional<Language> language_named(std::string_view name) noexcept;

/// What a name in a filter stands for.
struct Queryable {
    std::string attribute;              ///< of the layer; unused for the geometry
    expr::Type type = expr::Type::Text; ///< Shape: the layer's geometry
};

/// What a filter means depends on the collection it is put to.
struct Context {
    /// By its name in filters, as written; nullopt for a name that is not queryable.
    std::function<std::optional<Queryable>(std::string_view name)> queryable{};
    crs::Definition layer_crs{}; ///< geometries are transformed to it
    /// Of the filter's geometries, in its authority's axis order; undefined: CRS84.
    crs::Definition filter_crs{};
};

/// The condition that a filter is. The expression is a tree, so that sources that can push it down
/// as SQL with bound values. A comparison with a NULL is neither true nor false.
/// \throws Error{BadRequest} whose message a client may read: "Cannot parse filter: ..." with the
///         place, or "Cannot translate CQL2 filter to MapServer expression: ..."
[[nodiscard]] expr::Expression parse(std::string_view filter, Language language,
                                     Context const& context);

} // namespace ms::cql2
