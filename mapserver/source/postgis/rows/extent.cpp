// SPDX-License-Identifier: MIT
#include "source/postgis/rows/extent.hpp"

#include "base/string.hpp"

#include <cmath>
#include <fmt/format.h>
#include <libpq-fe.h>
#include <limits>
#include <vector>

namespace ms::source::postgis {

namespace {

// ST_EstimatedExtent reads the head of the first spatial index of the column, since PostGIS 3; of a
// column without one it reads statistics, which are no bound. A partial index lacks rows, and so
// may one that is being built. Names with quotes make it fail.
constexpr std::string_view index_sql = R"(
SELECT CASE WHEN first.is_whole THEN ST_EstimatedExtent(n.nspname::text, c.relname::text, $2::text)::text END
  FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  CROSS JOIN LATERAL (
    SELECT i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL AS is_whole
      FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid
      JOIN pg_catalog.pg_am w ON w.oid = x.relam AND w.amname = 'gist'
      JOIN pg_catalog.pg_attribute a ON a.attrelid = x.oid AND a.attname = $2
      JOIN pg_catalog.pg_type y ON y.oid = a.atttypid AND y.typname IN ('box2df', 'gidx')
     WHERE i.indrelid = c.oid ORDER BY x.oid LIMIT 1) AS first
 WHERE c.oid = pg_catalog.to_regclass($1) AND c.relkind IN ('r','m') AND NOT c.relhassubclass
   AND strpos(n.nspname || c.relname || $2, '"') = 0
   AND pg_catalog.split_part(postgis_lib_version(), '.', 1)::integer >= 3)";

std::optional<geometry::Box> ask_box(Statement const& statement, Connection& connection,
                                     Deadline const& deadline)
{
    auto const answer = connection.run(statement, deadline);
    return PQntuples(answer.get()) == 0 ? std::nullopt : parse_box(PQgetvalue(answer.get(), 0, 0));
}

/// The operator && compares boxes of single precision, rounded outwards.
geometry::Box in_single_precision(geometry::Box const& box)
{
    constexpr auto infinity = std::numeric_limits<float>::infinity();
    auto const down = [](double value) {
        return std::nextafter(static_cast<float>(value), -infinity);
    };
    auto const up = [](double value) {
        return std::nextafter(static_cast<float>(value), infinity);
    };
    return {down(box.min_x), down(box.min_y), up(box.max_x), up(box.max_y)};
}

/// Of the rows for which an SQL condition is true.
std::optional<geometry::Box> exact_box(LayerSettings const& layer, TableFacts const& facts,
                                       std::string_view condition, Connection& connection,
                                       Deadline const& deadline)
{
    auto const column =
        fmt::format("ST_Extent({}::geometry)::text", quote_identifier(facts.geometry));
    return ask_box(question_statement(layer, column, condition), connection, deadline);
}

} // namespace

std::optional<geometry::Box> parse_box(std::string_view text)
{
    constexpr std::string_view begin = "BOX(";
    if (!text.starts_with(begin) || !text.ends_with(')')) {
        return std::nullopt;
    }
    text.remove_prefix(begin.size());
    text.remove_suffix(1);
    auto const numbers = replace_all(text, ",", " ");
    std::vector<double> sides;
    for (auto const word : split_words(numbers)) {
        if (auto const side = parse_double(word)) {
            sides.push_back(*side);
        }
    }
    return sides.size() == 4 ? std::optional{geometry::Box{sides[0], sides[1], sides[2], sides[3]}}
                             : std::nullopt;
}

bool is_small(TableFacts const& facts) noexcept
{
    constexpr double few_rows = 10'000;
    constexpr double few_bytes = 1U << 20U;
    return facts.rows >= 0 ? facts.rows <= few_rows : facts.bytes >= 0 && facts.bytes <= few_bytes;
}

std::optional<geometry::Box> read_extent(LayerSettings const& layer, TableFacts const& facts,
                                         Connection& connection, Deadline const& deadline)
{
    auto const& filter = layer.native_filter; // as in MapServer; FILTER does not count
    return exact_box(layer, facts, filter.empty() ? "true" : "(" + filter + ")", connection,
                     deadline);
}

std::optional<geometry::Box> read_bound(LayerSettings const& layer, TableFacts const& facts,
                                        Connection& connection, Deadline const& deadline)
{
    std::optional<geometry::Box> box;
    if (facts.has_row_versions) { // a plain table
        box = ask_box({std::string{index_sql}, {layer.data.source, facts.geometry}}, connection,
                      deadline);
    }
    if (!box && is_small(facts)) {
        // Of all rows: it is remembered for every layer of the table.
        box = exact_box(layer, facts, "true", connection, deadline);
    }
    return box ? std::optional{in_single_precision(*box)} : std::nullopt;
}

} // namespace ms::source::postgis
