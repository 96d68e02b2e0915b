// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses DATA of a PostGIS layer: `geom from source [using unique key] [using srid=n]`.

#include "source/postgis/facts/layer_ref.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ms::source::postgis {

struct DataClause {
    std::string geometry;    ///< column name, without quotes
    std::string source;      ///< the text after FROM: `table`, `schema.table`, `(select ...) as t`,
                             ///< `f(1) as t`
    std::string key;         ///< of `using unique`, without quotes; "": unknown
    std::optional<int> srid; ///< of `using srid=`

    /// Whether the source is only the (qualified) name of a table or view.
    [[nodiscard]] bool is_table() const;
};

/// Keywords in any case, any white space (also newlines) between words, names may be quoted, the
/// two `using` clauses in any order at the end; words inside quotes, comments and parentheses are
/// not keywords. A sub-select without an alias gets one.
/// \throws Error{BadMapfile} naming the layer and the place of DATA
[[nodiscard]] DataClause parse_data_clause(std::string_view data, LayerRef const& layer);

/// The table of "(select * from table where ... !BOX! ...) as t", which has the columns of the
/// sub-select and all its rows;
/// "" of any other source. The parentheses need not match.
[[nodiscard]] std::string table_in_subselect(std::string_view source);

} // namespace ms::source::postgis
