// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Prints expressions as text.

#include "expr/expression.hpp"

#include <string>

namespace ms::expr {

/// The expression in a canonical spelling, in parentheses; parse() reads it as the same tree.
/// "(true)" if it is always true.
[[nodiscard]] std::string print(Expression const& expression);

} // namespace ms::expr
