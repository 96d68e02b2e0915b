// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "source/postgis/sql/data_clause.hpp"
#include "source/postgis/sql/named_values.hpp"
#include "source/postgis/sql/tokens.hpp"

#include <array>
#include <cstdint>
#include <cstdlib>

// DATA of PostGIS: its parts, and its SQL with tokens replaced, or with named values. Text without
// tokens and names stays as it is.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    using namespace ms;
    namespace postgis = source::postgis;
    std::string_view const text{reinterpret_cast<char const*>(data), size};
    try {
        auto const clause = postgis::parse_data_clause(text, {"layer", "map:1:1"});
        static_cast<void>(clause.is_table());
        static_cast<void>(postgis::table_in_subselect(clause.source));
        static_cast<void>(postgis::unquote_identifier(clause.geometry));
        static_cast<void>(postgis::mentions_parameter(clause.source, 1));
        postgis::Statement statement;
        auto const sql = postgis::substitute_tokens(
            clause.source, {.box = "BOX", .pixel_size = 2, .scale_denominator = 1000}, statement);
        if (clause.source.find('!') == std::string::npos &&
            (sql != clause.source || !statement.parameters.empty())) {
            std::abort();
        }
        std::array<postgis::NamedValue, 1> const values{{{"dim", "text", "x"}}};
        auto const named = postgis::with_named_values(text, values);
        if (text.find(':') == std::string_view::npos && named.sql != text) {
            std::abort();
        }
    } catch (Error const&) { // malformed
    }
    return 0;
}
