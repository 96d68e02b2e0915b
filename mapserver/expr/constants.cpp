// SPDX-License-Identifier: MIT
#include "expr/constants.hpp"

#include "expr/compile.hpp"
#include "expr/functions.hpp"

#include <algorithm>
#include <cmath>

namespace ms::expr {

namespace {

constexpr std::size_t longest_text = 4096; ///< so that folding a long sum stays linear

bool is_literal(NodePtr const& node)
{
    return std::holds_alternative<NumberLiteral>(node->value) ||
           std::holds_alternative<TextLiteral>(node->value) ||
           std::holds_alternative<TimeLiteral>(node->value) ||
           std::holds_alternative<RegexLiteral>(node->value) ||
           std::holds_alternative<ListLiteral>(node->value);
}

bool is_constant(Node const& node)
{
    if (auto const* const operation = std::get_if<Operation>(&node.value)) {
        return std::ranges::all_of(operation->operands, is_literal);
    }
    auto const* const call = std::get_if<Call>(&node.value);
    return call != nullptr && node.type != Type::Shape &&
           std::ranges::all_of(call->arguments, is_literal);
}

NodePtr literal(double value, Type type)
{
    return make_node(NumberLiteral{value == 0 ? 0 : value}, type); // no "-0"
}

} // namespace

NodePtr fold(NodePtr node)
{
    if (!is_constant(*node)) {
        return node;
    }
    feature::FeatureBatch const no_features;
    Compiler compiler{{}};
    Row row{.batch = &no_features};
    if (node->type == Type::Text) {
        auto const text = compiler.text(*node);
        auto const value = text->value(row);
        return row.is_unknown || value.size() > longest_text
                   ? node
                   : make_node(TextLiteral{std::string{value}}, Type::Text);
    }
    if (node->type == Type::Boolean) {
        auto const truth = compiler.condition(*node)->test(row);
        return truth == Truth::Unknown ? node : literal(truth == Truth::True ? 1 : 0, node->type);
    }
    auto const value = compiler.number(*node)->value(row);
    return row.is_unknown || !std::isfinite(value) ? node : literal(value, node->type);
}

} // namespace ms::expr
