// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The syntax tree of an expression.

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace ms::expr {

class CompiledRegex; // expr/regex.hpp
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
    IntegerDivide,
    Modulo,
    Power,
    Negate,
};

/// The type of a part of an expression. A Boolean used as a number is 0 or 1; used as text it is
/// "true" or "false".
enum class Type : std::uint8_t { Number, Text, Time, Shape, Boolean };

/// Functions of the language; functions.cpp has a row for each.
enum class FunctionId : std::uint8_t {
    Round,
    Length,
    Area,
    ToString,
    Commify,
    Upper,
    Lower,
    CaseFold,
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
    Intersection,
    Union,
    Simplify,
    SimplifyPt,
    Generalize,
    SmoothSia,
    CenterLine,
    Densify,
    Inner,
    Outer,
    LabelPoint,
    JavaScript,
};

/// Also true and false: 1 and 0 in a node of type Boolean.
struct NumberLiteral {
    double value = 0;
    friend bool operator==(NumberLiteral const&, NumberLiteral const&) = default;
};
struct TextLiteral {
    std::string value;
    bool ignore_case = false; ///< suffix i; = and != with it are built as EqualIgnoringCase
    bool is_null = false;     ///< "", and NULL if the source distinguishes them (PropertyIsNull)
    friend bool operator==(TextLiteral const&, TextLiteral const&) = default;
};
/// As written; time.hpp reads it.
struct TimeLiteral {
    std::string value;
    friend bool operator==(TimeLiteral const&, TimeLiteral const&) = default;
};
/// [name], "[name]" or `[name]`.
struct Attribute {
    std::string name;
    Type type = Type::Number;
    /// NULL makes conditions unknown, as in SQL; otherwise it is "" or 0, as in mapfiles.
    bool is_unknown_if_null = false;
    friend bool operator==(Attribute const&, Attribute const&) = default;
};
/// [shape]
struct ShapeOfFeature {
    friend bool operator==(ShapeOfFeature const&, ShapeOfFeature const&) = default;
};
/// [map_cellsize]
struct MapCellSize {
    friend bool operator==(MapCellSize const&, MapCellSize const&) = default;
};
/// Right operand of Match and MatchIgnoringCase.
struct RegexLiteral {
    std::string pattern;
    std::shared_ptr<CompiledRegex const> compiled; ///< never null

    friend bool operator==(RegexLiteral const& a, RegexLiteral const& b)
    {
        return a.pattern == b.pattern;
    }
};
/// Right operand of In, unless that is a text computed row by row.
struct ListLiteral {
    std::vector<std::string> values;
    friend bool operator==(ListLiteral const&, ListLiteral const&) = default;
};
/// Left operand first. Not and Negate have one operand; And, Or and Add of texts have two or more
/// (chains of them are flat); all others have two.
struct Operation {
    Operator op = Operator::Or;
    std::vector<NodePtr> operands;
    /// Compares the trees.
    friend bool operator==(Operation const& a, Operation const& b);
};
struct Call {
    FunctionId function = FunctionId::Round;
    std::vector<NodePtr> arguments;
    friend bool operator==(Call const& a, Call const& b);
};

/// One part of an expression. Immutable once built.
struct Node {
    std::variant<NumberLiteral, TextLiteral, TimeLiteral, Attribute, ShapeOfFeature, MapCellSize,
                 RegexLiteral, ListLiteral, Operation, Call>
        value;
    Type type = Type::Number;
    std::uint16_t height = 1; ///< levels of the tree below and with it
    friend bool operator==(Node const&, Node const&) = default;
};

template <typename T>
[[nodiscard]] NodePtr make_node(T value, Type type)
{
    std::uint16_t below = 0;
    auto const measure = [&](std::vector<NodePtr> const& children) {
        for (auto const& child : children) {
            below = child->height > below ? child->height : below;
        }
    };
    if constexpr (std::is_same_v<T, Operation>) {
        measure(value.operands);
    } else if constexpr (std::is_same_v<T, Call>) {
        measure(value.arguments);
    }
    return std::make_shared<Node const>(
        Node{std::move(value), type, static_cast<std::uint16_t>(below + 1)});
}

} // namespace ms::expr
