// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Templates as trees of nodes and expressions.

#include "inja/error.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace ms::inja {

using Json = nlohmann::json;
using Path = std::vector<std::string>; ///< "a.0.b": keys of objects and indexes of arrays

/// Operators are functions, too.
enum class Function : std::uint8_t {
    // clang-format off
    Or, And, Not, In, Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual,
    Add, Subtract, Multiply, Divide, Modulo, Power, Negate,
    At, Capitalize, Default, DivisibleBy, Even, Exists, ExistsIn, First, Float, Int,
    IsArray, IsBoolean, IsFloat, IsInteger, IsNumber, IsObject, IsString,
    Join, Last, Length, Lower, Max, Min, Odd, Range, Replace, Round, Safe, Sort, Super, Upper,
    // clang-format on
};

struct Expression;

struct Variable {
    std::string name; ///< as written
    Path path;
};
struct Call {
    Function function{};
    std::vector<Expression> arguments;
};
struct List {
    std::vector<Expression> items;
};
struct Object {
    std::vector<std::pair<std::string, Expression>> members;
};

struct Expression {
    std::variant<Json, Variable, Call, List, Object> what;
    std::size_t offset = 0; ///< in the template's text
};

struct Node;
using Nodes = std::vector<Node>;

struct TextNode {
    std::string text;
};
struct PrintNode {
    Expression value;
};
struct ForNode {
    std::string key; ///< empty: over an array
    std::string value;
    Expression list;
    Nodes body;
};
struct IfNode {
    std::vector<std::pair<Expression, Nodes>> branches;
    Nodes otherwise;
};
struct IncludeNode {
    std::string name;
};
struct ExtendsNode {
    std::string name;
};
struct BlockNode {
    std::string name;
    Nodes body;
};
struct SetNode {
    Path path;
    Expression value;
};

struct Node {
    std::variant<TextNode, PrintNode, ForNode, IfNode, IncludeNode, ExtendsNode, BlockNode, SetNode>
        what;
    std::size_t offset = 0;
};

struct Template {
    Source source;
    Nodes nodes;
};

} // namespace ms::inja
