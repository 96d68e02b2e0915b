// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Computing what does not depend on the feature when the expression is read.

#include "expr/node.hpp"

namespace ms::expr {

/// The node, or its value as a literal when all its operands are literals and it has one. Shapes
/// stay, and so do long texts.
[[nodiscard]] NodePtr fold(NodePtr node);

} // namespace ms::expr
