// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Translates filters of OGC APIs (OGC 21-065r2, CQL2) to expressions.

#include "cql2/context.hpp"
#include "expr/expression.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace ms::cql2 {

enum class Language : std::uint8_t { Text, Json };

/// "cql2-text" or "cql2-json", case-insensitive; nullopt for others.
[[nodiscard]] std::optional<Language> language_named(std::string_view name) noexcept;

/// The condition of a filter. The expression is a tree, so that sources can push it down as
/// SQL with bound values. A comparison with NULL is neither true nor false.
/// \throws Error{BadRequest} with a public message: "Cannot parse filter: ..." with the place, or
/// "Cannot translate CQL2 filter to MapServer expression: ...", also for more than
/// expr::max_filter_geometries; Error{Limit} beyond the budget
[[nodiscard]] expr::Expression parse(std::string_view filter, Language language,
                                     Context const& context);

} // namespace ms::cql2
