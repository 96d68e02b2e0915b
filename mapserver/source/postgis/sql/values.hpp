// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Translates values of an expression to SQL: columns, and computations on them.

#include "expr/node.hpp"
#include "source/postgis/facts/table_facts.hpp"
#include "source/postgis/sql/compare.hpp"
#include "source/postgis/sql/sql_text.hpp"

#include <optional>

namespace ms::source::postgis {

/// The column that an attribute names.
[[nodiscard]] std::optional<ColumnRef> column_of(expr::Node const& node, TableFacts const& facts);

/// A number as written, or its negation.
[[nodiscard]] std::optional<double> constant_number(expr::Node const& node);

/// A column, casefold() of one, or arithmetic on numeric ones: an operand that can replace a column
/// in a comparison. nullopt if SQL would mean something else or could fail: a sum beyond the range
/// of doubles is an error in PostgreSQL. Parameters are added even then.
[[nodiscard]] std::optional<ColumnRef> value_of(expr::Node const& node, TableFacts const& facts,
                                                Statement& statement);

} // namespace ms::source::postgis
