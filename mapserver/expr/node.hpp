// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The tree of an expression.

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace ms::expr {

struct Node;
using NodePtr = std::shared_ptr<Node const>;

enum class Operator : std::uint8_t {
    Or,
    And,
    Not,
    Equal,
    EqualIgnoringCase,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Match,
    MatchIgnoringCase,
    In,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Power,
    Negate,
};

/// What a part of an expression yields.
enum class Type : std::uint8_t { Number, Text, Time, Shape };

/// Functions of the language; functions.cpp has a row for each.
enum class FunctionId : std::uint8_t {
    Round,
    Length,
    Area,
    ToString,
    Commify,
    Upper,
    Lower,
    InitCap,
    FirstCap,
    FromText,
    // Predicates on two shapes
    Intersects,
    Disjoint,
    Touches,
    Overlaps,
    Crosses,
    Within,
    Contains,
    Equals,
    DWithin,
    Beyond,
    // Shapes from shapes
    Buffer,
    Difference,
    Simplify,
    SimplifyPt,
    Generalize,
    SmoothSia,
    CenterLine,
    Densify,
    Inner,
    Outer,
    JavaScript,
};

struct NumberLiteral {
    double value = 0;
};
struct TextLiteral {
    std::string value;
    bool ignore_case = false;
};
struct TimeLiteral {
    std::string value;
};
/// [name], "[name]" or `[name]`.
struct Attribute {
    std::string name;
    Type type = Type::Number;
};
struct ShapeOfFeature {}; ///< [shape]
struct MapCellSize {};    ///< [map_cellsize]
struct RegexLiteral {
    std::string pattern;
};
struct ListLiteral {
    std::vector<std::string> values;
};
/// Left operand first.
struct Operation {
    Operator op = Operator::Or;
    std::vector<NodePtr> operands;
};
struct Call {
    FunctionId function = FunctionId::Round;
    std::vector<NodePtr> arguments;
};

/// One part of an expression. Immutable once built.
struct Node {
    std::variant<NumberLiteral, TextLiteral, TimeLiteral, Attribute, ShapeOfFeature, MapCellSize,
                 RegexLiteral, ListLiteral, Operation, Call>
        value;
    Type type = Type::Number; ///< conditions are numbers: 0 or 1
};

template <typename T>
[[nodiscard]] NodePtr make_node(T value, Type type)
{
    return std::make_shared<Node const>(Node{std::move(value), type});
}

} // namespace ms::expr
