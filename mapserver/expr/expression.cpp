// SPDX-License-Identifier: MIT
#include "expr/expression.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "base/thread_counts.hpp"
#include "expr/build.hpp"

#include <unordered_set>

namespace ms::expr {

struct Expression::Facts {
    std::vector<std::string> attributes;
    bool uses_shape = false;
    bool uses_times = false;
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

constexpr std::size_t max_attributes = 1000;

NodePtr text_attribute(std::string_view name)
{
    return make_node(Attribute{std::string{name}, Type::Text}, Type::Text);
}

Expression joined(Operator op, Expression const& a, Expression const& b)
{
    return Expression{build_operation(op, {a.shared_root(), b.shared_root()}, 0)};
}

} // namespace

Expression::Expression(std::shared_ptr<Node const> root) : m_root(std::move(root))
{
    if (!m_root) {
        return;
    }
    auto facts = std::make_shared<Facts>();
    std::unordered_set<std::string_view> seen;
    visit_all(*m_root, [&](Node const& node) {
        auto const* const attribute = std::get_if<Attribute>(&node.value);
        if (attribute != nullptr && seen.insert(attribute->name).second) {
            facts->attributes.push_back(attribute->name);
        }
        facts->uses_shape |= std::holds_alternative<ShapeOfFeature>(node.value);
        facts->uses_times |= node.type == Type::Time;
    });
    if (facts->attributes.size() > max_attributes) {
        throw Error{ErrorKind::BadMapfile, "the expression reads more than 1000 attributes"};
    }
    m_facts = std::move(facts);
}

std::span<std::string const> Expression::attributes() const noexcept
{
    return m_facts ? std::span<std::string const>{m_facts->attributes}
                   : std::span<std::string const>{};
}

bool Expression::uses_times() const noexcept
{
    return m_facts && m_facts->uses_times;
}

bool Expression::uses_shape() const noexcept
{
    return m_facts && m_facts->uses_shape;
}

Expression equals(std::string_view attribute, std::string_view value, bool ignore_case)
{
    ++thread_counts().expressions_parsed;
    return Expression{build_comparison(ignore_case ? Operator::EqualIgnoringCase : Operator::Equal,
                                       text_attribute(attribute),
                                       make_node(TextLiteral{std::string{value}}, Type::Text), 0)};
}

Expression matches(std::string_view attribute, std::string_view regex, bool ignore_case)
{
    ++thread_counts().expressions_parsed;
    return Expression{build_match(ignore_case ? Operator::MatchIgnoringCase : Operator::Match,
                                  text_attribute(attribute), regex, 0)};
}

Expression is_in_list(std::string_view attribute, std::string_view list)
{
    ++thread_counts().expressions_parsed;
    return Expression{build_in(text_attribute(attribute),
                               make_node(TextLiteral{std::string{list}}, Type::Text), 0)};
}

Expression both(Expression const& a, Expression const& b)
{
    if (a.is_always_true() || b.is_always_true()) {
        return a.is_always_true() ? b : a;
    }
    return joined(Operator::And, a, b);
}

Expression either(Expression const& a, Expression const& b)
{
    return a.is_always_true() || b.is_always_true() ? Expression{} : joined(Operator::Or, a, b);
}

Expression any_of(std::span<Expression const> all)
{
    std::vector<NodePtr> operands;
    for (auto const& one : all) {
        if (one.is_always_true()) {
            return {};
        }
        operands.push_back(build_operand(Operator::Or, one.shared_root(), 0));
    }
    return operands.size() == 1 ? all.front()
                                : Expression{build_operation(Operator::Or, std::move(operands), 0)};
}

} // namespace ms::expr
