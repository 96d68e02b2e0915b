// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Translates mapfile expressions to SQL, as far as both have the same meaning.

#include "expr/expression.hpp"
#include "source/postgis/facts/table_facts.hpp"
#include "source/postgis/sql/sql_text.hpp"

#include <string>

namespace ms::source::postgis {

struct Pushed {
    std::string sql;       ///< a condition, "" when nothing could be translated
    expr::Expression rest; ///< the part to evaluate on the rows; both conditions must be true
};

/// Splits a filter at its ANDs into what the server can evaluate and what it cannot.
/// Values become parameters of `statement` in the type of the column they are compared with, and
/// columns are not cast, so that an index on them can be used.
[[nodiscard]] Pushed push_down(expr::Expression const& filter, TableFacts const& facts,
                               Statement& statement);

} // namespace ms::source::postgis
