// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// SQL of a mapfile with named values, ":dim", which become parameters.

#include "source/postgis/sql/sql_text.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ms::source::postgis {

struct NamedValue {
    std::string_view name; ///< "dim"
    std::string_view type; ///< "text", as which PostgreSQL reads it
    std::string value;
};

/// The statement with a parameter for each name. What is quoted, comments, casts ("x::text") and
/// other names stay as they are.
/// \throws as Statement::bind()
[[nodiscard]] Statement with_named_values(std::string_view sql, std::span<NamedValue const> values);

/// The names in a statement, in their order, without those in quotes and comments.
[[nodiscard]] std::vector<std::string_view> names_in(std::string_view sql);

} // namespace ms::source::postgis
