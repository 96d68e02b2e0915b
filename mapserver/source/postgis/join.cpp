// SPDX-License-Identifier: MIT
#include "source/postgis/join.hpp"

#include "base/string.hpp"
#include "source/postgis/facts/layer_ref.hpp"
#include "source/postgis/link/databases.hpp"
#include "source/postgis/link/decrypt.hpp"
#include "source/postgis/link/failure.hpp"
#include "source/postgis/link/libpq.hpp"
#include "source/postgis/link/pool.hpp"
#include "source/postgis/sql/sql_text.hpp"

#include <algorithm>
#include <iterator>
#include <libpq-fe.h>

namespace ms::source::postgis {

namespace {

JoinedRows rows_of(PGresult const* result)
{
    JoinedRows joined;
    auto const width = PQnfields(result);
    for (int column = 0; column < width; ++column) {
        joined.columns.emplace_back(PQfname(result, column));
    }
    for (int row = 0; row < PQntuples(result); ++row) {
        auto& values = joined.rows.emplace_back();
        for (int column = 0; column < width; ++column) {
            values.emplace_back(PQgetvalue(result, row, column));
        }
    }
    return joined;
}

/// Rows come one by one: those of a table of documents need not fit into memory.
JoinedRows read_rows(Connection& connection, Statement const& statement, Services const& services)
{
    JoinedRows all;
    std::size_t bytes = 0;
    connection.send_for_text(statement, services.deadline);
    while (auto const result = connection.next_result(services.deadline)) {
        auto part = rows_of(result.get());
        for (auto const& row : part.rows) {
            for (auto const& value : row) {
                bytes += sizeof value + value.size();
            }
        }
        if (bytes > services.max_kept_bytes) {
            (void)connection.stop();
            throw Error{ErrorKind::Limit, "the joined rows need too much memory"};
        }
        all.columns = std::move(part.columns);
        std::ranges::move(part.rows, std::back_inserter(all.rows));
    }
    return all;
}

} // namespace

JoinedRows joined_rows(mapfile::Map const& map, mapfile::Layer const& layer,
                       mapfile::Join const& join, std::string const& value, std::size_t most,
                       Services const& services)
{
    LayerRef const ref{layer.name, map.where(join.at)};
    if (!equals_ignoring_case(join.connection_type, "POSTGRESQL") || join.table.empty() ||
        join.to.empty()) {
        throw ref.error(ErrorKind::BadMapfile, "JOIN \"" + join.name +
                                                   "\" needs TABLE, FROM and TO, and "
                                                   "CONNECTIONTYPE POSTGRESQL, CSV or none");
    }
    Statement statement;
    // As text: the value is a text, for any type of the column.
    statement.sql = "SELECT * FROM " + join.table + " WHERE " +
                    quote_identifier(unquote_identifier(join.to)) +
                    "::text = " + statement.bind(value) + " LIMIT " + std::to_string(most);
    auto const connection = readable_connection(map, join.connection, ref);
    try {
        auto lease = services.databases.pool(connection)->acquire_extra(services.deadline);
        return read_rows(*lease, statement, services);
    } catch (DatabaseFailure const& error) {
        services.log.write(LogLevel::Error,
                           ref.message("JOIN \"" + join.name + "\": PostgreSQL " +
                                       error.failure.sqlstate + ": " +
                                       redacted(error.failure.message, connection)));
        throw ref.error(ErrorKind::Source, "JOIN \"" + join.name + "\" cannot be read");
    }
}

} // namespace ms::source::postgis
