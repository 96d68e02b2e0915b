// SPDX-License-Identifier: MIT
#include "expr/print.hpp"

#include "base/string.hpp"
#include "expr/functions.hpp"
#include "expr/operators.hpp"

namespace ms::expr {

namespace {

std::string in_quotes(std::string_view text)
{
    return '"' + replace_all(replace_all(text, "\\", "\\\\"), "\"", "\\\"") + '"';
}

std::string in_brackets(std::string_view name)
{
    return '[' + replace_all(name, "]", "]]") + ']';
}

bool looks_like_attribute(std::string_view text)
{
    return text.size() > 2 && text.front() == '[' && text.back() == ']';
}

std::string print(Node const& node);

/// The rank of a node as an operand: operations by their precedence, all others highest.
int rank_of(Node const& node)
{
    if (auto const* const operation = std::get_if<Operation>(&node.value)) {
        return name_of(operation->op).rank;
    }
    auto const* const text = std::get_if<TextLiteral>(&node.value);
    return text != nullptr && looks_like_attribute(text->value) ? rank_add : rank_power + 1;
}

std::string operand(Node const& node, int min_rank)
{
    return rank_of(node) < min_rank ? '(' + print(node) + ')' : print(node);
}

/// A text in brackets would be read as an attribute; a sum avoids that.
std::string print_literal(TextLiteral const& literal)
{
    std::string const suffix = literal.ignore_case ? "i" : "";
    if (!looks_like_attribute(literal.value)) {
        return in_quotes(literal.value) + suffix;
    }
    auto const brackets = literal.value.find_first_not_of('[');
    return in_quotes(literal.value.substr(0, brackets)) + " + " +
           in_quotes(literal.value.substr(brackets)) + suffix;
}

std::string print_list(ListLiteral const& list)
{
    std::string text;
    for (std::size_t i = 0; i < list.values.size(); ++i) {
        text.append(i > 0 ? "," : "").append(list.values[i]);
    }
    return print_literal({text});
}

std::string print_operation(Operation const& operation)
{
    auto const& [sign, op, rank] = name_of(operation.op);
    if (op == Operator::Not) {
        return "not " + operand(*operation.operands[0], rank);
    }
    if (op == Operator::Negate) { // anything but a name in parentheses: -2^2 begins with a number
        return "-" + operand(*operation.operands[0], rank_power + 1);
    }
    std::string text;
    for (std::size_t i = 0; i < operation.operands.size(); ++i) {
        bool const is_first = i == 0;
        bool const is_grouping_side = is_first != (op == Operator::Power);
        text.append(is_first ? "" : " " + std::string{sign} + " ")
            .append(operand(*operation.operands[i], is_grouping_side ? rank : rank + 1));
    }
    return text;
}

std::string print_call(Call const& call)
{
    std::string text{function_of(call.function).name};
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
        text.append(i == 0 ? "(" : ", ").append(print(*call.arguments[i]));
    }
    return text + ')';
}

struct Printer {
    Type type;

    std::string operator()(NumberLiteral const& literal) const
    {
        return type == Type::Boolean ? literal.value != 0 ? "true" : "false"
                                     : format_double(literal.value);
    }
    std::string operator()(TextLiteral const& literal) const { return print_literal(literal); }
    std::string operator()(TimeLiteral const& literal) const { return '`' + literal.value + '`'; }
    std::string operator()(Attribute const& attribute) const
    {
        auto const name = in_brackets(attribute.name);
        return attribute.type == Type::Text ? in_quotes(name)
               : attribute.type == Type::Time
                   ? '`' + replace_all(replace_all(name, "\\", "\\\\"), "`", "\\`") + '`'
                   : name;
    }
    std::string operator()(ShapeOfFeature const&) const { return "[shape]"; }
    std::string operator()(MapCellSize const&) const { return "[map_cellsize]"; }
    std::string operator()(RegexLiteral const& regex) const { return in_quotes(regex.pattern); }
    std::string operator()(ListLiteral const& list) const { return print_list(list); }
    std::string operator()(Operation const& operation) const { return print_operation(operation); }
    std::string operator()(Call const& call) const { return print_call(call); }
};

std::string print(Node const& node)
{
    return std::visit(Printer{node.type}, node.value);
}

} // namespace

std::string print(Expression const& expression)
{
    return expression.is_always_true() ? "(true)" : '(' + print(*expression.root()) + ')';
}

} // namespace ms::expr
