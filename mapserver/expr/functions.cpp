// SPDX-License-Identifier: MIT
#include "expr/functions.hpp"

#include "base/string.hpp"

#include <algorithm>

namespace ms::expr {

namespace {

constexpr auto number = Type::Number;
constexpr auto text = Type::Text;
constexpr auto shape = Type::Shape;
constexpr auto truth = Type::Boolean;

// Add a function here, and its meaning in compile_number.cpp, compile_text.cpp or
// compile_shape.cpp.
constexpr std::array table{
    Function{"round", FunctionId::Round, number, 1, 2, {number, number}},
    Function{"length", FunctionId::Length, number, 1, 1, {text}},
    Function{"area", FunctionId::Area, number, 1, 1, {shape}},
    Function{"tostring", FunctionId::ToString, text, 2, 2, {number, text}},
    Function{"commify", FunctionId::Commify, text, 1, 1, {text}},
    Function{"upper", FunctionId::Upper, text, 1, 1, {text}},
    Function{"lower", FunctionId::Lower, text, 1, 1, {text}},
    Function{"casefold", FunctionId::CaseFold, text, 1, 1, {text}},
    Function{"initcap", FunctionId::InitCap, text, 1, 1, {text}},
    Function{"firstcap", FunctionId::FirstCap, text, 1, 1, {text}},
    Function{"fromtext", FunctionId::FromText, shape, 1, 1, {text}},
    Function{"intersects", FunctionId::Intersects, truth, 2, 2, {shape, shape}, true},
    Function{"disjoint", FunctionId::Disjoint, truth, 2, 2, {shape, shape}, true},
    Function{"touches", FunctionId::Touches, truth, 2, 2, {shape, shape}, true},
    Function{"overlaps", FunctionId::Overlaps, truth, 2, 2, {shape, shape}, true},
    Function{"crosses", FunctionId::Crosses, truth, 2, 2, {shape, shape}, true},
    Function{"within", FunctionId::Within, truth, 2, 2, {shape, shape}, true},
    Function{"contains", FunctionId::Contains, truth, 2, 2, {shape, shape}, true},
    Function{"equals", FunctionId::Equals, truth, 2, 2, {shape, shape}},
    Function{"dwithin", FunctionId::DWithin, truth, 3, 3, {shape, shape, number}},
    Function{"beyond", FunctionId::Beyond, truth, 3, 3, {shape, shape, number}},
    Function{"buffer", FunctionId::Buffer, shape, 2, 2, {shape, number}},
    Function{"difference", FunctionId::Difference, shape, 2, 2, {shape, shape}},
    Function{"intersection", FunctionId::Intersection, shape, 2, 2, {shape, shape}},
    Function{"union", FunctionId::Union, shape, 2, 2, {shape, shape}},
    Function{"simplify", FunctionId::Simplify, shape, 2, 2, {shape, number}},
    Function{"simplifypt", FunctionId::SimplifyPt, shape, 2, 2, {shape, number}},
    Function{"generalize", FunctionId::Generalize, shape, 2, 2, {shape, number}},
    Function{"smoothsia", FunctionId::SmoothSia, shape, 1, 4, {shape, number, number, text}},
    Function{"centerline", FunctionId::CenterLine, shape, 1, 1, {shape}},
    Function{"densify", FunctionId::Densify, shape, 2, 2, {shape, number}},
    Function{"inner", FunctionId::Inner, shape, 1, 1, {shape}},
    Function{"outer", FunctionId::Outer, shape, 1, 1, {shape}},
    Function{"labelpoint", FunctionId::LabelPoint, shape, 1, 1, {shape}},
    Function{"javascript", FunctionId::JavaScript, shape, 2, 2, {shape, text}},
};

} // namespace

std::span<Function const> functions() noexcept
{
    return table;
}

Function const* find_function(std::string_view name) noexcept
{
    auto const* const found = std::ranges::find_if(
        table, [&](Function const& row) { return equals_ignoring_case(row.name, name); });
    return found == table.end() ? nullptr : found;
}

Function const& function_of(FunctionId id) noexcept
{
    return *std::ranges::find(table, id, &Function::id);
}

} // namespace ms::expr
