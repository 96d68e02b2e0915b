// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// EXPRESSION and FILTER as conditions.

#include "expr/expression.hpp"
#include "mapfile/model/layer.hpp"

#include <string_view>

namespace ms::mapfile {

/// An EXPRESSION or FILTER in any of its forms as one condition.
/// \param item CLASSITEM, FILTERITEM: what strings, regexes and lists are compared with
/// \throws Error{BadMapfile} when the form needs an item and there is none, or it does not parse
[[nodiscard]] expr::Expression condition_of(Expression const& expression, std::string_view item);

/// What the classes of a layer compare with: CLASSITEM; those of rasters, where none is named,
/// [pixel].
[[nodiscard]] std::string_view item_of_classes(Layer const& layer) noexcept;

} // namespace ms::mapfile
