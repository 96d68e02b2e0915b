// SPDX-License-Identifier: MIT
#include "expr/operators.hpp"

#include <algorithm>
#include <array>

namespace ms::expr {

namespace {

constexpr std::array binary_operators{
    OperatorName{"or", Operator::Or, rank_or},
    OperatorName{"||", Operator::Or, rank_or},
    OperatorName{"and", Operator::And, rank_and},
    OperatorName{"&&", Operator::And, rank_and},
    OperatorName{"=", Operator::Equal, rank_compare},
    OperatorName{"==", Operator::Equal, rank_compare},
    OperatorName{"eq", Operator::Equal, rank_compare},
    OperatorName{"=*", Operator::EqualIgnoringCase, rank_compare},
    OperatorName{"!=", Operator::NotEqual, rank_compare},
    OperatorName{"<>", Operator::NotEqual, rank_compare},
    OperatorName{"ne", Operator::NotEqual, rank_compare},
    OperatorName{"<", Operator::Less, rank_compare},
    OperatorName{"lt", Operator::Less, rank_compare},
    OperatorName{"<=", Operator::LessEqual, rank_compare},
    OperatorName{"le", Operator::LessEqual, rank_compare},
    OperatorName{">", Operator::Greater, rank_compare},
    OperatorName{"gt", Operator::Greater, rank_compare},
    OperatorName{">=", Operator::GreaterEqual, rank_compare},
    OperatorName{"ge", Operator::GreaterEqual, rank_compare},
    OperatorName{"~", Operator::Match, rank_compare},
    OperatorName{"~*", Operator::MatchIgnoringCase, rank_compare},
    OperatorName{"in", Operator::In, rank_compare},
    OperatorName{"+", Operator::Add, rank_add},
    OperatorName{"-", Operator::Subtract, rank_add},
    OperatorName{"*", Operator::Multiply, rank_multiply},
    OperatorName{"/", Operator::Divide, rank_multiply},
    OperatorName{"div", Operator::IntegerDivide, rank_multiply},
    OperatorName{"%", Operator::Modulo, rank_multiply},
    OperatorName{"^", Operator::Power, rank_power},
};

constexpr OperatorName not_name{"not", Operator::Not, rank_not};
constexpr OperatorName negate_name{"-", Operator::Negate, rank_negate};

} // namespace

OperatorName const* find_binary_operator(std::string_view sign) noexcept
{
    auto const* const found = std::ranges::find(binary_operators, sign, &OperatorName::sign);
    return found == binary_operators.end() ? nullptr : found;
}

OperatorName const& name_of(Operator op) noexcept
{
    if (op == Operator::Not || op == Operator::Negate) {
        return op == Operator::Not ? not_name : negate_name;
    }
    return *std::ranges::find(binary_operators, op, &OperatorName::op);
}

} // namespace ms::expr
