// SPDX-License-Identifier: MIT
#include "fes/filter.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "expr/build.hpp"
#include "expr/functions.hpp"
#include "fes/refuse.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

namespace ms::fes {

namespace {

using expr::NodePtr;
using expr::Operator;
using expr::Type;

struct Arithmetic {
    std::string_view name;
    Operator op;
};

constexpr std::array arithmetics{
    Arithmetic{"Add", Operator::Add},
    Arithmetic{"Sub", Operator::Subtract},
    Arithmetic{"Mul", Operator::Multiply},
    Arithmetic{"Div", Operator::Divide},
};

/// Functions that clients know, in our language.
struct FunctionName {
    std::string_view name;
    expr::FunctionId id;
};

constexpr std::array function_names{
    FunctionName{"StringLength", expr::FunctionId::Length},
    FunctionName{"strLength", expr::FunctionId::Length},
    FunctionName{"length", expr::FunctionId::Length},
    FunctionName{"strToUpperCase", expr::FunctionId::Upper},
    FunctionName{"upper", expr::FunctionId::Upper},
    FunctionName{"strToLowerCase", expr::FunctionId::Lower},
    FunctionName{"lower", expr::FunctionId::Lower},
    FunctionName{"initcap", expr::FunctionId::InitCap},
    FunctionName{"firstcap", expr::FunctionId::FirstCap},
    FunctionName{"round", expr::FunctionId::Round},
};

std::vector<NodePtr> operands(XmlNode const& node)
{
    std::vector<NodePtr> values;
    for (auto const& child : node.children) {
        if (!child.is_text()) {
            values.push_back(parse_value(child));
        }
    }
    return values;
}

NodePtr parse_literal(XmlNode const& node)
{
    auto const text = node.text();
    if (auto const number = parse_double(text)) {
        return expr::make_node(expr::NumberLiteral{*number}, Type::Number);
    }
    return expr::make_node(expr::TextLiteral{text}, Type::Text);
}

NodePtr parse_attribute(XmlNode const& node)
{
    auto name = attribute_name(node.text());
    if (name.empty()) {
        refuse("<" + node.name + "> is empty");
    }
    return expr::make_node(expr::Attribute{std::move(name), Type::Number}, Type::Number);
}

NodePtr parse_arithmetic(XmlNode const& node, Operator op)
{
    auto values = operands(node);
    if (values.size() != 2) {
        refuse("<" + node.name + "> needs two operands");
    }
    return expr::build_operation(op, std::move(values), 0);
}

/// The tree complains as a mapfile's would; here the client wrote it.
template <typename Build>
NodePtr built(XmlNode const& node, Build const& build)
{
    try {
        return build();
    } catch (Error const& error) {
        if (error.kind() != ErrorKind::BadMapfile) {
            throw;
        }
        refuse("<" + node.name + ">: " + error.what());
    }
}

/// A part of a text: a literal number stays as it is written.
NodePtr parse_piece(XmlNode const& node)
{
    auto value = parse_value(node);
    return std::holds_alternative<expr::NumberLiteral>(value->value)
               ? expr::make_node(expr::TextLiteral{node.text()}, Type::Text)
               : value;
}

/// The pieces behind each other as one text; nullptr without pieces.
NodePtr joined(XmlNode const& parent, std::vector<NodePtr> const& pieces)
{
    auto as_text = [&](NodePtr const& piece) {
        if (auto const* const attribute = std::get_if<expr::Attribute>(&piece->value)) {
            return expr::make_node(expr::Attribute{attribute->name, Type::Text}, Type::Text);
        }
        if (piece->type != Type::Number || pieces.size() < 2) {
            return piece;
        }
        return built(parent, [&] {
            auto const format = expr::make_node(expr::TextLiteral{"%g"}, Type::Text);
            return expr::build_call(expr::function_of(expr::FunctionId::ToString), {piece, format},
                                    0);
        });
    };
    if (pieces.size() < 2) {
        return pieces.empty() ? nullptr : as_text(pieces.front());
    }
    // At once: sums of sums would take the square of their number. The empty text makes it one of
    // texts even of numbers.
    std::vector<NodePtr> parts{expr::make_node(expr::TextLiteral{}, Type::Text)};
    std::ranges::transform(pieces, std::back_inserter(parts), as_text);
    return built(parent, [&] { return expr::build_operation(Operator::Add, parts, 0); });
}

/// Concatenate(a, b, ...) of GeoServer and QGIS.
NodePtr parse_concatenation(XmlNode const& node)
{
    std::vector<NodePtr> pieces;
    for (auto const& child : node.children) {
        if (!child.is_text()) {
            pieces.push_back(parse_piece(child));
        }
    }
    if (pieces.empty()) {
        refuse("the function \"Concatenate\" needs an operand");
    }
    return joined(node, pieces);
}

NodePtr parse_function(XmlNode const& node)
{
    auto const* const name = node.attribute("name");
    if (name == nullptr) {
        refuse("<Function> has no name");
    }
    if (equals_ignoring_case(*name, "Concatenate") || equals_ignoring_case(*name, "concat") ||
        equals_ignoring_case(*name, "strConcat")) {
        return parse_concatenation(node);
    }
    auto const* const found = std::ranges::find_if(function_names, [&](FunctionName const& row) {
        return equals_ignoring_case(row.name, *name);
    });
    if (found == function_names.end()) {
        refuse("the function \"" + name->substr(0, 60) + "\" is not known");
    }
    return expr::build_call(expr::function_of(found->id), operands(node), 0);
}

} // namespace

std::string attribute_name(std::string_view property)
{
    property = trim(property);
    property.remove_prefix(std::min(property.rfind('/') + 1, property.size()));
    property.remove_prefix(std::min(property.rfind(':') + 1, property.size()));
    return std::string{property};
}

NodePtr parse_value(XmlNode const& node)
{
    if (node.name == "PropertyName" || node.name == "ValueReference") {
        return parse_attribute(node);
    }
    if (node.name == "Literal") {
        return parse_literal(node);
    }
    if (node.name == "Function") {
        return built(node, [&] { return parse_function(node); });
    }
    auto const* const row = std::ranges::find(arithmetics, node.name, &Arithmetic::name);
    if (row == arithmetics.end()) {
        refuse("<" + node.name + "> is not supported here");
    }
    return built(node, [&] { return parse_arithmetic(node, row->op); });
}

NodePtr parse_mixed_text(XmlNode const& parent)
{
    std::vector<NodePtr> pieces;
    for (std::size_t i = 0; i < parent.children.size(); ++i) {
        auto const& child = parent.children[i];
        if (!child.is_text()) {
            pieces.push_back(parse_piece(child));
            continue;
        }
        // Blanks between elements are layout; those inside a line of text are meant.
        bool const is_layout = !child.is_verbatim && trim(child.value).empty() &&
                               child.value.find_first_of("\r\n\t") != std::string::npos;
        auto text = child.value;
        if (i == 0) {
            text.erase(0, text.find_first_not_of(" \r\n\t"));
        }
        if (i + 1 == parent.children.size()) {
            text.erase(text.find_last_not_of(" \r\n\t") + 1);
        }
        if (!is_layout && !text.empty()) {
            pieces.push_back(expr::make_node(expr::TextLiteral{text}, Type::Text));
        }
    }
    return joined(parent, pieces);
}

} // namespace ms::fes
