// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Translates a filter's syntax tree to an expression.

#include "cql2/context.hpp"
#include "cql2/term.hpp"
#include "expr/node.hpp"

namespace ms::cql2 {

/// \throws Error{BadRequest} "Cannot translate CQL2 filter ..."
[[nodiscard]] expr::NodePtr translate(Term const& filter, Context const& context);

} // namespace ms::cql2
