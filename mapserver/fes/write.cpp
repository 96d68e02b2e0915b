// SPDX-License-Identifier: MIT
#include "fes/write.hpp"

#include "base/string.hpp"
#include "expr/functions.hpp"
#include "expr/node.hpp"
#include "fes/write_spatial.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace ms::fes {

namespace {

using expr::Node;
using expr::Operator;

struct Name {
    Operator op;
    std::string_view element;
};

constexpr std::array comparisons{
    Name{Operator::Equal, "ogc:PropertyIsEqualTo"},
    Name{Operator::EqualIgnoringCase, "ogc:PropertyIsEqualTo"},
    Name{Operator::NotEqual, "ogc:PropertyIsNotEqualTo"},
    Name{Operator::Less, "ogc:PropertyIsLessThan"},
    Name{Operator::LessEqual, "ogc:PropertyIsLessThanOrEqualTo"},
    Name{Operator::Greater, "ogc:PropertyIsGreaterThan"},
    Name{Operator::GreaterEqual, "ogc:PropertyIsGreaterThanOrEqualTo"},
};

constexpr std::array logicals{
    Name{Operator::And, "ogc:And"},
    Name{Operator::Or, "ogc:Or"},
    Name{Operator::Not, "ogc:Not"},
};

constexpr std::array calculations{
    Name{Operator::Add, "ogc:Add"},
    Name{Operator::Subtract, "ogc:Sub"},
    Name{Operator::Multiply, "ogc:Mul"},
    Name{Operator::Divide, "ogc:Div"},
};

std::string_view find(std::span<Name const> names, Operator op) noexcept
{
    auto const found = std::ranges::find(names, op, &Name::op);
    return found == names.end() ? std::string_view{} : found->element;
}

/// The pattern with * . \ as wildcards and escape, and whether it is bound to both ends.
std::optional<std::string> wildcards_of(std::string_view regex)
{
    bool const at_start = regex.starts_with('^');
    regex.remove_prefix(at_start ? 1 : 0);
    bool const at_end = regex.ends_with('$') && !regex.ends_with("\\$");
    regex.remove_suffix(at_end ? 1 : 0);
    std::string out{at_start ? "" : "*"};
    for (std::size_t i = 0; i < regex.size(); ++i) {
        char const c = regex[i];
        if (c == '\\' && i + 1 < regex.size()) {
            char const next = regex[++i];
            if ((next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z') ||
                (next >= '0' && next <= '9')) {
                return std::nullopt; // a class of characters, a reference
            }
            out.append(next == '.' || next == '*' || next == '\\' ? "\\" : "").push_back(next);
        } else if (regex.substr(i).starts_with(".*")) {
            out.push_back('*');
            ++i;
        } else if (std::string_view{"*+?[](){}|^$\\"}.find(c) != std::string_view::npos) {
            return std::nullopt;
        } else {
            out.push_back(c);
        }
    }
    return at_end ? out : out + '*';
}

bool is_value(Node const& node)
{
    if (auto const* const operation = std::get_if<expr::Operation>(&node.value)) {
        return !find(calculations, operation->op).empty() && node.type == expr::Type::Number &&
               std::ranges::all_of(operation->operands,
                                   [](expr::NodePtr const& operand) { return is_value(*operand); });
    }
    return std::holds_alternative<expr::Attribute>(node.value) ||
           std::holds_alternative<expr::NumberLiteral>(node.value) ||
           std::holds_alternative<expr::TextLiteral>(node.value) ||
           std::holds_alternative<expr::TimeLiteral>(node.value);
}

bool is_condition(Node const& node)
{
    if (spatial_condition_of(node)) {
        return true;
    }
    auto const* const operation = std::get_if<expr::Operation>(&node.value);
    if (operation == nullptr) {
        return false;
    }
    auto const& operands = operation->operands;
    if (!find(logicals, operation->op).empty()) {
        return std::ranges::all_of(operands, [](auto const& each) { return is_condition(*each); });
    }
    switch (operation->op) {
    case Operator::Match:
    case Operator::MatchIgnoringCase: {
        auto const* const regex = std::get_if<expr::RegexLiteral>(&operands[1]->value);
        return std::holds_alternative<expr::Attribute>(operands[0]->value) && regex != nullptr &&
               wildcards_of(regex->pattern);
    }
    case Operator::In: {
        auto const* const list = std::get_if<expr::ListLiteral>(&operands[1]->value);
        return is_value(*operands[0]) && list != nullptr && !list->values.empty();
    }
    default:
        return !find(comparisons, operation->op).empty() && is_value(*operands[0]) &&
               is_value(*operands[1]);
    }
}

class Writer {
public:
    explicit Writer(XmlWriter& xml) : m_xml(xml) {}

    void condition(Node const& node)
    {
        if (auto const spatial = spatial_condition_of(node)) {
            write(m_xml, *spatial);
            return;
        }
        auto const& operation = std::get<expr::Operation>(node.value);
        if (auto const name = find(logicals, operation.op); !name.empty()) {
            m_xml.open(name);
            for (auto const& operand : operation.operands) {
                condition(*operand);
            }
            m_xml.close();
            return;
        }
        switch (operation.op) {
        case Operator::Match:
        case Operator::MatchIgnoringCase:
            like(operation);
            break;
        case Operator::In:
            in_list(operation);
            break;
        default:
            comparison(operation);
        }
    }

private:
    void comparison(expr::Operation const& operation)
    {
        m_xml.open(find(comparisons, operation.op));
        if (operation.op == Operator::EqualIgnoringCase) {
            m_xml.attribute("matchCase", "false");
        }
        value(*operation.operands[0]);
        value(*operation.operands[1]);
        m_xml.close();
    }

    void like(expr::Operation const& operation)
    {
        auto const& regex = std::get<expr::RegexLiteral>(operation.operands[1]->value);
        m_xml.open("ogc:PropertyIsLike")
            .attribute("wildCard", "*")
            .attribute("singleChar", ".")
            .attribute("escape", "\\");
        if (operation.op == Operator::MatchIgnoringCase) {
            m_xml.attribute("matchCase", "false");
        }
        value(*operation.operands[0]);
        m_xml.element("ogc:Literal", wildcards_of(regex.pattern).value_or("")).close();
    }

    void in_list(expr::Operation const& operation)
    {
        auto const& list = std::get<expr::ListLiteral>(operation.operands[1]->value);
        bool const is_one = list.values.size() == 1;
        if (!is_one) {
            m_xml.open("ogc:Or");
        }
        for (auto const& entry : list.values) {
            m_xml.open("ogc:PropertyIsEqualTo");
            value(*operation.operands[0]);
            m_xml.element("ogc:Literal", entry).close();
        }
        if (!is_one) {
            m_xml.close();
        }
    }

    void value(Node const& node)
    {
        if (auto const* const attribute = std::get_if<expr::Attribute>(&node.value)) {
            m_xml.element("ogc:PropertyName", attribute->name);
        } else if (auto const* const number = std::get_if<expr::NumberLiteral>(&node.value)) {
            m_xml.element("ogc:Literal", format_double(number->value));
        } else if (auto const* const text = std::get_if<expr::TextLiteral>(&node.value)) {
            m_xml.element("ogc:Literal", text->value);
        } else if (auto const* const time = std::get_if<expr::TimeLiteral>(&node.value)) {
            m_xml.element("ogc:Literal", time->value);
        } else if (auto const* const operation = std::get_if<expr::Operation>(&node.value)) {
            m_xml.open(find(calculations, operation->op));
            for (auto const& operand : operation->operands) {
                value(*operand);
            }
            m_xml.close();
        }
    }

    XmlWriter& m_xml;
};

} // namespace

bool is_writable(expr::Expression const& condition)
{
    return condition.is_always_true() || is_condition(*condition.root());
}

void write_filter(XmlWriter& xml, expr::Expression const& condition)
{
    if (condition.is_always_true()) {
        return;
    }
    xml.open("ogc:Filter");
    Writer{xml}.condition(*condition.root());
    xml.close();
}

bool write_mixed_text(XmlWriter& xml, expr::Expression const& text)
{
    if (text.is_always_true()) {
        return false;
    }
    auto const& root = *text.root();
    auto const* const sum = std::get_if<expr::Operation>(&root.value);
    std::vector<Node const*> pieces;
    if (sum != nullptr && sum->op == Operator::Add && root.type == expr::Type::Text) {
        for (auto const& operand : sum->operands) {
            pieces.push_back(operand.get());
        }
    } else {
        pieces.push_back(&root);
    }
    bool const is_plain = std::ranges::all_of(pieces, [](Node const* piece) {
        return std::holds_alternative<expr::Attribute>(piece->value) ||
               std::holds_alternative<expr::TextLiteral>(piece->value);
    });
    if (!is_plain) {
        return false;
    }
    for (auto const* const piece : pieces) {
        if (auto const* const attribute = std::get_if<expr::Attribute>(&piece->value)) {
            xml.inline_element("ogc:PropertyName", attribute->name);
        } else {
            xml.text(std::get<expr::TextLiteral>(piece->value).value);
        }
    }
    return true;
}

} // namespace ms::fes
