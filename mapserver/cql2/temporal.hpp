// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Translates the temporal predicates, T_AFTER to T_STARTS, to comparisons of moments.

#include "cql2/term.hpp"
#include "expr/node.hpp"

#include <functional>
#include <string_view>

namespace ms::cql2 {

[[nodiscard]] bool is_temporal_predicate(std::string_view name) noexcept;

/// \param predicate  with two arguments, each a moment or an interval
/// \param moment     a property, date or timestamp as an expression
/// \throws Error{BadRequest} for arguments that are not times
[[nodiscard]] expr::NodePtr
temporal_condition(Term const& predicate, std::function<expr::NodePtr(Term const&)> const& moment);

} // namespace ms::cql2
