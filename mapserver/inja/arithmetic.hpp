// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Operators and functions of templates, on values.

#include "base/budget.hpp"
#include "inja/tree.hpp"

#include <span>
#include <stdexcept>

namespace ms::inja {

/// A value that a function does not support; the caller adds the place.
struct WrongValue : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The value of a function for given arguments.
/// \param arguments the function's number of arguments
/// \throws WrongValue; Error{Limit} from the budget
[[nodiscard]] Json apply(Function function, std::span<Json const* const> arguments, Budget& budget);

/// A copy, charged to the budget. \throws WrongValue if it is nested too deeply to be written
[[nodiscard]] Json copied(Json const& value, Budget& budget);

/// As Inja has it: false, null, 0, "", [] and {} are false.
[[nodiscard]] bool is_true(Json const& value);

} // namespace ms::inja
