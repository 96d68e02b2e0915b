// SPDX-License-Identifier: MIT
#include "expr/build.hpp"

#include "base/string.hpp"
#include "expr/constants.hpp"
#include "expr/lexer.hpp"
#include "expr/number_format.hpp"
#include "expr/regex.hpp"
#include "expr/time.hpp"
#include "geometry/wkt.hpp"

#include <algorithm>

namespace ms::expr {

namespace {

constexpr int highest = 200; ///< safe depth of recursion over a tree; see parser.cpp

std::string_view name_of(Type type)
{
    switch (type) {
    case Type::Number:
        return "a number";
    case Type::Text:
        return "text";
    case Type::Time:
        return "a time";
    case Type::Shape:
        return "a shape";
    case Type::Boolean:
        return "a condition";
    }
    return "";
}

bool is_numeric(Type type)
{
    return type == Type::Number || type == Type::Boolean;
}

bool is_attribute(Node const& node)
{
    return std::holds_alternative<Attribute>(node.value);
}

/// The node converted to a type; null if that is impossible.
NodePtr as(Type expected, NodePtr const& node)
{
    if (node->type == expected || (is_numeric(node->type) && is_numeric(expected))) {
        return node;
    }
    auto const* const attribute = std::get_if<Attribute>(&node->value);
    if (attribute != nullptr && expected != Type::Shape && expected != Type::Boolean) {
        return make_node(Attribute{attribute->name, expected, attribute->is_unknown_if_null},
                         expected);
    }
    auto const* const text = std::get_if<TextLiteral>(&node->value);
    if (text != nullptr && expected == Type::Time && parse_time(text->value)) {
        return make_node(TimeLiteral{text->value}, Type::Time);
    }
    return nullptr;
}

NodePtr need(Type expected, NodePtr const& node, std::string_view what, std::size_t offset)
{
    auto result = as(expected, node);
    if (!result) {
        fail_at(offset, std::string{what} + " must be " + std::string{name_of(expected)} +
                            ", not " + std::string{name_of(node->type)});
    }
    return result;
}

/// Checked for height, and computed if nothing in it depends on a feature.
NodePtr finish(NodePtr node, std::size_t offset)
{
    if (node->height > highest) {
        fail_at(offset, "nested too deeply");
    }
    return fold(std::move(node));
}

/// The type in which two operands are compared: a time, else the type of the operand that is not an
/// attribute, else text if one is quoted.
Type meeting_type(Node const& left, Node const& right)
{
    if (left.type == Type::Time || right.type == Type::Time) {
        return Type::Time;
    }
    if (is_attribute(left) != is_attribute(right)) {
        return is_attribute(left) ? right.type : left.type;
    }
    return left.type == Type::Text || right.type == Type::Text ? Type::Text : Type::Number;
}

void append_flat(Operator op, NodePtr node, std::vector<NodePtr>& out)
{
    auto const* const inner = std::get_if<Operation>(&node->value);
    bool const is_chain =
        inner != nullptr && inner->op == op && (op != Operator::Add || node->type == Type::Text);
    if (is_chain) {
        out.insert(out.end(), inner->operands.begin(), inner->operands.end());
    } else {
        out.push_back(std::move(node));
    }
}

/// Joins adjacent texts: "a" + ("b" + [c]).
std::vector<NodePtr> with_literals_joined(std::vector<NodePtr> const& parts)
{
    std::vector<NodePtr> joined;
    for (auto const& part : parts) {
        auto const pair =
            joined.empty()
                ? part
                : fold(make_node(Operation{Operator::Add, {joined.back(), part}}, Type::Text));
        if (!joined.empty() && std::holds_alternative<TextLiteral>(pair->value)) {
            joined.back() = pair;
        } else {
            joined.push_back(part);
        }
    }
    return joined;
}

NodePtr build_flat(Operator op, std::vector<NodePtr> const& operands, Type type, std::size_t offset)
{
    std::vector<NodePtr> flat;
    for (auto const& operand : operands) {
        append_flat(op, operand, flat);
    }
    if (op == Operator::Add) {
        flat = with_literals_joined(flat);
    }
    if (flat.size() == 1) {
        return flat.front();
    }
    return finish(make_node(Operation{op, std::move(flat)}, type), offset);
}

/// Text + text strings together, number + number adds.
NodePtr build_sum(std::vector<NodePtr> operands, std::size_t offset)
{
    auto const type = meeting_type(*operands[0], *operands[1]);
    auto const expected = type == Type::Text ? Type::Text : Type::Number;
    for (auto& operand : operands) {
        operand = need(expected, operand, "what is added", offset);
    }
    return expected == Type::Text
               ? build_flat(Operator::Add, operands, Type::Text, offset)
               : finish(make_node(Operation{Operator::Add, std::move(operands)}, Type::Number),
                        offset);
}

/// Moves a literal's suffix i into the operator; null if there is none.
NodePtr with_case_ignored(Operator op, NodePtr const& left, NodePtr const& right,
                          std::size_t offset)
{
    auto const plain = [](NodePtr const& node) {
        auto const* const literal = std::get_if<TextLiteral>(&node->value);
        bool const has_suffix = literal != nullptr && literal->ignore_case;
        return has_suffix ? make_node(TextLiteral{literal->value}, Type::Text) : node;
    };
    auto a = plain(left);
    auto b = plain(right);
    if (a == left && b == right) {
        return nullptr;
    }
    if (op != Operator::Equal && op != Operator::EqualIgnoringCase && op != Operator::NotEqual) {
        fail_at(offset, "only = and != take a text with suffix i");
    }
    auto equal = build_comparison(Operator::EqualIgnoringCase, std::move(a), std::move(b), offset);
    return op == Operator::NotEqual ? build_operation(Operator::Not, {std::move(equal)}, offset)
                                    : equal;
}

std::string const& literal_text(Function const& function, NodePtr const& node, std::size_t offset)
{
    auto const* const literal = std::get_if<TextLiteral>(&node->value);
    if (literal == nullptr) {
        fail_at(offset, std::string{function.name} + "() takes a constant text");
    }
    return literal->value;
}

void check_constants(Function const& function, std::vector<NodePtr> const& arguments,
                     std::size_t offset)
{
    if (function.id == FunctionId::FromText) {
        geometry::GeometryColumn parsed;
        if (!geometry::append_wkt(literal_text(function, arguments[0], offset),
                                  geometry::Kind::None, parsed)) {
            fail_at(offset, "fromtext(): malformed WKT");
        }
    }
    if (function.id == FunctionId::ToString &&
        !NumberFormat::parse(literal_text(function, arguments[1], offset))) {
        fail_at(offset, "tostring(): the format takes one of %e %f %g %d, width and precision up "
                        "to 1024");
    }
}

} // namespace

NodePtr build_operand(Operator op, NodePtr const& node, std::size_t offset)
{
    return op == Operator::Add ? need(Type::Text, node, "what is added", offset)
                               : need(Type::Number, node, "what is joined by AND, OR, NOT", offset);
}

NodePtr build_operation(Operator op, std::vector<NodePtr> operands, std::size_t offset)
{
    switch (op) {
    case Operator::Or:
    case Operator::And:
    case Operator::Not:
        for (auto& operand : operands) {
            operand = build_operand(op, operand, offset);
        }
        return op == Operator::Not
                   ? finish(make_node(Operation{op, std::move(operands)}, Type::Boolean), offset)
                   : build_flat(op, operands, Type::Boolean, offset);
    case Operator::Add:
        return build_sum(std::move(operands), offset);
    default:
        for (auto& operand : operands) {
            operand = need(Type::Number, operand, "what is calculated with", offset);
        }
        return finish(make_node(Operation{op, std::move(operands)}, Type::Number), offset);
    }
}

NodePtr build_comparison(Operator op, NodePtr left, NodePtr right, std::size_t offset)
{
    if (left->type == Type::Shape && right->type == Type::Shape && op == Operator::Equal) {
        return build_call(function_of(FunctionId::Equals), {std::move(left), std::move(right)},
                          offset);
    }
    if (auto equal = with_case_ignored(op, left, right, offset)) {
        return equal;
    }
    auto const type = op == Operator::EqualIgnoringCase ? Type::Text : meeting_type(*left, *right);
    auto a = as(type, left);
    auto b = as(type, right);
    if (!a || !b || type == Type::Shape) {
        fail_at(offset, "cannot compare " + std::string{name_of(left->type)} + " with " +
                            std::string{name_of(right->type)});
    }
    return finish(make_node(Operation{op, {std::move(a), std::move(b)}}, Type::Boolean), offset);
}

NodePtr build_match(Operator op, NodePtr left, std::string_view pattern, std::size_t offset)
{
    auto compiled =
        std::make_shared<CompiledRegex const>(pattern, op == Operator::MatchIgnoringCase);
    left = need(Type::Text, left, "what is matched", offset);
    auto right = make_node(RegexLiteral{std::string{pattern}, std::move(compiled)}, Type::Text);
    return finish(make_node(Operation{op, {std::move(left), std::move(right)}}, Type::Boolean),
                  offset);
}

NodePtr build_in(NodePtr left, NodePtr right, std::size_t offset)
{
    if (left->type != Type::Text && !is_numeric(left->type)) {
        fail_at(offset, "what is looked for in a list must be a number or text, not " +
                            std::string{name_of(left->type)});
    }
    right = need(Type::Text, right, "a list", offset);
    if (auto const* const literal = std::get_if<TextLiteral>(&right->value)) {
        auto const pieces = split(literal->value, ',');
        right = make_node(ListLiteral{{pieces.begin(), pieces.end()}}, Type::Text);
    }
    return finish(
        make_node(Operation{Operator::In, {std::move(left), std::move(right)}}, Type::Boolean),
        offset);
}

NodePtr build_call(Function const& function, std::vector<NodePtr> arguments, std::size_t offset)
{
    if (arguments.size() < function.least || arguments.size() > function.most) {
        fail_at(offset, std::string{function.name} + "() does not take " +
                            std::to_string(arguments.size()) + " arguments");
    }
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        arguments[i] =
            need(function.arguments[i], arguments[i],
                 std::string{function.name} + "(): argument " + std::to_string(i + 1), offset);
    }
    check_constants(function, arguments, offset);
    return finish(make_node(Call{function.id, std::move(arguments)}, function.result), offset);
}

} // namespace ms::expr
