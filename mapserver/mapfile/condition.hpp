// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Converts EXPRESSION and FILTER to conditions.

#include "expr/expression.hpp"
#include "mapfile/model/layer.hpp"

#include <string_view>

namespace ms::mapfile {

/// An EXPRESSION or FILTER in any of its forms as one condition.
/// \param item CLASSITEM or FILTERITEM, which strings, regexes and lists are compared with
/// \throws Error{BadMapfile} if the form needs an item and there is none, or it does not parse
[[nodiscard]] expr::Expression condition_of(Expression const& expression, std::string_view item);

/// The attribute that the classes of a layer compare: CLASSITEM; [pixel] for rasters without it.
[[nodiscard]] std::string_view item_of_classes(Layer const& layer) noexcept;

} // namespace ms::mapfile
