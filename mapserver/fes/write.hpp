// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes expressions as OGC filters.

#include "base/xml_writer.hpp"
#include "expr/expression.hpp"

namespace ms::fes {

/// Whether FES 1.0 can express it: comparisons, AND, OR, NOT, lists, arithmetic, predicates on the
/// shape and a literal geometry, and regular expressions that are only wildcards.
[[nodiscard]] bool is_writable(expr::Expression const& condition);

/// Writes <ogc:Filter>, or nothing for an expression that is always true.
/// \pre is_writable(condition)
void write_filter(XmlWriter& xml, expr::Expression const& condition);

/// The contents of an SE ParameterValueType that is a text: literals between <ogc:PropertyName>s.
/// \return false, and nothing written, when the text is computed otherwise
[[nodiscard]] bool write_mixed_text(XmlWriter& xml, expr::Expression const& text);

} // namespace ms::fes
