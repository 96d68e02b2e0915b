// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Spelling and precedence of operators.

#include "expr/node.hpp"

#include <string_view>

namespace ms::expr {

// Precedence of the reference: OR, AND, NOT, comparisons, (spatial), + -, * / %, unary -, ^.
inline constexpr int rank_or = 1;
inline constexpr int rank_and = 2;
inline constexpr int rank_not = 3;
inline constexpr int rank_compare = 4;
inline constexpr int rank_spatial = 5;
inline constexpr int rank_add = 6;
inline constexpr int rank_multiply = 7;
inline constexpr int rank_negate = 8;
inline constexpr int rank_power = 9;

struct OperatorName {
    std::string_view sign; ///< or word, lower case
    Operator op = Operator::Or;
    int rank = rank_or; ///< binds tighter the higher
};

/// The binary operator of this spelling; nullptr if it is unknown.
[[nodiscard]] OperatorName const* find_binary_operator(std::string_view sign) noexcept;
/// Its preferred spelling and rank.
[[nodiscard]] OperatorName const& name_of(Operator op) noexcept;

} // namespace ms::expr
