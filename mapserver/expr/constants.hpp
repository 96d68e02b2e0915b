// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Evaluates at parse time what does not depend on the feature.

#include "expr/node.hpp"

namespace ms::expr {

/// The node, or its value as a literal when all its operands are literals and it has one. Shapes
/// stay, and so do long texts.
[[nodiscard]] NodePtr fold(NodePtr node);

} // namespace ms::expr
