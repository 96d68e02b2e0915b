// SPDX-License-Identifier: MIT
#include "source/postgis/sql/pushdown.hpp"

#include "base/string.hpp"
#include "expr/node.hpp"
#include "expr/scalar.hpp"
#include "source/postgis/sql/compare.hpp"
#include "source/postgis/sql/values.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <utility>
#include <vector>

namespace ms::source::postgis {

namespace {

using expr::FunctionId;
using expr::Node;
using expr::NodePtr;
using expr::Operator;
using Sql = std::optional<std::string>;

constexpr std::array<std::pair<FunctionId, std::string_view>, 11> spatial_functions{{
    {FunctionId::Intersects, "ST_Intersects"},
    {FunctionId::Disjoint, "ST_Disjoint"},
    {FunctionId::Touches, "ST_Touches"},
    {FunctionId::Overlaps, "ST_Overlaps"},
    {FunctionId::Crosses, "ST_Crosses"},
    {FunctionId::Within, "ST_Within"},
    {FunctionId::Contains, "ST_Contains"},
    {FunctionId::Equals, "ST_Equals"},
    {FunctionId::DWithin, "ST_DWithin"},
    {FunctionId::Beyond, "NOT ST_DWithin"},
    {FunctionId::Difference, "ST_Difference"},
}};

class Translator {
public:
    Translator(TableFacts const& facts, Statement& statement)
        : m_facts(facts), m_statement(statement)
    {}

    /// A condition, or nothing and no parameter added.
    Sql try_condition(Node const& node)
    {
        auto const mark = m_statement.parameters.size();
        auto sql = condition(node);
        if (!sql) {
            m_statement.parameters.resize(mark);
        }
        return sql;
    }

private:
    Sql condition(Node const& node)
    {
        if (auto const* const operation = std::get_if<expr::Operation>(&node.value)) {
            return condition(*operation);
        }
        if (auto const* const call = std::get_if<expr::Call>(&node.value)) {
            return predicate(*call);
        }
        auto const* const number = std::get_if<expr::NumberLiteral>(&node.value);
        return number == nullptr ? Sql{} : number->value != 0 ? Sql{"true"} : Sql{"false"};
    }

    Sql condition(expr::Operation const& operation)
    {
        auto const& operands = operation.operands;
        switch (operation.op) {
        case Operator::And:
            return joined(operands, " AND ");
        case Operator::Or:
            return joined(operands, " OR ");
        case Operator::Not: {
            auto const inner = condition(*operands.front());
            return inner ? Sql{"NOT (" + *inner + ")"} : Sql{};
        }
        case Operator::Match:
        case Operator::MatchIgnoringCase:
            return matches(operation);
        case Operator::In:
            return in_list(operation);
        default:
            return comparison(operation.op, *operands.front(), *operands.back());
        }
    }

    Sql joined(std::vector<NodePtr> const& operands, std::string_view word)
    {
        std::string all;
        for (auto const& operand : operands) {
            auto const one = condition(*operand);
            if (!one) {
                return std::nullopt;
            }
            all.append(all.empty() ? "(" : word).append(*one);
        }
        return all + ")";
    }

    std::optional<ColumnRef> value(Node const& node)
    {
        return value_of(node, m_facts, m_statement);
    }

    Sql comparison(Operator op, Node const& left, Node const& right)
    {
        if (left.type == expr::Type::Shape && right.type == expr::Type::Shape) {
            return op == Operator::Equal ? call_of("ST_Equals", {shape(left), shape(right)})
                                         : Sql{};
        }
        auto const a = value(left);
        auto const b = value(right);
        if (a && b) {
            return between_columns(op, *a, left.type, *b, right.type);
        }
        if (a) {
            return with_constant(*a, left.type, op, right);
        }
        return b ? with_constant(*b, right.type, expr::mirrored(op), left) : Sql{};
    }

    /// Only if both have the same kind, both in the expression and in the table.
    static Sql between_columns(Operator op, ColumnRef const& a, expr::Type a_type,
                               ColumnRef const& b, expr::Type b_type)
    {
        bool const are_numbers = a_type == expr::Type::Number && b_type == expr::Type::Number &&
                                 is_numeric_type(a.type) && is_numeric_type(b.type);
        bool const are_texts = a_type == expr::Type::Text && b_type == expr::Type::Text &&
                               is_text_type(a.type) && is_text_type(b.type);
        auto const sign = sql_operator(op);
        if (!sign || !(are_numbers || are_texts)) {
            return std::nullopt;
        }
        bool const is_equality = op == Operator::Equal || op == Operator::NotEqual;
        return are_numbers ? fmt::format("{} {} {}", a.sql, *sign, b.sql)
                           : fmt::format("{} {} {}{}", as_text(a), *sign, as_text(b),
                                         is_equality ? "" : " COLLATE \"C\"");
    }

