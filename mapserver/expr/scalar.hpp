// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses numbers in attributes, and computes with them.

#include "expr/node.hpp"

#include <optional>
#include <string_view>

namespace ms::expr {

/// The number at the beginning of a text, as C's atof has it: "12 m" is 12, "" and "abc" are 0,
/// "0x10" is 16, "NaN" and "Infinity" are what they say. Attributes without quotes are read so.
[[nodiscard]] double leading_number(std::string_view text) noexcept;

/// Add to Power. Nothing when divided by zero; div drops the digits behind the quotient's point, %
/// those of its operands.
[[nodiscard]] std::optional<double> calculate(Operator op, double a, double b) noexcept;

/// To a multiple of `step`, halves to the even one. Nothing when the step is 0.
[[nodiscard]] std::optional<double> round_to(double value, double step) noexcept;

/// The same comparison with its sides exchanged.
[[nodiscard]] Operator mirrored(Operator op) noexcept;

} // namespace ms::expr
