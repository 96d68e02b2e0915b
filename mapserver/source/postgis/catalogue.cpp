// SPDX-License-Identifier: MIT
#include "source/postgis/catalogue.hpp"

#include "base/string.hpp"
#include "base/trace.hpp"
#include "source/postgis/facts/layer_ref.hpp"
#include "source/postgis/link/databases.hpp"
#include "source/postgis/link/decrypt.hpp"
#include "source/postgis/link/failure.hpp"
#include "source/postgis/link/libpq.hpp"
#include "source/postgis/link/pool.hpp"
#include "source/postgis/sql/named_values.hpp"

#include <algorithm>
#include <libpq-fe.h>

namespace ms::source::postgis {

namespace {

/// The query cannot be used.
struct BadCatalogue : Error {
    using Error::Error;
};

/// PostgreSQL's catalog/pg_type.dat: int8, int2, int4, float4, float8, numeric.
constexpr std::array<Oid, 6> number_types{20, 21, 23, 700, 701, 1700};

/// Bytes of an entry: its layer's plan keeps it for as long as the image is drawn.
constexpr int longest_entry = 4096;

void append(CatalogueEntries& entries, PGresult const* result)
{
    if (PQnfields(result) < 1) {
        throw BadCatalogue{ErrorKind::BadMapfile, "the query must give a column"};
    }
    entries.are_numbers = std::ranges::find(number_types, PQftype(result, 0)) != number_types.end();
    for (int row = 0; row < PQntuples(result); ++row) {
        auto const* const value = PQgetvalue(result, row, 0);
        if (PQgetlength(result, row, 0) > longest_entry) {
            throw BadCatalogue{ErrorKind::Limit, "the query gives an entry of more than " +
                                                     std::to_string(longest_entry) + " bytes"};
        }
        bool const is_new = std::ranges::find(entries.values, value) == entries.values.end();
        if (PQgetisnull(result, row, 0) == 0 && is_new) {
            entries.values.emplace_back(value);
        }
    }
}

/// Rows come one by one: a query that finds too much is stopped.
CatalogueEntries read_entries(Connection& connection, CatalogueQuery const& query,
                              Services const& services)
{
    CatalogueEntries entries;
    connection.send_for_text(catalogue_statement(query), services.deadline);
    while (auto const result = connection.next_result(services.deadline)) {
        append(entries, result.get());
        if (entries.values.size() > query.max_entries) {
            (void)connection.stop();
            throw BadCatalogue{ErrorKind::Limit, "the query gives more than " +
                                                     std::to_string(query.max_entries) +
                                                     " entries"};
        }
    }
    return entries;
}

} // namespace

Statement catalogue_statement(CatalogueQuery const& query)
{
    auto const& [name, minx, miny, maxx, maxy] = catalogue_names;
    auto const& box = query.box;
    return with_named_values(
        query.sql, std::array<NamedValue, 5>{{{name, "text", query.value},
                                              {minx, "float8", format_double(box.min_x)},
                                              {miny, "float8", format_double(box.min_y)},
                                              {maxx, "float8", format_double(box.max_x)},
                                              {maxy, "float8", format_double(box.max_y)}}});
}

CatalogueEntries read_catalogue(mapfile::Map const& map, mapfile::Layer const& layer,
                                CatalogueQuery const& query, Services const& services)
{
    LayerRef const ref{layer.name, map.where(layer.at)};
    auto const where = "METADATA " + query.key;
    auto const connection = readable_connection(map, query.connection, ref);
    Timed const timed{services.trace, Stage::Learn, "catalogue"};
    if (services.trace != nullptr) {
        services.trace->add(Counter::Statements, 1);
    }
    try {
        auto lease = services.databases.pool(connection)->acquire_extra(services.deadline);
        return read_entries(*lease, query, services);
    } catch (BadCatalogue const& error) {
        throw ref.error(error.kind(), where + ": " + error.what());
    } catch (DatabaseFailure const& error) {
        services.log.write(LogLevel::Error,
                           ref.message(where + ": PostgreSQL " + error.failure.sqlstate + ": " +
                                       redacted(error.failure.message, connection)));
        throw ref.error(ErrorKind::Source, where + ": the catalogue cannot be read");
    }
}

} // namespace ms::source::postgis