    Sql with_constant(ColumnRef const& column, expr::Type type, Operator op, Node const& constant)
    {
        if (auto const number = constant_number(constant)) {
            return type == expr::Type::Number ? compare_number(column, op, *number, m_statement)
                                              : Sql{};
        }
        if (auto const* const text = std::get_if<expr::TextLiteral>(&constant.value)) {
            if (text->is_null) {
                return op == Operator::Equal ? Sql{column.sql + " IS NULL"} : Sql{};
            }
            return with_text(column, type, op, *text);
        }
        auto const* const time = std::get_if<expr::TimeLiteral>(&constant.value);
        return time != nullptr ? compare_time(column, op, time->value, m_statement) : Sql{};
    }

    /// [a] = "5" compares numbers if both are, `[t]` = "2024" times, "[a]" = "5" texts.
    Sql with_text(ColumnRef const& column, expr::Type type, Operator op,
                  expr::TextLiteral const& text)
    {
        if (type == expr::Type::Time) {
            return compare_time(column, op, text.value, m_statement);
        }
        if (type == expr::Type::Number) {
            auto const number = parse_double(text.value);
            if (is_numeric_type(column.type) || number) {
                return number ? compare_number(column, op, *number, m_statement) : Sql{};
            }
        }
        return compare_text(column, op, text, m_statement);
    }

    Sql matches(expr::Operation const& operation)
    {
        auto const subject = value(*operation.operands.front());
        auto const* const regex =
            std::get_if<expr::RegexLiteral>(&operation.operands.back()->value);
        return subject && regex != nullptr
                   ? match(*subject, operation.op == Operator::MatchIgnoringCase, regex->pattern,
                           m_statement)
                   : Sql{};
    }

    Sql in_list(expr::Operation const& operation)
    {
        auto const& left = *operation.operands.front();
        auto const subject = value(left);
        auto const* const list = std::get_if<expr::ListLiteral>(&operation.operands.back()->value);
        if (!subject || list == nullptr) {
            return std::nullopt;
        }
        return is_in(*subject, left.type == expr::Type::Number, list->values, m_statement);
    }

    Sql predicate(expr::Call const& call)
    {
        auto const* const row = std::ranges::find(spatial_functions, call.function,
                                                  &std::pair<FunctionId, std::string_view>::first);
        if (row == spatial_functions.end() || call.arguments.size() < 2) {
            return std::nullopt;
        }
        std::vector<Sql> arguments{shape(*call.arguments[0]), shape(*call.arguments[1])};
        if (call.arguments.size() > 2) {
            arguments.push_back(distance(*call.arguments[2]));
        }
        return call_of(row->second, arguments);
    }

    Sql distance(Node const& node)
    {
        auto const value = constant_number(node);
        return value && std::isfinite(*value)
                   ? Sql{m_statement.bind(format_double(*value)) + "::float8"}
                   : Sql{};
    }

    static Sql call_of(std::string_view function, std::vector<Sql> const& arguments)
    {
        std::string text;
        for (auto const& argument : arguments) {
            if (!argument) {
                return std::nullopt;
            }
            text.append(text.empty() ? "" : ",").append(*argument);
        }
        return fmt::format("{}({})", function, text);
    }

    Sql shape(Node const& node)
    {
        if (std::holds_alternative<expr::ShapeOfFeature>(node.value)) {
            return quote_identifier(m_facts.geometry) + (m_facts.is_geography ? "::geometry" : "");
        }
        auto const* const call = std::get_if<expr::Call>(&node.value);
        if (call == nullptr) {
            return std::nullopt;
        }
        switch (call->function) {
        case FunctionId::FromText:
            return from_text(*call->arguments.front());
        case FunctionId::Buffer:
            return call_of("ST_Buffer",
                           {shape(*call->arguments[0]), distance(*call->arguments[1])});
        case FunctionId::Difference:
            return predicate(*call);
        default:
            return std::nullopt;
        }
    }

    Sql from_text(Node const& node)
    {
        auto const* const wkt = std::get_if<expr::TextLiteral>(&node.value);
        if (wkt == nullptr || wkt->value.find('\0') != std::string::npos) {
            return std::nullopt;
        }
        return fmt::format("ST_GeomFromText({}::text,{})", m_statement.bind(wkt->value),
                           std::max(m_facts.srid, 0));
    }

    TableFacts const& m_facts;
    Statement& m_statement;
};

/// The parts of a filter that must all hold.
void split_at_ands(NodePtr const& node, std::vector<NodePtr>& out)
{
    auto const* const operation = std::get_if<expr::Operation>(&node->value);
    if (operation == nullptr || operation->op != Operator::And) {
        out.push_back(node);
        return;
    }
    for (auto const& operand : operation->operands) {
        split_at_ands(operand, out);
    }
}

} // namespace

Pushed push_down(expr::Expression const& filter, TableFacts const& facts, Statement& statement)
{
    Pushed pushed;
    if (filter.is_always_true()) {
        return pushed;
    }
    std::vector<NodePtr> parts;
    split_at_ands(filter.shared_root(), parts);
    Translator translator{facts, statement};
    for (auto const& part : parts) {
        if (auto const sql = translator.try_condition(*part)) {
            pushed.sql += (pushed.sql.empty() ? "" : " AND ") + *sql;
        } else {
            expr::Expression const here{part};
            pushed.rest = pushed.rest.is_always_true() ? here : expr::both(pushed.rest, here);
        }
    }
    return pushed;
}

} // namespace ms::source::postgis
