// SPDX-License-Identifier: MIT
// libpq is met here in this folder.
#include "load/pooler.hpp"

#include "base/error.hpp"
#include "base/handle.hpp"
#include "base/string.hpp"

#include <libpq-fe.h>

#include <array>
#include <charconv>

namespace ms::load {

namespace {

using Result = Handle<PGresult, PQclear>;

std::uint64_t counter(PGresult const* rows, int row, std::array<char const*, 2> const& names)
{
    for (char const* const name : names) { // SHOW STATS has total_query_count
        if (int const column = PQfnumber(rows, name); column >= 0) {
            std::string_view const text = PQgetvalue(rows, row, column);
            std::uint64_t value = 0;
            std::from_chars(text.data(), text.data() + text.size(), value);
            return value;
        }
    }
    throw Error{ErrorKind::Source, std::string{"pgbouncer: SHOW STATS has no column "} + names[0]};
}

} // namespace

struct Pooler::Connection {
    Handle<PGconn, PQfinish> handle;
};

PoolerCounts PoolerCounts::since(PoolerCounts const& before) const noexcept
{
    return {queries - before.queries, bytes_to_database - before.bytes_to_database,
            bytes_to_clients - before.bytes_to_clients, query_us - before.query_us};
}

Pooler::Pooler(std::string const& conninfo) : m_connection(std::make_unique<Connection>())
{
    // The later keyword wins, and a connection string is expanded in place.
    std::array const keywords{"dbname", "dbname", "application_name",
                              static_cast<char const*>(nullptr)};
    std::array const values{conninfo.c_str(), "pgbouncer", "mapload",
                            static_cast<char const*>(nullptr)};
    m_connection->handle.reset(PQconnectdbParams(keywords.data(), values.data(), 1));
    if (PQstatus(m_connection->handle.get()) != CONNECTION_OK) {
        throw Error{ErrorKind::Source,
                    "pgbouncer: " + std::string{trim(PQerrorMessage(m_connection->handle.get()))}};
    }
}

Pooler::~Pooler() = default;
Pooler::Pooler(Pooler&&) noexcept = default;
Pooler& Pooler::operator=(Pooler&&) noexcept = default;

PoolerCounts Pooler::counts() const
{
    Result const rows{PQexec(m_connection->handle.get(), "SHOW STATS")};
    if (PQresultStatus(rows.get()) != PGRES_TUPLES_OK) {
        throw Error{ErrorKind::Source,
                    "pgbouncer: " + std::string{trim(PQerrorMessage(m_connection->handle.get()))}};
    }
    PoolerCounts sum;
    int const database = PQfnumber(rows.get(), "database");
    for (int row = 0; row < PQntuples(rows.get()); ++row) {
        if (database >= 0 &&
            std::string_view{PQgetvalue(rows.get(), row, database)} == "pgbouncer") {
            continue;
        }
        auto* const table = rows.get();
        sum.queries += counter(table, row, {"total_query_count", "total_requests"});
        sum.bytes_to_database += counter(table, row, {"total_received", "bytes_received"});
        sum.bytes_to_clients += counter(table, row, {"total_sent", "bytes_sent"});
        sum.query_us += counter(table, row, {"total_query_time", "query_time"});
    }
    return sum;
}

} // namespace ms::load
