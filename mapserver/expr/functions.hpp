// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Names, arguments and results of the built-in functions.

#include "expr/node.hpp"

#include <array>
#include <optional>
#include <span>
#include <string_view>

namespace ms::expr {

struct Function {
    std::string_view name; ///< lower case
    FunctionId id = FunctionId::Round;
    Type result = Type::Number;
    std::size_t least = 1; ///< arguments
    std::size_t most = 1;
    std::array<Type, 4> arguments{}; ///< their types
    bool is_infix = false;           ///< may be written between its two arguments
};

[[nodiscard]] std::span<Function const> functions() noexcept;
/// By name, case-insensitive; nullptr if it is unknown.
[[nodiscard]] Function const* find_function(std::string_view name) noexcept;
[[nodiscard]] Function const& function_of(FunctionId id) noexcept;

} // namespace ms::expr
