// SPDX-License-Identifier: MIT
#include "source/postgis/sql/values.hpp"

#include "base/string.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string>

namespace ms::source::postgis {

namespace {

using expr::FunctionId;
using expr::Node;
using expr::Operator;

/// A double precision in SQL with the bounds of its magnitude, of 0 apart.
struct Number {
    std::string sql;
    double least = 0;
    double most = 0;
};

// PostgreSQL aborts a statement when a calculation leaves the range of doubles on either side; we
// assume that columns contain only values of realistic size.
constexpr double smallest = 1e-300;
constexpr double largest = 1e300;
constexpr double smallest_in_column = 1e-100;
constexpr double largest_in_column = 1e100;
constexpr double cancellation = 1e-16; ///< the remainder of two numbers that nearly cancel

std::optional<Number> in_range(Number number)
{
    bool const is_safe = number.least >= smallest && number.most <= largest;
    return is_safe ? std::optional{std::move(number)} : std::nullopt;
}

/// Integers whose every value is a double.
bool is_exact_integer(std::string_view type)
{
    return type == "int2" || type == "int4";
}

class Calculator {
public:
    Calculator(TableFacts const& facts, Statement& statement)
        : m_facts(facts), m_statement(statement)
    {}

    std::optional<Number> number(Node const& node)
    {
        if (auto const* const literal = std::get_if<expr::NumberLiteral>(&node.value)) {
            return constant(literal->value);
        }
        if (std::holds_alternative<expr::Attribute>(node.value)) {
            return column(node);
        }
        auto const* const operation = std::get_if<expr::Operation>(&node.value);
        return operation != nullptr && node.type == expr::Type::Number ? calculated(*operation)
                                                                       : std::nullopt;
    }

private:
    std::optional<Number> constant(double value)
    {
        if (!std::isfinite(value)) {
            return std::nullopt;
        }
        auto const size = std::abs(value);
        return in_range(
            {m_statement.bind(format_double(value)) + "::float8", value == 0 ? 1 : size, size});
    }

    /// Not of float4: printed, 0.1 is 0.1, and as a double 0.10000000149.
    std::optional<Number> column(Node const& node) const
    {
        auto const found = column_of(node, m_facts);
        if (!found || node.type != expr::Type::Number || !is_numeric_type(found->type) ||
            found->type == "float4") {
            return std::nullopt;
        }
        bool const is_whole = found->type != "float8" && found->type != "numeric";
        return Number{found->sql + (found->type == "float8" ? "" : "::float8"),
                      is_whole ? 1 : smallest_in_column, is_whole ? 1e19 : largest_in_column};
    }

    std::optional<Number> calculated(expr::Operation const& operation)
    {
        auto const& left = *operation.operands.front();
        auto const& right = *operation.operands.back();
        if (operation.op == Operator::Modulo) {
            return remainder(left, right);
        }
        auto const a = number(left);
        if (operation.op == Operator::Negate) {
            return a ? std::optional{Number{"(-" + a->sql + ")", a->least, a->most}} : a;
        }
        auto const b = a ? number(right) : std::nullopt;
        return b ? combined(operation.op, *a, *b) : std::nullopt;
    }

    static std::optional<Number> combined(Operator op, Number const& a, Number const& b)
    {
        switch (op) {
        case Operator::Add:
        case Operator::Subtract:
            return in_range(
                {fmt::format("({} {} {})", a.sql, op == Operator::Add ? '+' : '-', b.sql),
                 std::min(a.least, b.least) * cancellation, a.most + b.most});
        case Operator::Multiply:
            return in_range(
                {fmt::format("({} * {})", a.sql, b.sql), a.least * b.least, a.most * b.most});
        case Operator::Divide: // by zero: NULL, our Unknown
            return in_range({fmt::format("({} / NULLIF({},0))", a.sql, b.sql), a.least / b.most,
                             a.most / b.least});
        case Operator::IntegerDivide:
            return in_range({fmt::format("trunc({} / NULLIF({},0))", a.sql, b.sql),
                             std::min(a.least / b.most, 1.0), a.most / b.least});
        default: // ^: a negative base, or 0 to a negative power, is an error to PostgreSQL
            return std::nullopt;
        }
    }

    /// Of whole numbers only: % of others drops decimal places, as that of integers does.
    std::optional<Number> remainder(Node const& left, Node const& right)
    {
        auto const a = integer(left);
        auto const b = a ? integer(right) : std::nullopt;
        return b ? std::optional{Number{fmt::format("({} % NULLIF({},0))::float8", *a, *b), 1,
                                        1e19}}
                 : std::nullopt;
    }

    std::optional<std::string> integer(Node const& node)
    {
        if (auto const value = constant_number(node)) {
            constexpr double exact = 9007199254740992; // 2^53
            auto const whole = std::trunc(*value);
            return std::abs(whole) <= exact ? std::optional{m_statement.bind(std::to_string(
                                                                static_cast<long long>(whole))) +
                                                            "::int8"}
                                            : std::nullopt;
        }
        auto const found = column_of(node, m_facts);
        return found && node.type == expr::Type::Number && is_exact_integer(found->type)
                   ? std::optional{found->sql + "::int8"}
                   : std::nullopt;
    }

    TableFacts const& m_facts;
    Statement& m_statement;
};

} // namespace

std::optional<ColumnRef> column_of(Node const& node, TableFacts const& facts)
{
    auto const* const attribute = std::get_if<expr::Attribute>(&node.value);
    auto const index = attribute == nullptr ? std::nullopt : facts.schema.find(attribute->name);
    if (!index) {
        return std::nullopt;
    }
    return ColumnRef{quote_identifier(facts.schema.fields[*index].name), facts.types[*index]};
}

std::optional<double> constant_number(Node const& node)
{
    if (auto const* const literal = std::get_if<expr::NumberLiteral>(&node.value)) {
        return literal->value;
    }
    auto const* const operation = std::get_if<expr::Operation>(&node.value);
    if (operation != nullptr && operation->op == Operator::Negate) {
        auto const value = constant_number(*operation->operands.front());
        return value ? std::optional{-*value} : std::nullopt;
    }
    return std::nullopt;
}

std::optional<ColumnRef> value_of(Node const& node, TableFacts const& facts, Statement& statement)
{
    if (auto const* const call = std::get_if<expr::Call>(&node.value)) {
        auto const column = call->function == FunctionId::CaseFold
                                ? column_of(*call->arguments.front(), facts)
                                : std::nullopt;
        return column && is_text_type(column->type)
                   ? std::optional{ColumnRef{"lower(" + as_text(*column) + ")", "text"}}
                   : std::nullopt;
    }
    auto const* const operation = std::get_if<expr::Operation>(&node.value);
    if (operation == nullptr) {
        return column_of(node, facts);
    }
    if (constant_number(node) || node.type != expr::Type::Number) {
        return std::nullopt;
    }
    auto number = Calculator{facts, statement}.number(node);
    return number ? std::optional{ColumnRef{std::move(number->sql), "float8"}} : std::nullopt;
}

} // namespace ms::source::postgis
