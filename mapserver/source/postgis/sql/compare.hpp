// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Compares a column with a constant, in the column's own type.

#include "expr/node.hpp"
#include "source/postgis/sql/sql_text.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ms::source::postgis {

/// A column of the table, with its quoted name as `sql`, or a computation on columns.
struct ColumnRef {
    std::string sql;
    std::string_view type; ///< pg_type.typname
};

/// The column as a text that any text can be compared with.
[[nodiscard]] std::string as_text(ColumnRef const& column);

/// Families of types with the same behaviour in comparisons.
[[nodiscard]] bool is_numeric_type(std::string_view type) noexcept;
[[nodiscard]] bool is_text_type(std::string_view type) noexcept;

/// =, <>, <, <=, >, >=; nullopt for any other operator.
[[nodiscard]] std::optional<std::string_view> sql_operator(expr::Operator op) noexcept;

// Each returns a condition, or nullopt if SQL would mean something else than the expression. The
// value is a parameter of the column's type if that preserves its meaning, so that an index on the
// column can be used; else the column is compared as text.
[[nodiscard]] std::optional<std::string> compare_number(ColumnRef const& column, expr::Operator op,
                                                        double value, Statement& statement);
[[nodiscard]] std::optional<std::string> compare_text(ColumnRef const& column, expr::Operator op,
                                                      expr::TextLiteral const& literal,
                                                      Statement& statement);
[[nodiscard]] std::optional<std::string> compare_time(ColumnRef const& column, expr::Operator op,
                                                      std::string_view literal,
                                                      Statement& statement);
[[nodiscard]] std::optional<std::string> match(ColumnRef const& column, bool ignore_case,
                                               std::string_view pattern, Statement& statement);
/// \param as_numbers values are compared as numbers: [a] in "1,2", not "[a]" in "1,2"
[[nodiscard]] std::optional<std::string> is_in(ColumnRef const& column, bool as_numbers,
                                               std::span<std::string const> values,
                                               Statement& statement);

} // namespace ms::source::postgis
