// SPDX-License-Identifier: MIT
#include "expr/expression.hpp"

#include "base/string.hpp"
#include "expr/node.hpp"
#include "expr/regex.hpp"

#include <algorithm>

namespace ms::expr {

struct Expression::Facts {
    std::vector<std::string> attributes;
    bool uses_shape = false;
};

namespace {

template <typename Visit>
void visit_all(Node const& node, Visit const& visit)
{
    visit(node);
    if (auto const* const operation = std::get_if<Operation>(&node.value)) {
        for (auto const& operand : operation->operands) {
            visit_all(*operand, visit);
        }
    } else if (auto const* const call = std::get_if<Call>(&node.value)) {
        for (auto const& argument : call->arguments) {
            visit_all(*argument, visit);
        }
    }
}

Expression compare(Operator op, std::string_view attribute, NodePtr right)
{
    auto left = make_node(Attribute{std::string{attribute}, Type::Text}, Type::Text);
    return Expression{make_node(Operation{op, {std::move(left), std::move(right)}}, Type::Number)};
}

Expression join(Operator op, Expression const& a, Expression const& b)
{
    return Expression{make_node(Operation{op, {a.shared_root(), b.shared_root()}}, Type::Number)};
}

} // namespace

Expression::Expression(std::shared_ptr<Node const> root) : m_root(std::move(root))
{
    auto facts = std::make_shared<Facts>();
    visit_all(*m_root, [&](Node const& node) {
        if (auto const* const attribute = std::get_if<Attribute>(&node.value)) {
            if (std::ranges::find(facts->attributes, attribute->name) == facts->attributes.end()) {
                facts->attributes.push_back(attribute->name);
            }
        }
        facts->uses_shape |= std::holds_alternative<ShapeOfFeature>(node.value);
    });
    m_facts = std::move(facts);
}

std::span<std::string const> Expression::attributes() const noexcept
{
    return m_facts ? std::span<std::string const>{m_facts->attributes}
                   : std::span<std::string const>{};
}

bool Expression::uses_shape() const noexcept
{
    return m_facts && m_facts->uses_shape;
}

Expression equals(std::string_view attribute, std::string_view value, bool ignore_case)
{
    return compare(ignore_case ? Operator::EqualIgnoringCase : Operator::Equal, attribute,
                   make_node(TextLiteral{std::string{value}}, Type::Text));
}

Expression matches(std::string_view attribute, std::string_view regex, bool ignore_case)
{
    (void)Regex{regex, ignore_case}; // complains here
    return compare(ignore_case ? Operator::MatchIgnoringCase : Operator::Match, attribute,
                   make_node(RegexLiteral{std::string{regex}}, Type::Text));
}

Expression is_in_list(std::string_view attribute, std::string_view list)
{
    auto const pieces = split(list, ',');
    return compare(Operator::In, attribute,
                   make_node(ListLiteral{{pieces.begin(), pieces.end()}}, Type::Text));
}

Expression both(Expression const& a, Expression const& b)
{
    if (a.is_always_true() || b.is_always_true()) {
        return a.is_always_true() ? b : a;
    }
    return join(Operator::And, a, b);
}

Expression either(Expression const& a, Expression const& b)
{
    return a.is_always_true() || b.is_always_true() ? Expression{} : join(Operator::Or, a, b);
}

} // namespace ms::expr
