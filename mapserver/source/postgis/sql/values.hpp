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

/// A column, casefold() of one, or arithmetic on numeric ones: something that can stand where a
/// column stands in a comparison. Nothing where SQL would mean something else or could fail: a sum
/// that no longer fits into a double is an error to PostgreSQL. Parameters are added even then.
[[nodiscard]] std::optional<ColumnRef> value_of(expr::Node const& node, TableFacts const& facts,
                                                Statement& statement);

} // namespace ms::source::postgis
