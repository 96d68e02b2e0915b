// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Builds nodes: checks the types of operands, and evaluates constant ones at once.

#include "expr/functions.hpp"
#include "expr/node.hpp"

#include <string_view>
#include <vector>

namespace ms::expr {

// An attribute takes the type of the other operand, regardless of quotes: [name] = "x" compares
// texts and "[width]" > 3 numbers. MapServer refuses both.
//
// All throw Error{BadMapfile} "column <offset + 1>: ..." if the operands do not fit.

/// A node as an operand of Or, And or a sum of texts.
[[nodiscard]] NodePtr build_operand(Operator op, NodePtr const& node, std::size_t offset);

/// `op` with its operands, one or two, or all of a chain of Or, And or Add of texts. Chains of And,
/// Or and Add of texts become one flat operation.
[[nodiscard]] NodePtr build_operation(Operator op, std::vector<NodePtr> operands,
                                      std::size_t offset);
[[nodiscard]] NodePtr build_comparison(Operator op, NodePtr left, NodePtr right,
                                       std::size_t offset);
/// Match or MatchIgnoringCase.
[[nodiscard]] NodePtr build_match(Operator op, NodePtr left, std::string_view pattern,
                                  std::size_t offset);
/// \param right a literal "a,b,c" becomes the list of its parts
[[nodiscard]] NodePtr build_in(NodePtr left, NodePtr right, std::size_t offset);
[[nodiscard]] NodePtr build_call(Function const& function, std::vector<NodePtr> arguments,
                                 std::size_t offset);

} // namespace ms::expr
