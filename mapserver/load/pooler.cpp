// SPDX-License-Identifier: MIT
// libpq is met here in this folder.
#include "load/pooler.hpp"

#include "base/error.hpp"
#include "base/handle.hpp"
#include "base/string.hpp"

#include <libpq-fe.h>

#include <array>
#include <charconv>
#include <optional>

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

/// The number behind a word, and the text that follows it.
std::optional<double> number_after(std::string_view text, std::string_view word)
{
    auto const at = text.find(word);
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    auto const rest = trim(text.substr(at + word.size()));
    return parse_double(rest.substr(0, rest.find_first_not_of("0123456789.")));
}

std::optional<PoolerLogLine> parse_statistics(std::string_view text)
{
    auto const queries = number_after(text, text.find("queries/s") == text.npos ? ":" : "xacts/s,");
    auto const in = number_after(text, ", in ");
    auto const out = number_after(text, ", out");
    auto const query = number_after(text, "query ");
    if (!queries || !in || !out || !query) {
        return std::nullopt;
    }
    return PoolerLogLine{*queries, *in, *out, *query};
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

std::vector<PoolerLogLine> parse_pooler_log(std::string_view log)
{
    std::vector<PoolerLogLine> lines;
    auto const is_start = [](std::string_view text) {
        return text.find("Stats:") != text.npos || text.find("stats:") != text.npos;
    };
    std::string pending;
    auto const finish = [&] {
        if (!pending.empty()) {
            if (auto const line = parse_statistics(pending)) {
                lines.push_back(*line);
            }
        }
        pending.clear();
    };
    for (std::size_t begin = 0; begin < log.size();) {
        auto const end = std::min(log.find('\n', begin), log.size());
        auto text = log.substr(begin, end - begin);
        begin = end + 1;
        if (is_start(text)) {
            finish();
            pending = text.substr(std::min(text.find("Stats:"), text.find("stats:")));
        } else if (!pending.empty()) {
            auto const word = text.find_first_not_of("> "); // quoted in a mail
            pending += ' ';
            pending += text.substr(std::min(word, text.size()));
        }
        if (pending.ends_with(" us")) {
            finish();
        }
    }
    finish();
    return lines;
}

} // namespace ms::load
