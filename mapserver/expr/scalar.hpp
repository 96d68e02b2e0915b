// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses numbers in attributes, and computes with them.

#include "expr/node.hpp"

#include <optional>
#include <string_view>

namespace ms::expr {

/// The number at the beginning of a text, like C's atof: "12 m" is 12, "" and "abc" are 0, "0x10"
/// is 16, "NaN" and "Infinity" are parsed. Used for attributes without quotes.
[[nodiscard]] double leading_number(std::string_view text) noexcept;

/// Add to Power. nullopt for division by zero; div drops the decimal places of the quotient, %
/// those of its operands.
[[nodiscard]] std::optional<double> calculate(Operator op, double a, double b) noexcept;

/// Rounds to a multiple of `step`, halves to the even one. nullopt if the step is 0.
[[nodiscard]] std::optional<double> round_to(double value, double step) noexcept;

/// The same comparison with its sides exchanged.
[[nodiscard]] Operator mirrored(Operator op) noexcept;

} // namespace ms::expr
