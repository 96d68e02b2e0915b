// SPDX-License-Identifier: MIT
#include "inja/parse.hpp"

#include <algorithm>
#include <array>

namespace ms::inja {

namespace {

/// Those of Inja, and "safe", which writes a value without escaping it.
constexpr std::array<FunctionRow, 31> functions{{{"at", Function::At, 2},
                                                 {"capitalize", Function::Capitalize, 1},
                                                 {"default", Function::Default, 2},
                                                 {"divisibleBy", Function::DivisibleBy, 2},
                                                 {"even", Function::Even, 1},
                                                 {"exists", Function::Exists, 1},
                                                 {"existsIn", Function::ExistsIn, 2},
                                                 {"first", Function::First, 1},
                                                 {"float", Function::Float, 1},
                                                 {"int", Function::Int, 1},
                                                 {"isArray", Function::IsArray, 1},
                                                 {"isBoolean", Function::IsBoolean, 1},
                                                 {"isFloat", Function::IsFloat, 1},
                                                 {"isInteger", Function::IsInteger, 1},
                                                 {"isNumber", Function::IsNumber, 1},
                                                 {"isObject", Function::IsObject, 1},
                                                 {"isString", Function::IsString, 1},
                                                 {"join", Function::Join, 2},
                                                 {"last", Function::Last, 1},
                                                 {"length", Function::Length, 1},
                                                 {"lower", Function::Lower, 1},
                                                 {"max", Function::Max, 1},
                                                 {"min", Function::Min, 1},
                                                 {"odd", Function::Odd, 1},
                                                 {"range", Function::Range, 1},
                                                 {"replace", Function::Replace, 3},
                                                 {"round", Function::Round, 2},
                                                 {"safe", Function::Safe, 1},
                                                 {"sort", Function::Sort, 1},
                                                 {"super", Function::Super, 0},
                                                 {"upper", Function::Upper, 1}}};

} // namespace

std::optional<FunctionRow> find_function(std::string_view name)
{
    auto const* const found = std::ranges::find(functions, name, &FunctionRow::name);
    return found == functions.end() ? std::nullopt : std::optional{*found};
}

} // namespace ms::inja
